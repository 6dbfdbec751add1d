import { compileContent, type Draft } from '../features/campaigns/content/compile.ts';
import type { OneMail } from '../features/campaigns/content/compile-in-thread.ts';
import { createMailing } from '../features/campaigns/content/mailing.ts';
import { serveTasks } from '../platform/threads/serve-tasks.ts';

serveTasks({
  compile: ({ draft, trapUrl }: { draft: Draft; trapUrl: string }) => compileContent(draft, trapUrl),
  compose: ({ frozen, keys, linkKey, settings, recipient }: OneMail) =>
    // Keys come as plain bytes out of the message.
    createMailing(frozen, keys, { ...linkKey, secret: Buffer.from(linkKey.secret) }, settings).compose(recipient),
});
