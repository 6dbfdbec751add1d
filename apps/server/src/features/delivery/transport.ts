import { createHash } from 'node:crypto';
import { dialFor, type Settings, type TransportSettings } from '#features/settings/index.ts';
import type { MailTransport } from './outcome.ts';
import { openSes } from './ses/ses-transport.ts';
import { SmtpConnection } from './smtp/smtp-connection.ts';

/** How emails leave: which server, and how many at once. Whoever sends by the same key shares its limits. */
export type Transport = {
  key: string;
  /** Connections with the same key are alike: same server, same login. Changed settings make it another. */
  poolKey: string;
  maxConnections: number;
  maxPerSecond: number | null;
  open(): Promise<MailTransport>;
};

/** The key of the connection all organizations share when they have none of their own. */
export const installation = 'installation';

/** Organizations never share a connection of their own, even to the same server: the login is theirs. */
export function transportOf(
  settings: Settings,
  organizationId: string,
  connectionSettings: TransportSettings,
): Transport {
  const { connectionId, maxConnections, maxPerSecond } = connectionSettings;
  const key = connectionId === null ? installation : `${organizationId} ${connectionId}`;
  const poolKey = `${key} ${createHash('sha256').update(JSON.stringify(connectionSettings)).digest('base64')}`;
  const shared = { key, poolKey, maxConnections, maxPerSecond };
  const answerTimeoutMs = settings.config.SMTP_ANSWER_TIMEOUT_MS;
  if (connectionSettings.kind === 'ses')
    return { ...shared, open: async () => openSes(connectionSettings, answerTimeoutMs) };
  const { host, port, tls, username, password: secret } = connectionSettings;
  const dial = dialFor(settings, connectionSettings);
  return { ...shared, open: () => SmtpConnection.open({ host, port, tls, username, secret, answerTimeoutMs, dial }) };
}
