import { createTransport } from 'nodemailer';
import type { CampaignSender } from './for-campaign.ts';

type Message = { to: string; subject: string; html: string; text: string; id: string };

/** A finished email that no person pressed Send for, signed with RSA where there is a key in use. */
export async function signedMessage(sender: CampaignSender, { to, id, ...content }: Message): Promise<Buffer> {
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
    ...content,
    messageId: `<${id}@${sender.domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  return composed.message as Buffer;
}
