import { compileContent, type Draft } from '@waggle/email/content/compile';
import type { OneMail } from '../features/campaigns/content/compile-in-thread.ts';
import { loadMjml } from '../features/campaigns/content/load-mjml.ts';
import { createMailing } from '../features/campaigns/content/mailing.ts';
import { serveTasks } from '../platform/threads/serve-tasks.ts';

serveTasks({
  compile: ({ draft, trapUrl }: { draft: Draft; trapUrl: string }) => compileContent(draft, trapUrl, loadMjml),
  compose: ({ frozen, keys, linkKey, settings, recipient }: OneMail) =>
    // Keys come as plain bytes out of the message.
    createMailing(frozen, keys, { ...linkKey, secret: Buffer.from(linkKey.secret) }, settings).compose(recipient),
});
