import { randomUUID } from 'node:crypto';
import type { Locale } from '@waggle/contracts/fields';
import { createTransport } from 'nodemailer';
import type { CampaignSender } from '../senders/for-campaign.ts';

const words: Record<Locale, { subject: string; text: (domain: string) => string }> = {
  en: {
    subject: 'Test mail from Waggle',
    text: (domain) => `This mail shows that mail from ${domain} leaves Waggle and arrives.`,
  },
  es: {
    subject: 'Correo de prueba de Waggle',
    text: (domain) => `Este correo demuestra que el correo de ${domain} sale de Waggle y llega.`,
  },
  fr: {
    subject: 'E-mail de test de Waggle',
    text: (domain) => `Ce message montre que les e-mails de ${domain} partent de Waggle et arrivent.`,
  },
};

/** A finished mail, signed with RSA where there is a key in use: what a receiver sees of a campaign of this sender. */
export async function composeTest(sender: CampaignSender, to: string, locale: Locale): Promise<Buffer> {
  const { subject, text } = words[locale];
  const key = sender.signingKeys.find(({ algorithm }) => algorithm === 'rsa-2048');
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(key && { dkim: { domainName: key.domain, keySelector: key.selector, privateKey: key.privateKey } }),
  });
  const composed = await composer.sendMail({
    // As objects: nothing of a name or an address is parsed again.
    from: { name: sender.fromName, address: sender.fromEmail },
    to: { name: '', address: to },
    ...(sender.replyTo && { replyTo: { name: '', address: sender.replyTo } }),
    subject,
    text: text(sender.domain),
    messageId: `<${randomUUID()}@${sender.domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  return composed.message as Buffer;
}
