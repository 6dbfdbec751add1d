import { randomUUID } from 'node:crypto';
import type { Locale } from '@waggle/contracts/fields';
import { renderSystemMail } from '@waggle/email/system-mail';
import { createTransport } from 'nodemailer';
import type { CampaignSender } from '../senders/for-campaign.ts';
import { type Tested, testWords } from './words.ts';

/** A finished mail, signed with RSA where there is a key in use: what a receiver sees of a campaign of this sender. */
export async function composeTest(sender: CampaignSender, to: string, locale: Locale, tested: Tested): Promise<Buffer> {
  const { subject, ...parts } = testWords(locale, sender, tested);
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
    ...renderSystemMail({ locale, ...parts }),
    messageId: `<${randomUUID()}@${sender.domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  return composed.message as Buffer;
}
