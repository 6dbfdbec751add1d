// An organization that works and sends, made by the calls of whichever version runs.
import type pg from 'pg';
import type { Balancer } from './upgrade-balancer.ts';

export type Tenant = { organizationId: string; cookie: string };
export type Sender = Tenant & { code: string };

type Made = { id: string; shortCode: string };

const password = 'violet harbour 42';

/** Registers an organization; its person may call from then on. */
export async function createTenant(api: Balancer, owner: pg.Pool, name: string) {
  const tenant = { organizationId: '', cookie: '' };
  const call = async (method: string, path: string, json?: unknown): Promise<Made> => {
    const answer = await api.ask({ method, path, cookie: tenant.cookie, json }, 200, 201, 204);
    if (!answer) throw new Error([...api.failures.keys()].join('\n'));
    if (answer.cookies.length > 0) tenant.cookie = answer.cookies.map((set) => set.split(';')[0]).join('; ');
    return JSON.parse(answer.body || '{}') as Made;
  };
  const email = `ada@${name.toLowerCase()}.example`;
  const names = { name: 'Ada Pine', organizationName: name };
  await call('POST', '/api/auth/register', { ...names, email, password, confirmPassword: password });
  const { rows } = await owner.query<{ id: string }>('select id from organizations where name = $1', [name]);
  tenant.organizationId = rows[0]!.id;
  await confirm(owner);
  return { tenant, call };
}

/** As if the links of the mails had been opened; versions before confirmation know no such column. */
async function confirm(owner: pg.Pool): Promise<void> {
  const unknownColumn = '42703';
  await owner.query('update directory.users set email_confirmed_at = now()').catch((error: { code?: unknown }) => {
    if (error.code !== unknownColumn) throw error;
  });
}

/** One that may send, with contacts and a printed code. */
export async function createSender(api: Balancer, owner: pg.Pool, smtpPort: number, people: number): Promise<Sender> {
  const { tenant, call } = await createTenant(api, owner, 'Upgrade');
  const { organizationId } = tenant;
  const domain = await call('POST', '/api/sending/domains', { domain: 'upgrade.example' });
  await owner.query(
    `update sending_domains set state = 'verified', verified_at = now(), warming_since = now() - interval '60 days',
       next_check_at = now() + interval '1 day' where id = $1`,
    [domain.id],
  );
  await owner.query('update dkim_keys set active_from = now() where domain_id = $1', [domain.id]);
  await call('POST', '/api/sending/senders', { fromName: 'House', fromEmail: 'news@upgrade.example', isDefault: true });
  const server = { name: 'Sink', host: '127.0.0.1', port: smtpPort, tls: 'none', isDefault: true };
  await call('POST', '/api/sending/connections', server);
  await call('PUT', '/api/sending/address', { postalAddress: '1 High Street\nBristol' });
  await owner.query(
    `insert into contacts (organization_id, email, first_name)
     select $1, 'p' || n || '@r' || n % 25 || '.example', 'Person ' || n from generate_series(1, $2::int) n`,
    [organizationId, people],
  );
  const qr = await call('POST', '/api/qr-codes', { name: 'Window', targetUrl: 'https://www.example.com/menu' });
  return { ...tenant, code: qr.shortCode };
}

/** A campaign to everybody, on its way. */
export async function sendToAll(api: Balancer, { cookie }: Tenant, name: string): Promise<string> {
  const json = { name, subject: `${name} is here`, htmlContent: '<p>Hello {{ first_name }}</p>' };
  const made = await api.ask({ method: 'POST', path: '/api/campaigns', cookie, json }, 201);
  const { id } = JSON.parse(made?.body ?? '{}') as { id: string };
  const sent = await api.ask({ method: 'POST', path: `/api/campaigns/${id}/send`, cookie }, 200);
  if (!sent) throw new Error([...api.failures.keys()].join('\n'));
  return id;
}

/** Rows of somebody else, so that a migration meets a table that has grown. */
export async function insertBystanders(owner: pg.Pool, rows: number): Promise<void> {
  await owner.query(
    `with house as (insert into organizations (name) values ('Large House') returning id)
     insert into contacts (organization_id, email, first_name)
     select house.id, 'b' || n || '@large.example', 'Person ' || n from house, generate_series(1, $1::int) n`,
    [rows],
  );
  await owner.query('analyze contacts');
}
