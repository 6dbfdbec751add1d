// Who is written to in the restore drill: most of them, some who will leave and some who will ask to be erased.
import type { RestoreHarness } from './restore-harness.ts';

/** Readers of an earlier campaign, by whose links they leave before the next one has reached them. */
export const earlier = 60;
export const leaving = 50;
export const erased = 5;

/** Unlike anything else in the database, so that one occurrence of it is a person who was not erased. */
export const erasable = Array.from({ length: erased }, (_, n) => ({
  email: `quetzalina${n}@vanishing${n}.example`,
  firstName: `Quetzalina${n}`,
  lastName: `Vanderwoodsen${n}`,
  phone: `+4930555700${n}`,
}));
export type Erasable = (typeof erasable)[number];

/** The others of the audience. Ids in the order of their making are mailed first; every other of those to be erased comes at the end. */
export async function addPeople({ owner }: RestoreHarness, organizationId: string, count: number): Promise<void> {
  for (const [n, { email, firstName, lastName, phone }] of erasable.entries())
    await owner.query(
      `insert into contacts (organization_id, id, email, first_name, last_name, phone, phone_e164)
       values ($1, case when $6 then ('ff' || substr(gen_random_uuid()::text, 3))::uuid else new_id() end, $2, $3, $4, $5, $5)`,
      [organizationId, email, firstName, lastName, phone, n % 2 === 1],
    );
  await owner.query(
    `insert into contacts (organization_id, email, first_name)
     select $1, 'q' || n || '@r' || n % 25 || '.example', 'Person ' || n from generate_series(1, $2::int) n`,
    [organizationId, count - erased],
  );
}

/** Those who are there already come last in every later campaign. */
export const mailLast = ({ owner }: RestoreHarness, organizationId: string) =>
  owner.query(
    `update contacts set id = ('ff' || substr(gen_random_uuid()::text, 3))::uuid where organization_id = $1`,
    [organizationId],
  );

export async function idOf({ owner }: RestoreHarness, email: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>('select id from contacts where email = $1', [email]);
  return rows[0]!.id;
}
