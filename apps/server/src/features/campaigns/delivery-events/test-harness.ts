import { randomBytes, randomUUID } from 'node:crypto';
import { createTestDatabase } from '../../../../test/harness/test-database.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createRound, drainRound } from '#platform/inbox/drain.ts';
import type { InboxEvent, Signals } from '#platform/inbox/event.ts';
import { createUuidV7 } from '#platform/uuid-v7.ts';
import { createLog } from '#platform/log.ts';
import type { LinkKey } from '#platform/tracking/mac.ts';
import { deliveryEventDrains } from './drains.ts';

export type DeliveryEventsHarness = Awaited<ReturnType<typeof createDeliveryEventsHarness>>;
// oxlint-disable-next-line no-explicit-any -- a test knows what it asked for
type Row = Record<string, any>;
export type Mailed = { organizationId: string; campaignId: string; sends: { sendId: string; contactId: string }[] };

export const person: Signals = {
  address: '203.0.113.7',
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  language: 'de-DE,de;q=0.9',
  fetchMode: 'navigate',
};
export const linkKey: LinkKey = { id: 1, secret: Buffer.alloc(32, 7) };

/** A database with sent campaigns, and a drain that runs when told. */
export async function createDeliveryEventsHarness() {
  const fresh = await createTestDatabase();
  const { owner, appUrl } = fresh;
  const database = openDatabase({
    DATABASE_URL: appUrl,
    DATABASE_POOL_SIZE: 10,
    DATABASE_STATEMENT_TIMEOUT_MS: 30_000,
  });
  const log = createLog({ LOG_LEVEL: 'silent' }, 'test');
  const linkKeys = { all: async () => [linkKey] };
  const handlers = deliveryEventDrains(linkKeys, () => null);
  let failure: unknown;
  const warn = ({ err }: { err: unknown }) => {
    failure = err;
  };
  const round = createRound({ database, log: Object.assign(Object.create(log), { warn }), handlers });

  return {
    owner,
    appUrl,
    database,
    log,
    handlers,
    mailed: (people: number, options: MailedOptions = {}) => mailedIn(owner, people, options),
    deliver: (events: readonly InboxEvent[]) => deliverIn(owner, events),
    /** Until nothing waits any more. */
    async drain(): Promise<void> {
      for (let turn = 0; turn < 10; turn += 1) {
        await drainRound(round);
        const { rows } = await owner.query('select from inbox_events where drained_at is null limit 1');
        if (rows.length === 0) return;
      }
      throw new Error('The inbox did not empty.', { cause: failure });
    },
    async rows(text: string, ...values: unknown[]): Promise<Row[]> {
      return (await owner.query(text, values)).rows as Row[];
    },
    async stats({ campaignId }: Mailed): Promise<Record<string, number>> {
      const { rows } = await owner.query('select stats from campaigns where id = $1', [campaignId]);
      return (rows[0] as { stats: Record<string, number> }).stats;
    },
    async close(): Promise<void> {
      await database.close();
      await fresh.drop();
    },
  };
}

const nextId = createUuidV7();

export const eventOf = (
  { organizationId, campaignId }: Mailed,
  kind: string,
  signals: Partial<Signals>,
  happenedAt = Date.now() - 60_000,
): InboxEvent => ({
  id: nextId(),
  organizationId,
  clientId: null,
  kind,
  subjectId: campaignId,
  happenedAt,
  signals: { ...person, ...signals },
});

type SesWords = {
  type: 'Delivery' | 'Bounce' | 'Complaint' | 'DeliveryDelay';
  sendId: string;
  email: string;
  at: number;
  bounceType?: string;
};

/** As Amazon SES words it, with the headers of the mail. */
export function sesReport({ type, sendId, email, at, bounceType = 'Permanent' }: SesWords): Partial<Signals> {
  const timestamp = new Date(at).toISOString();
  const people = [{ emailAddress: email }];
  const said = {
    Delivery: { delivery: { timestamp, recipients: [email] } },
    Bounce: { bounce: { timestamp, bounceType, bouncedRecipients: people } },
    Complaint: { complaint: { timestamp, complainedRecipients: people } },
    DeliveryDelay: { deliveryDelay: { timestamp, delayedRecipients: people } },
  }[type];
  const mail = { messageId: `ses-${sendId}`, headers: [{ name: 'Message-ID', value: `<${sendId}@waggle.test>` }] };
  return { report: { provider: 'ses', text: JSON.stringify({ notificationType: type, mail, ...said }) } };
}

/** `hashed` is false for a ledger of the version before, which kept no hashes. */
type MailedOptions = { links?: number; state?: string; clientId?: string | null; hashed?: boolean };
type Owner = Awaited<ReturnType<typeof createTestDatabase>>['owner'];

/** A sent campaign with links 1 to `links` and a trap behind them. */
async function mailedIn(
  owner: Owner,
  people: number,
  { links = 3, state = 'accepted', clientId = null, hashed = true }: MailedOptions,
): Promise<Mailed> {
  const organizationId = randomUUID();
  const campaignId = randomUUID();
  await owner.query(`insert into organizations (id, name, timezone) values ($1, 'Hive', 'Europe/Berlin')`, [
    organizationId,
  ]);
  if (clientId)
    await owner.query(`insert into clients (organization_id, id, name) values ($1, $2, 'C')`, [
      organizationId,
      clientId,
    ]);
  await owner.query(
    `insert into contacts (organization_id, client_id, email) select $1, $4, 'p' || i || '@' || left($2::text, 8) || '.example' from generate_series(1, $3::int) i`,
    [organizationId, campaignId, people, clientId],
  );
  await owner.query(
    `insert into campaigns (organization_id, id, client_id, name, status, subject, content, recipients, tracking, campaign_month, sent_at, audience)
     values ($1, $2, $4, 'News', 'ACTIVE', 'Hello', '{}', '{}', '{}', date_trunc('month', now())::date, now(), $3)`,
    [organizationId, campaignId, people, clientId],
  );
  await owner.query(
    `insert into campaign_links (organization_id, campaign_id, client_id, link_no, url, is_trap)
     select $1, $2, $4, i, 'https://example.org/' || i, i = $3::int + 1 from generate_series(1, $3::int + 1) i`,
    [organizationId, campaignId, links, clientId],
  );
  await owner.query('insert into suppression_keys (organization_id, key) values ($1, $2)', [
    organizationId,
    randomBytes(32),
  ]);
  const { rows } = await owner.query(
    `insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, client_id, state, receiver, address_hash)
     select organization_id, date_trunc('month', now())::date, $2, id, client_id, $3, split_part(email, '@', 2),
       case when $4 then sha256(key || sha256(key || convert_to('email:' || email_folded, 'UTF8'))) end
     from contacts join suppression_keys using (organization_id)
     where organization_id = $1 returning id as "sendId", contact_id as "contactId"`,
    [organizationId, campaignId, state, hashed],
  );
  return { organizationId, campaignId, sends: rows as Mailed['sends'] };
}

async function deliverIn(owner: Owner, events: readonly InboxEvent[]): Promise<void> {
  await owner.query(
    `insert into inbox_events (organization_id, received_on, id, client_id, kind, subject_id, happened_at, payload)
     select e."organizationId", (to_timestamp(e."happenedAt" / 1000) at time zone 'UTC')::date, e.id, e."clientId", e.kind,
       e."subjectId", to_timestamp(e."happenedAt" / 1000), e.signals
     from json_to_recordset($1::json) as e (id uuid, "organizationId" uuid, "clientId" uuid, kind text, "subjectId" uuid, "happenedAt" float8, signals jsonb)
     on conflict do nothing`,
    [JSON.stringify(events)],
  );
}
