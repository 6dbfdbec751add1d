import { createServer, type Server } from 'node:http';
import { escapeHtml } from '../../packages/email/src/escape-html.ts';
import type { CaughtMail, MailCatcher } from '../../apps/server/test/harness/mail-catcher.ts';

/** A page with the caught mails, newest first; nothing leaves the machine. */
export async function serveMailPage(catcher: MailCatcher, port: number): Promise<Server> {
  const server = createServer((request, reply) => {
    const id = Number(/^\/mails\/(\d+)$/.exec(request.url ?? '')?.[1]);
    const mail = catcher.mails.find((candidate) => candidate.id === id);
    reply.setHeader('content-type', 'text/html; charset=utf-8');
    // The mail's own HTML is shown in a frame that may run nothing.
    reply.end(mail ? showMail(mail) : listMails(catcher.mails));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

const frame = (
  title: string,
  body: string,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>body{font:14px/1.5 system-ui,sans-serif;max-width:960px;margin:32px auto;padding:0 16px;color:#191714;background:#f8f7f4}
table{width:100%;border-collapse:collapse;background:#fff;border:1px solid #e4e1dd}td,th{text-align:left;padding:10px 12px;border-bottom:1px solid #eceae6}
a{color:#8c4f10}iframe{width:100%;height:520px;border:1px solid #e4e1dd;background:#fff}pre{white-space:pre-wrap;background:#fff;border:1px solid #e4e1dd;padding:12px}</style>${body}</html>`;

function listMails(mails: readonly CaughtMail[]): string {
  const rows = mails
    .toReversed()
    .map(
      (mail) =>
        `<tr><td>${mail.at.toLocaleTimeString()}</td><td>${escapeHtml(mail.to)}</td><td><a href="/mails/${mail.id}">${escapeHtml(mail.subject)}</a></td></tr>`,
    )
    .join('');
  return frame(
    'Caught mail',
    `<h1>Caught mail</h1>${rows ? `<table><tr><th>Time<th>To<th>Subject</tr>${rows}</table>` : '<p>Nothing yet. Mail that Waggle sends lands here.</p>'}`,
  );
}

const showMail = (mail: CaughtMail) =>
  frame(
    mail.subject,
    `<p><a href="/">All mail</a></p><h1>${escapeHtml(mail.subject)}</h1><p>To ${escapeHtml(mail.to)}, from ${escapeHtml(mail.from)}</p>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(`<base target="_blank">${mail.html}`)}"></iframe><h2>Text</h2><pre>${escapeHtml(mail.text)}</pre>`,
  );
