import { randomUUID } from 'node:crypto';
import type { Mailing } from '../../src/features/campaigns/content/mailing.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { createCampaignLedger } from '../../src/features/campaigns/sending/campaign-ledger.ts';
import { campaignSource } from '../../src/features/campaigns/sending/campaign-source.ts';
import type { LiveCampaign } from '../../src/features/campaigns/sending/queries.ts';
import type { SenderParts } from '../../src/features/delivery/index.ts';
import { type Sending, type SendingParts, startSending } from '../../src/features/delivery/sending.ts';
import { SmtpConnection } from '../../src/features/delivery/smtp/smtp-connection.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { unguarded } from '../../src/platform/installation/installation.ts';
import { createLog } from '../../src/platform/log.ts';
import { createTestDatabase } from '../harness/test-database.ts';

export type { Sending };
export type SendingHarness = Awaited<ReturnType<typeof createSendingHarness>>;

const plain: Mailing = {
  compose: ({ sendId, email }) => ({
    envelopeFrom: 'news@waggle.test',
    messageId: `<${sendId}@waggle.test>`,
    message: Buffer.from(
      `Message-ID: <${sendId}@waggle.test>\r\nTo: ${email}\r\nSubject: Hello\r\n\r\nHello ${email}.\r\n`,
    ),
  }),
};

/** A database with frozen campaigns, and workers that send them to a server of the test. */
export async function createSendingHarness() {
  const fresh = await createTestDatabase();
  const { owner, appUrl } = fresh;
  const database = openDatabase({ DATABASE_URL: appUrl, DATABASE_POOL_SIZE: 10, DATABASE_STATEMENT_TIMEOUT_MS: 5_000 });
  const log = createLog({ LOG_LEVEL: 'silent' }, 'test');
  const started: Sending[] = [];

  return {
    owner,
    database,
    async campaign(people: number) {
      const organizationId = randomUUID();
      const campaignId = randomUUID();
      await owner.query(`insert into organizations (id, name) values ($1, 'Hive')`, [organizationId]);
      await owner.query(
        `insert into contacts (organization_id, email) select $1, 'p' || i || '@' || left($2::text, 8) || '.example' from generate_series(1, $3::int) i`,
        [organizationId, campaignId, people],
      );
      await owner.query(
        `insert into campaigns (organization_id, id, name, status, subject, content, recipients, tracking, campaign_month, sent_at, audience)
         values ($1, $2, 'News', 'ACTIVE', 'Hello', '{}', '{}', '{}', date_trunc('month', now())::date, now(), $3)`,
        [organizationId, campaignId, people],
      );
      await owner.query(
        `insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, receiver)
         select organization_id, date_trunc('month', now())::date, $2, id, split_part(email, '@', 2) from contacts where organization_id = $1`,
        [organizationId, campaignId],
      );
      return { organizationId, campaignId };
    },
    start(
      port: number,
      parts: Partial<SendingParts> & {
        mailing?: Mailing;
        key?: string;
        maxConnections?: number;
        maxPerSecond?: number;
      } = {},
    ): Sending {
      const { mailing = plain, maxConnections = 10, maxPerSecond = null, key = `127.0.0.1:${port}`, ...others } = parts;
      const settings = {
        host: '127.0.0.1',
        port,
        tls: 'none',
        username: null,
        secret: null,
        answerTimeoutMs: 3_000,
      } as const;
      const transport = { key, poolKey: key, maxConnections, maxPerSecond, open: () => SmtpConnection.open(settings) };
      const openCampaign = async ({ organizationId, campaignId, month }: LiveCampaign): Promise<SenderParts> => {
        const ctx = backgroundContext(database, organizationId, 'campaigns.send');
        const ledger = createCampaignLedger(ctx, { campaignId, month }, { mailing, installation: unguarded });
        const nothing = { reputation: null, hold: async () => {}, suppress: async () => {} };
        return { ...nothing, ctx, id: campaignId, names: { campaignId }, ledger, transport, domain: 'waggle.test' };
      };
      const sources = [campaignSource(database, openCampaign)];
      const sending = startSending({ sources, log, workers: 10, leaseSeconds: 30, ...others });
      started.push(sending);
      return sending;
    },
    async states(campaignId: string): Promise<Record<string, number>> {
      const { rows } = await owner.query<{ state: string; people: number }>(
        'select state, count(*)::int as people from campaign_sends where campaign_id = $1 group by state',
        [campaignId],
      );
      return Object.fromEntries(rows.map(({ state, people }) => [state, people]));
    },
    async status(campaignId: string): Promise<string> {
      const { rows } = await owner.query('select status from campaigns where id = $1', [campaignId]);
      return (rows[0] as { status: string }).status;
    },
    async close(): Promise<void> {
      await Promise.all(started.map((sending) => sending.stop()));
      await database.close();
      await fresh.drop();
    },
  };
}
