// A mail server that sends nothing on and shows what it caught, for trying Waggle out: SMTP on 1025, the page on 8025.
import { startMailCatcher } from '../../apps/server/test/harness/mail-catcher.ts';
import { serveMailPage } from './mail-page.ts';
import { openMailbox } from './mailbox.ts';

const everywhere = '0.0.0.0';
const mailbox = openMailbox(process.env['MAILBOX_DATA'] ?? '/data/mailbox');
const catcher = await startMailCatcher(1025, mailbox, everywhere);
const page = await serveMailPage(mailbox, {
  port: 8025,
  publicUrl: process.env['PUBLIC_URL'] ?? '',
  host: everywhere,
});
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    page.close();
    void catcher.close().finally(() => process.exit(0));
  });
