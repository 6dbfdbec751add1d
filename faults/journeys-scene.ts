import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createApi } from '../apps/server/src/api.ts';
import type { TurnStage } from '../apps/server/src/features/automations/engine/ports.ts';
import { createCampaigns } from '../apps/server/src/features/campaigns/create-campaigns.ts';
import { createSettings } from '../apps/server/src/features/settings/create-settings.ts';
import { loadConfig } from '../apps/server/src/platform/config.ts';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { registerAdmin } from '../apps/server/test/harness/people.ts';
import { startPostgres } from '../apps/server/test/harness/postgres.ts';
import { createCaller, publicUrl, type TestApi } from '../apps/server/test/harness/test-api.ts';
import { startFakeSmtp } from '../apps/server/test/sending/fake-smtp.ts';
import { ask } from '../apps/server/test/sending/ready-admin.ts';
import { secretKey } from '../bench/edge-process.ts';
import type { AutomationDocument } from '../packages/contracts/src/automation-document.ts';
import { passTime } from './pass-time.ts';
import { superviseSendWorkers } from './send-workers.ts';
import { furnish } from './send-tenant.ts';

export type JourneyScene = Awaited<ReturnType<typeof openScene>>;

/** What documents say, since only encrypted addresses can be published; `leadWebhooks` leads it to the server of the run. */
export const webhookUrl = 'https://webhook.example/';

const workerFile = fileURLToPath(new URL('./journeys-worker.ts', import.meta.url));

const environment = (databaseUrl: string) => ({
  WAGGLE_MODE: 'test',
  PUBLIC_URL: publicUrl,
  DATABASE_URL: databaseUrl,
  SECRET_KEY: secretKey,
  SMTP_URL: 'smtp://127.0.0.1:1',
  DNS_SERVERS: '127.0.0.1:1',
  REGISTRATION: 'open',
  ALLOW_PRIVATE_MAIL_SERVERS: 'true',
  // Webhooks go to this machine.
  ALLOW_PRIVATE_WEBHOOKS: 'true',
  LOG_LEVEL: 'fatal',
  SENDING_LEASE_SECONDS: '3',
  UNSAFE_NO_RATE_LIMITS: 'true',
  SHED_EVENT_LOOP_DELAY_MS: '0',
});

/** An organization that may send, the product's API in this process, worker processes, a mail server and a server for webhooks. */
export async function openScene(people: number) {
  const postgres = await startPostgres({ durable: true });
  await migrate(postgres.ownerUrl(), () => {});
  const env = environment(postgres.appUrl());
  const config = loadConfig(env);
  const database = openDatabase(config);
  const owner = new pg.Pool({ connectionString: postgres.ownerUrl(), max: 4 });
  owner.on('error', () => {});
  owner.on('connect', (client) => client.on('error', () => {}));
  const app = await createApi(config, database, createLog(config, 'api'));
  await app.ready();
  const smtp = await startFakeSmtp();
  const webhooks = await startWebhookServer();
  const workers = superviseSendWorkers(env, workerFile);

  const api = { visitor: () => createCaller(app), db: { owner } } as unknown as TestApi;
  const admin = await registerAdmin(api, 'BUSINESS');
  const { organizationId } = admin.user;
  await owner.query(
    `update organizations set subscription_tier = 'plus', postal_address = '1 Hive Street' where id = $1`,
    [organizationId],
  );
  const campaigns = createCampaigns(createSettings({ config, database }));
  await furnish({ owner, campaigns }, organizationId, people, smtp.port);

  return {
    postgres,
    database,
    owner,
    admin,
    organizationId,
    smtp,
    webhooks,
    workers,
    /** An automation whose emails are written, published. `emails` are the ids of its email steps. */
    publish: (document: DocumentOf, emails: readonly string[]) => publishFirst(admin, document, emails),
    count: async (what: string): Promise<number> =>
      (await owner.query<{ count: number }>(`select count(*)::int from ${what}`)).rows[0]?.count ?? 0,
    leadWebhooks: () =>
      owner.query(`update automation_versions set program = replace(program::text, $1, $2)::json`, [
        webhookUrl,
        webhooks.url,
      ]),
    /** Leases of webhooks keep their time. */
    passTime: (minutes: number) => passTime(owner, minutes),
    async close(): Promise<void> {
      await workers.keep(0);
      await app.close();
      await database.close();
      await owner.end();
      await Promise.all([smtp.close(), webhooks.close()]);
      await postgres.destroy();
    },
  };
}

/** With the campaigns of its email steps, by step. */
export type DocumentOf = (campaigns: Readonly<Record<string, string | null>>) => AutomationDocument;
type Admin = Parameters<typeof ask>[0];

async function publishFirst(admin: Admin, document: DocumentOf, emails: readonly string[]) {
  const written: Record<string, string> = {};
  const { id } = await ask(admin, 'POST', '/api/automations', { name: 'Welcome', document: document({}) });
  for (const stepId of emails) {
    const email = { stepId, name: stepId, subject: stepId };
    const { campaignId } = await ask(admin, 'POST', `/api/automations/${id}/emails`, email);
    await ask(admin, 'PUT', `/api/campaigns/${campaignId}`, { htmlContent: '<p>Hello {{first_name}}</p>' });
    written[stepId] = campaignId;
  }
  const { draftNo } = await ask(admin, 'PUT', `/api/automations/${id}/draft`, { document: document(written) });
  await ask(admin, 'POST', `/api/automations/${id}/publish`, { draftNo });
  return { id: id as string, written };
}

/** Keeps what it was told: contact and `webhook-id`, by which a receiver knows a repetition. */
async function startWebhookServer() {
  const heard: { id: string; body: string }[] = [];
  const server = createServer((request, answer) => {
    void text(request).then((body) => {
      heard.push({ id: String(request.headers['webhook-id']), body });
      answer.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    heard,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** One of the two ends at its next turn that comes so far, while people get in; the other one where the first did not. */
export async function killAt(
  { workers }: Pick<JourneyScene, 'workers'>,
  stage: TurnStage,
  random: () => number,
  groups: readonly (() => Promise<void>)[],
): Promise<boolean> {
  let isKilled = false;
  let at = Math.floor(random() * 2);
  for (const getIn of groups) {
    await workers.allReady();
    const pid = workers.pid(at);
    const isGone = (): boolean => workers.pid(at) !== pid;
    if (!isKilled) workers.dieAt(at, stage, 1 + Math.floor(random() * 3));
    await getIn();
    if (!isKilled) for (let waited = 0; waited < 30 && !isGone(); waited += 1) await pause(100);
    isKilled ||= isGone();
    if (!isKilled) workers.dieAt(at, 'none', 1);
    at = 1 - at;
  }
  return isKilled;
}
