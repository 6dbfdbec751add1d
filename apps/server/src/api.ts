import type { FastifyInstance } from 'fastify';
import { accountSubjects } from './features/accounts/audited/queries.ts';
import { accountRoutes } from './features/accounts/routes.ts';
import { createAccounts } from './features/accounts/create-accounts.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { campaignSubjects } from './features/campaigns/audited/queries.ts';
import { createCampaigns } from './features/campaigns/create-campaigns.ts';
import { campaignRoutes } from './features/campaigns/routes.ts';
import { contactSubjects } from './features/contacts/audited/queries.ts';
import { createErasureJournal } from './features/contacts/privacy/erasure-journal.ts';
import { contactRoutes } from './features/contacts/routes.ts';
import { dashboardRoutes } from './features/dashboard/routes.ts';
import { settingsSubjects } from './features/settings/audited/queries.ts';
import { createSettings } from './features/settings/create-settings.ts';
import { settingsRoutes } from './features/settings/routes.ts';
import { linkSubjects } from './features/links/audited/queries.ts';
import { linkRoutes } from './features/links/routes.ts';
import type { AuditSubjects } from './platform/audit/audit.ts';
import type { Config } from './platform/config.ts';
import type { Database } from './platform/database/database.ts';
import { createHttpApp } from './platform/http/app.ts';
import { answerNotFound } from './platform/http/errors.ts';
import { serveHealth } from './platform/http/health.ts';
import { serveReference } from './platform/http/reference.ts';
import type { Mount } from './platform/http/serve.ts';
import { createSessionCookies } from './platform/http/session-cookie.ts';
import { createShares } from './platform/http/shares.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import { type Installation, unguarded } from './platform/installation/installation.ts';
import type { Log } from './platform/log.ts';
import { createMailer } from './platform/mail/mail.ts';
import { listen } from './platform/notices.ts';
import { createRateLimits } from './platform/rate-limits.ts';
import { createSessions } from './platform/sessions.ts';

/** What the audit log can be about. */
const subjects: AuditSubjects = {
  ...accountSubjects,
  ...settingsSubjects,
  ...contactSubjects,
  ...linkSubjects,
  ...campaignSubjects,
};

type ApiOptions = {
  installation?: Installation;
  /** Adds what an edge answers, where one process serves everything on one address. */
  servePublic?: ((app: FastifyInstance) => void) | undefined;
};

/** The dashboard's API and, when built, the browser app. Every feature mounts its routes here. */
export async function createApi(
  config: Config,
  database: Database,
  log: Log,
  { installation = unguarded, servePublic }: ApiOptions = {},
): Promise<FastifyInstance> {
  const app = await createHttpApp(config, log);
  const sessions = createSessions(database);
  const limits = createRateLimits(database.pool, config.UNSAFE_NO_RATE_LIMITS);
  const mailer = createMailer(config);
  const notices = listen(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL, log, [
    { channel: 'session_changed', hear: sessions.forget, reset: sessions.forgetAll },
  ]);
  app.addHook('onClose', async () => {
    await notices.close();
    mailer.close();
  });

  const mount: Mount = {
    app,
    database,
    sessions,
    limits,
    shares: createShares(config),
    cookies: createSessionCookies(config),
    installation,
    subjects,
  };
  accountRoutes(mount, createAccounts({ config, database, limits, mailer, installation }));
  const settings = createSettings({ config, database });
  settingsRoutes(mount, settings);
  const journal = createErasureJournal(installation, settings.secrets);
  contactRoutes(mount, { demo: config.WAGGLE_MODE === 'demo', journal });
  campaignRoutes(mount, createCampaigns(settings, installation));
  linkRoutes(mount, config);
  dashboardRoutes(mount);
  auditRoutes(mount);

  servePublic?.(app);
  serveHealth(app, database);
  await serveReference(app, config.PUBLIC_URL);
  if (config.WEB_ROOT) await serveWebApp(app, config.WEB_ROOT);
  else app.setNotFoundHandler(answerNotFound);
  return app;
}
