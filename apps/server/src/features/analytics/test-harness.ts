import { randomUUID } from 'node:crypto';
import { backgroundContext } from '#platform/background-context.ts';
import type { Context } from '#platform/context.ts';
import { type Person, registerAdmin } from '../../../test/harness/people.ts';
import type { TestApi } from '../../../test/harness/test-api.ts';
import { ask } from '../../../test/sending/ready-admin.ts';

type Whose = { user: Pick<Person['user'], 'organizationId'> };

/** Whoever looks at the figures at that moment, at those of one client or at all. */
export function lookAt(api: TestApi, { user }: Whose, now: string, clientLimit: string | null = null): Context {
  const ctx = backgroundContext(api.database, user.organizationId, 'test');
  return { ...ctx, actor: { kind: 'job', name: 'test', clientLimit }, now: () => new Date(now) };
}

export const setTimezone = (api: TestApi, { user }: Whose, timezone: string) =>
  api.db.owner.query('update organizations set timezone = $2 where id = $1', [user.organizationId, timezone]);

/** For days that a test takes from its own clock: where it is still yesterday they are not in a period yet. */
export async function registerInUtc(api: TestApi): Promise<Person> {
  const admin = await registerAdmin(api);
  await setTimezone(api, admin, 'UTC');
  return admin;
}

export const addClient = async (admin: Pick<Person, 'request'>, name: string): Promise<string> =>
  (await ask(admin, 'POST', '/api/clients', { name, email: null })).id;

type Contacts = { at: string; status?: string; clientId?: string | null; people?: number };

export async function addContacts(api: TestApi, { user }: Whose, given: Contacts): Promise<string[]> {
  const { at, status = 'active', clientId = null, people = 1 } = given;
  const { rows } = await api.db.owner.query<{ id: string }>(
    `insert into contacts (organization_id, client_id, email, status, created_at)
     select $1, $2, $3 || i || '@example.org', $4, $5 from generate_series(1, $6::int) i returning id`,
    [user.organizationId, clientId, `${randomUUID()}-`, status, at, people],
  );
  return rows.map(({ id }) => id);
}

type Code = { name: string; clientId?: string | null; days?: Record<string, number> };

/** A code that people scanned on some days, and machines as often. */
export async function addCode(api: TestApi, { user }: Whose, given: Code): Promise<string> {
  const { name, clientId = null, days = {} } = given;
  const { owner } = api.db;
  const scans = Object.values(days).reduce((total, count) => total + count, 0);
  const { rows } = await owner.query<{ id: string }>(
    `insert into qr_codes (organization_id, client_id, name, short_code, target_url, design, scans)
     values ($1, $2, $3, $4, 'https://example.org', '{}', $5) returning id`,
    [user.organizationId, clientId, name, randomUUID().replaceAll(/[-0]/g, 'x').slice(0, 10), scans],
  );
  const { id } = rows[0]!;
  await owner.query(
    `insert into stat_days (organization_id, subject_id, metric, part, day, value, client_id, total)
     select $1::uuid, $2::uuid, line.metric, line.part, day, line.value, $3::uuid, total
     from unnest($4::date[], $5::bigint[]) given (day, total)
       cross join (values (1, 'all', ''), (1, 'device', 'phone'), (2, 'all', ''), (3, 'all', '')) line (metric, part, value)
     union all select $1::uuid, $2::uuid, metric, 'week', date_trunc('week', day)::date, '', $3::uuid, sum(total)
     from unnest($4::date[], $5::bigint[]) given (day, total) cross join (values (1), (2)) line (metric) group by 3, 5`,
    [user.organizationId, id, clientId, Object.keys(days), Object.values(days)],
  );
  await owner.query(
    `select public.add_totals(array_agg($1::uuid), array_agg($2::uuid), array_agg(metric::smallint), array_agg(day::timestamp at time zone timezone), array_agg(total))
     from unnest($3::date[], $4::bigint[]) given (day, total) cross join (values (1), (2)) line (metric)
       cross join (select timezone from organizations where id = $1::uuid) organization having count(*) > 0`,
    [user.organizationId, clientId, Object.keys(days), Object.values(days)],
  );
  return id;
}
