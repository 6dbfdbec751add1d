import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { backgroundContext } from '../apps/server/src/platform/background-context.ts';
import { createCampaigns } from '../apps/server/src/features/campaigns/create-campaigns.ts';
import { createSettings } from '../apps/server/src/features/settings/create-settings.ts';
import { loadConfig } from '../apps/server/src/platform/config.ts';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { startPostgres } from '../apps/server/test/harness/postgres.ts';
import { insertOrganization } from './send-tenant.ts';
import { superviseSendWorkers } from './send-workers.ts';

export type SendHarness = Awaited<ReturnType<typeof createSendHarness>>;
export type Mailed = { organizationId: string; campaignId: string };

const everybody = {
  type: 'all',
  tagIds: [],
  tagMatch: 'any',
  segmentIds: [],
  contactIds: [],
  exclude: { tagIds: [], segmentIds: [], contactIds: [] },
};
const content = {
  html: '<p>Hello {{ first_name | default: "there" }}, <a href="https://www.example.com/news">read on</a>.</p>',
  text: 'Hello.',
};

/** A database cluster of its own with worker processes, and organizations that may send. */
export async function createSendHarness(
  env: Record<string, string> = {},
  workerFile?: string,
  execArgv?: readonly string[],
  server: { directory?: string; bin?: string } = {},
) {
  const postgres = await startPostgres({ durable: true, ...server });
  await migrate(postgres.ownerUrl(), () => {});
  const settingsOfAll = {
    PUBLIC_URL: 'https://waggle.example',
    DATABASE_URL: postgres.appUrl(),
    SECRET_KEY: 'a secret of the fault runs, long enough',
    SMTP_URL: 'smtp://127.0.0.1:1',
    ALLOW_PRIVATE_MAIL_SERVERS: 'true',
    LOG_LEVEL: 'fatal',
    SENDING_CONNECTIONS: '10',
    SENDING_LEASE_SECONDS: '3',
    SMTP_ANSWER_TIMEOUT_MS: '1500',
    ...env,
  };
  const config = loadConfig(settingsOfAll);
  const database = openDatabase(config);
  const owner = new pg.Pool({ connectionString: postgres.ownerUrl(), max: 4 });
  owner.on('error', () => {});
  owner.on('connect', (client) => client.on('error', () => {}));
  const campaigns = createCampaigns(createSettings({ config, database }));
  const workers = superviseSendWorkers(settingsOfAll, workerFile, execArgv);

  return {
    postgres,
    config,
    database,
    owner,
    campaigns,
    workers,
    organization: (people: number, port: number) => insertOrganization({ owner, campaigns }, people, port),
    contextOf: ({ organizationId }: Mailed) => backgroundContext(database, organizationId, 'faults'),
    /** A campaign that is ready to be sent to all contacts. */
    async draft(organizationId: string, says = content): Promise<Mailed> {
      const campaignId = randomUUID();
      await owner.query(
        `insert into campaigns (organization_id, id, name, subject, content, recipients, tracking)
         values ($1, $2, 'News', 'Hello', $3, $4, '{"opens":true,"clicks":true}')`,
        [organizationId, campaignId, JSON.stringify(says), JSON.stringify(everybody)],
      );
      return { organizationId, campaignId };
    },
    /** What waits for later is due now, as if hours had passed. */
    async passTime({ organizationId }: Mailed): Promise<void> {
      await owner.query(
        `update campaign_sends set next_attempt_at = now() where organization_id = $1 and state = 'pending' and next_attempt_at > now()`,
        [organizationId],
      );
      await owner.query(`delete from send_budgets where organization_id = $1`, [organizationId]);
    },
    async close(): Promise<void> {
      await workers.keep(0);
      await database.close();
      await owner.end();
      await postgres.destroy();
    },
  };
}

/** Asks until the answer is yes; a database that is away is not an answer. */
export async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  seconds = 60,
  everyMs = 20,
): Promise<void> {
  for (const deadline = Date.now() + seconds * 1_000; Date.now() < deadline; await pause(everyMs)) {
    if (await Promise.resolve(holds()).catch(() => false)) return;
  }
  throw new Error(`waited ${seconds} s for: ${what}`);
}
