import type { SendingDomain } from '@waggle/contracts/sending';
import { type Person, registerAdmin } from '../harness/people.ts';
import type { TestApi } from '../harness/test-api.ts';

export type ReadyAdmin = Awaited<ReturnType<typeof readyAdmin>>;

let count = 0;

/** An organization that may send: its DNS records count as found, and its mail leaves through the server at that port. */
export async function readyAdmin(api: TestApi, port = Number(new URL(api.mail.url).port)) {
  const admin = await registerAdmin(api);
  const name = `ready${(count += 1)}.example`;
  const domain = (await ask(admin, 'POST', '/api/sending/domains', { domain: name })) as SendingDomain;
  await api.db.owner.query(
    `update sending_domains set state = 'verified', next_check_at = now() + interval '1 day' where id = $1`,
    [domain.id],
  );
  await api.db.owner.query('update dkim_keys set active_from = now() where domain_id = $1', [domain.id]);
  const sender = await ask(admin, 'POST', '/api/sending/senders', {
    fromName: 'Maple & Rye',
    fromEmail: `hello@${name}`,
    isDefault: true,
  });
  const connection = await ask(admin, 'POST', '/api/sending/connections', {
    name: 'Relay',
    host: '127.0.0.1',
    port,
    tls: 'none',
    isDefault: true,
  });
  await ask(admin, 'PUT', '/api/sending/address', { postalAddress: '1 High Street\nBristol' });
  return Object.assign(admin, { domain, sender, connection });
}

/** The body of an answer that must be a good one. */
export async function ask(person: Pick<Person, 'request'>, method: string, path: string, body?: unknown): Promise<any> {
  const answer = await person.request(method, path, body);
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** People of the organization, straight into the table: p1@…, p2@… */
export async function addPeople(api: TestApi, admin: Person, people: number, clientId: string | null = null) {
  const { organizationId } = admin.user;
  const { rows } = await api.db.owner.query<{ id: string; email: string }>(
    `insert into contacts (organization_id, client_id, email, first_name)
     select $1::uuid, $3::uuid, 'p' || i || '@' || left($1::uuid::text, 8) || '.example', 'Person ' || i from generate_series(1, $2::int) i
     returning id, email`,
    [organizationId, people, clientId],
  );
  return rows;
}

export const spring = { name: 'Spring', subject: 'Spring is here', htmlContent: '<p>Hello {{first_name}}</p>' };

export const draft = (admin: Pick<Person, 'request'>, more: object = {}) =>
  ask(admin, 'POST', '/api/campaigns', { ...spring, ...more });
