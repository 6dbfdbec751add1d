import { createTransport } from 'nodemailer';
import type { CampaignSender } from './for-campaign.ts';

type Message = {
  to: string;
  subject: string;
  html: string;
  text: string;
  id: string;
  /** Pictures the HTML names by `cid:`. */
  pictures?: readonly { cid: string; filename: string; content: Buffer }[];
  /** Where one POST stops such emails (RFC 8058). */
  stopLink?: string;
};

/** Those nodemailer signs unless told, and the one that says a POST is enough, which must be signed as well. */
const signedFields =
  'From:Sender:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post';

/** A finished email that no person pressed Send for, signed with RSA where there is a key in use. */
export async function signedMessage(
  sender: CampaignSender,
  { to, id, pictures = [], stopLink, ...content }: Message,
): Promise<Buffer> {
  const key = sender.signingKeys.find(({ algorithm }) => algorithm === 'rsa-2048');
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(key && {
      dkim: {
        domainName: key.domain,
        keySelector: key.selector,
        privateKey: key.privateKey,
        headerFieldNames: signedFields,
      },
    }),
  });
  const composed = await composer.sendMail({
    // As objects: nothing of a name or an address is parsed again.
    from: { name: sender.fromName, address: sender.fromEmail },
    to: { name: '', address: to },
    ...(sender.replyTo && { replyTo: { name: '', address: sender.replyTo } }),
    ...content,
    messageId: `<${id}@${sender.domain}>`,
    attachments: pictures.map((picture) => ({
      ...picture,
      contentType: 'image/png',
      contentDisposition: 'inline' as const,
    })),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(stopLink && {
        'List-Unsubscribe': `<${stopLink}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  });
  return composed.message as Buffer;
}
