import type { MarkedPart } from '@waggle/email/content/mark-links';
import type { Personal } from '@waggle/email/content/personal';
import { createThreadPool } from '#platform/threads/thread-pool.ts';

/** Apart from the thread that compiles: that one loads for more than a second, and whoever opens a report would wait for it. */
const threads = createThreadPool({
  entry: 'marks',
  most: 2,
  deadlineMs: 10_000,
  heapMegabytes: 128,
  tooComplex: 'This email is too long to show its links.',
});

export type MappedMail = { subject: string; html: string; reader: Personal };

/** A mail of 1 MB is cut at a thousand links. */
export const markInThread = (
  organizationId: string,
  mail: MappedMail,
): Promise<{ subject: string; parts: MarkedPart[] }> => threads.run(organizationId, 'mark', mail);
