import { parsePieces, Reader, renderPieces } from '@waggle/email/content/liquid';
import { markLinks } from '@waggle/email/content/mark-links';
import type { MappedMail } from '../features/campaigns/content/mark-in-thread.ts';
import { serveTasks } from '../platform/threads/serve-tasks.ts';

serveTasks({
  mark: ({ subject, html, reader }: MappedMail) => ({
    subject: renderPieces(parsePieces(subject), new Reader(reader)),
    parts: markLinks(html, reader),
  }),
});
