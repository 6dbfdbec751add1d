import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import { isPrivateHost } from '../outbound/private-host.ts';

export type SystemMail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** Stable over retries, so that a receiver can recognise a repeat. */
  messageId: string;
  /** In place of the name in MAIL_FROM. Its address stays: it is what receivers check. */
  senderName?: string;
};

export type Mailer = { send(mail: SystemMail): Promise<void>; close(): void };

/** Mail about the account itself (reset, invitation), through the installation's SMTP server. Not for campaigns. */
export function createMailer(config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>): Mailer {
  const transport = createTransport(
    {
      ...serverOf(config.SMTP_URL),
      pool: true,
      maxConnections: 2,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 60_000,
    },
    { from: config.MAIL_FROM },
  );
  const host = new URL(config.PUBLIC_URL).hostname;
  const address = addressIn(config.MAIL_FROM);
  return {
    async send({ messageId, senderName, ...mail }) {
      await transport.sendMail({
        ...mail,
        // As an object: nothing of the name is parsed again.
        ...(senderName !== undefined && { from: { name: senderName, address } }),
        messageId: `<${messageId}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    close: () => transport.close(),
  };
}

const addressIn = (sender: string): string => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();

/** Reset links travel here: encryption is demanded unless the server is nearby or the address says `?tls=opportunistic`. */
function serverOf(smtpUrl: string): { url: string; requireTLS: boolean } {
  const url = new URL(smtpUrl);
  const preference = url.searchParams.get('tls');
  url.searchParams.delete('tls');
  const host = decodeURIComponent(url.hostname).replace(/^\[(.+)\]$/, '$1');
  return {
    url: url.href,
    requireTLS: preference === null ? !isPrivateHost(host.toLowerCase()) : preference === 'required',
  };
}
