import { randomUUID } from 'node:crypto';
import { randomFrom } from '../../../../test/harness/random.ts';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import type { TestApi } from '../../../../test/harness/test-api.ts';
import { ask } from '../../../../test/sending/ready-admin.ts';
import { sentCampaign } from '../../../../test/sending/sent-campaign.ts';

const dayMs = 86_400_000;
export const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();

type Results = { name?: string; bounced?: number; complained?: number; delivered?: number };

/** An agency on Plus whose rows can be of any time, of any of its clients or of none. */
export async function createAgency(api: TestApi, timezone = 'UTC') {
  const admin = await registerAdmin(api);
  const { organizationId } = admin.user;
  const run = (text: string, ...values: unknown[]) =>
    api.db.owner.query<{ id: string }>(text, [organizationId, ...values]);
  await run(`update organizations set timezone = $2, subscription_tier = 'plus' where id = $1`, timezone);

  return {
    admin,
    client: async (name: string): Promise<string> => (await ask(admin, 'POST', '/api/clients', { name })).id,
    people: async (clientId: string | null, count: number, at: string, status = 'active'): Promise<string[]> => {
      const { rows } = await run(
        `insert into contacts (organization_id, client_id, email, status, created_at)
         select $1, $2, 'p' || new_id() || '@maple.example', $3, $4 from generate_series(1, $5::int) returning id`,
        clientId,
        status,
        at,
        count,
      );
      return rows.map(({ id }) => id);
    },
    campaign: (clientId: string | null, sentAt: string, sent: number, { name, ...stats }: Results = {}) =>
      sentCampaign(api, admin, { clientId, sentAt, sent, stats, ...(name && { name }) }),
    purchase: async (clientId: string | null, at: string, paid: number, refunded = 0): Promise<void> => {
      await run(
        `insert into purchases (organization_id, client_id, source, order_scope, order_hash, paid_amount, refunded_amount, paid_currency, amount, purchased_at)
         values ($1, $2, 'file', $1, sha256(new_id()::text::bytea), $3, $4, 'USD', $3::bigint - $4::bigint, $5)`,
        clientId,
        paid,
        refunded,
        at,
      );
    },
    run,
  };
}

export type Agency = Awaited<ReturnType<typeof createAgency>>;

/** Contacts, campaigns, purchases and codes of three clients and of none, over 90 days; some of each are deleted. */
export async function fillAgency(agency: Agency, seed: number): Promise<string[]> {
  const { admin, run } = agency;
  const random = randomFrom(seed);
  const roll = (below: number) => Math.floor(random() * below);
  const statuses = ['active', 'lead', 'unsubscribed', 'bounced'];
  const clients = [await agency.client('One'), await agency.client('Two'), await agency.client('Three')];
  const owners = [...clients, null];
  const anyone = () => owners[roll(4)]!;
  const anyTime = () => daysAgo(random() * 90);
  for (let batch = 12; batch > 0; batch -= 1) {
    const ids = await agency.people(anyone(), 1 + roll(5), anyTime(), statuses[roll(4)]);
    if (roll(3) === 0) await run('delete from contacts where organization_id = $1 and id = $2', ids[0]);
    if (roll(4) === 0)
      await run('update contacts set client_id = $3 where organization_id = $1 and id = $2', ids.at(-1), anyone());
  }
  for (let count = 10; count > 0; count -= 1) {
    const sent = 2 + roll(400);
    const stats = { bounced: roll(sent / 4), complained: roll(3), ...(roll(2) === 0 && { delivered: roll(sent) }) };
    const id = await agency.campaign(anyone(), anyTime(), sent, stats);
    if (roll(4) === 0) await ask(admin, 'DELETE', `/api/campaigns/${id}`);
  }
  for (let count = 12; count > 0; count -= 1) {
    const paid = 1 + roll(50_000);
    await agency.purchase(anyone(), anyTime(), paid, [0, 0, roll(paid), paid][roll(4)]);
  }
  const { rows } = await run(
    `insert into qr_codes (organization_id, client_id, name, short_code, target_url, design)
     values ($1, $2, 'Code', $3, 'https://example.org', '{}') returning id`,
    clients[0],
    randomUUID().replaceAll(/[-0]/g, 'x').slice(0, 10),
  );
  await run('delete from qr_codes where organization_id = $1 and id = $2', rows[0]!.id);
  return clients;
}

export const show = (admin: Pick<Person, 'request'>, clientId: string | null) =>
  ask(admin, 'POST', '/api/auth/set-active-client', { clientId });
