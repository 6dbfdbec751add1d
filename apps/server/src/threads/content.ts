import { clientGaps } from '@waggle/email/content/client-gaps';
import { imagesWithoutAlt } from '@waggle/email/content/images-without-alt';
import { compileContent, type Draft } from '@waggle/email/content/compile';
import type { EmailDocument } from '@waggle/contracts/email-document';
import { compileDocument } from '@waggle/email/document/compile-document';
import { parsePieces, Reader, renderPieces } from '@waggle/email/content/liquid';
import type { OneMail, ReadMail } from '../features/campaigns/content/compile-in-thread.ts';
import { loadMjml } from '../features/campaigns/content/load-mjml.ts';
import { createMailing } from '../features/campaigns/content/mailing.ts';
import { readMail } from '../features/campaigns/content/read-mail.ts';
import { serveTasks } from '../platform/threads/serve-tasks.ts';

/** Keys come as plain bytes out of the message. */
const composed = ({ frozen, keys, linkKey, settings, recipient }: OneMail) =>
  createMailing(frozen, keys, { ...linkKey, secret: Buffer.from(linkKey.secret) }, settings).compose(recipient);

serveTasks({
  compile: ({ draft, trapUrl }: { draft: Draft; trapUrl: string }) => compileContent(draft, trapUrl, loadMjml),
  document: (document: EmailDocument) => compileDocument(document, loadMjml),
  gaps: (pieces: readonly string[]) => clientGaps(...pieces),
  alt: (pieces: readonly string[]) => imagesWithoutAlt(...pieces),
  compose: composed,
  read: (mail: OneMail): ReadMail => ({
    subject: renderPieces(parsePieces(mail.frozen.subject), new Reader(mail.recipient)),
    ...readMail(composed(mail).message),
  }),
});
