import type { EmailDocument } from '@waggle/contracts/email-document';
import type { CompiledDocument } from '@waggle/email/document/compile-document';
import { createThreadPool } from '#platform/threads/thread-pool.ts';
import type { ClientGap } from '@waggle/email/content/client-gaps';
import type { CompiledContent, Draft } from '@waggle/email/content/compile';
import type { SigningKey } from './dkim.ts';
import type { FrozenContent, LinkKey, MailingSettings } from './mailing.ts';
import type { Recipient } from './recipient.ts';

/** MJML of 100,000 characters takes 2 s on a slow core and 150 MB; loading it takes a second more. */
const threads = createThreadPool({
  entry: 'content',
  most: 2,
  deadlineMs: 10_000,
  heapMegabytes: 256,
  tooComplex: 'This content takes too long to prepare. Make it shorter, with fewer nested elements.',
});

/** What an author wrote decides how long this takes, so it never runs where requests are answered. */
export const compileInThread = (organizationId: string, draft: Draft, trapUrl: string): Promise<CompiledContent> =>
  threads.run(organizationId, 'compile', { draft, trapUrl });

/** 300 blocks take half a second, so a document is compiled when it is looked at or sent, and not at every save. */
export const compileDocumentInThread = (organizationId: string, document: EmailDocument): Promise<CompiledDocument> =>
  threads.run(organizationId, 'document', document);

/** What mail programs ignore of HTML that a person wrote. */
export const clientGapsInThread = (organizationId: string, pieces: readonly string[]): Promise<ClientGap[]> =>
  threads.run(organizationId, 'gaps', pieces);

/** How many pictures of HTML that a person wrote have no text. */
export const imagesWithoutAltInThread = (organizationId: string, pieces: readonly string[]): Promise<number> =>
  threads.run(organizationId, 'alt', pieces);

export type OneMail = {
  frozen: FrozenContent;
  keys: readonly SigningKey[];
  linkKey: LinkKey;
  settings: MailingSettings;
  recipient: Recipient;
};

/** For a test: a worker composes a million of them where it sends, but one of 1 MB would hold requests up for 100 ms. */
export async function composeInThread(mail: OneMail): Promise<{ envelopeFrom: string; message: Buffer }> {
  const { organizationId } = mail.settings;
  const composed = await threads.run<{ envelopeFrom: string; message: Uint8Array }>(organizationId, 'compose', mail);
  return { ...composed, message: Buffer.from(composed.message) };
}

export type ReadMail = { subject: string; html: string; text: string };

/** The same mail, composed and read again as a mailbox reads it. */
export const readInThread = (mail: OneMail): Promise<ReadMail> =>
  threads.run(mail.settings.organizationId, 'read', mail);
