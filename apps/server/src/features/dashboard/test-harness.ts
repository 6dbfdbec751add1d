import type { Context } from '#platform/context.ts';
import { type Person, registerAdmin } from '../../../test/harness/people.ts';
import type { TestApi } from '../../../test/harness/test-api.ts';
import { ask } from '../../../test/sending/ready-admin.ts';

type People = { clientId?: string | null; count: number; at: string; status?: string };

/** An agency with two clients whose rows can be of any time. */
export async function createScene(api: TestApi, timezone: string) {
  const admin = await registerAdmin(api);
  const { organizationId } = admin.user;
  const { owner } = api.db;
  await owner.query('update organizations set timezone = $2 where id = $1', [organizationId, timezone]);
  const [maple, harbour] = [await addClient(admin, 'Maple'), await addClient(admin, 'Harbour')];
  const run = (text: string, ...values: unknown[]) => owner.query<{ id: string }>(text, [organizationId, ...values]);

  return {
    admin,
    maple,
    harbour,
    contextAt: (now: string, clientLimit: string | null = null): Context => ({
      db: api.database.tenant({ organizationId, clientLimit }),
      organizationId,
      actor: { kind: 'job', name: 'test', clientLimit },
      now: () => new Date(now),
    }),
    people: async ({ clientId = null, count, at, status = 'active' }: People): Promise<string[]> => {
      const { rows } = await run(
        `insert into contacts (organization_id, client_id, email, status, created_at)
         select $1, $2, 'p' || new_id() || '@maple.example', $5, $4 from generate_series(1, $3::int) returning id`,
        clientId,
        count,
        at,
        status,
      );
      return rows.map(({ id }) => id);
    },
    /** What triggers note as of now, noted as of then. */
    at: async (moment: string, statement: string, ...values: unknown[]): Promise<void> => {
      await run(statement, ...values);
      await run(
        `with moved as (delete from metric_totals where organization_id = $1 and at > now() - interval '2 days' returning *)
         insert into metric_totals as known (organization_id, client_id, metric, unit, at, total)
         select organization_id, client_id, metric, moved.unit, period.at, sum(total) from moved join periods_of($2) period using (unit)
         group by 1, 2, 3, 4, 5
         on conflict (organization_id, client_id, metric, unit, at) do update set total = known.total + excluded.total`,
        moment,
      );
    },
  };
}

const addClient = async (admin: Person, name: string): Promise<string> =>
  (await ask(admin, 'POST', '/api/clients', { name })).id;

export const publishedForm = `insert into forms (organization_id, client_id, name, draft, published_version) values ($1, $2, 'Club', '{}', 1)`;
