import { createServer, type Server } from 'node:http';
import { escapeHtml } from '../../packages/email/src/escape-html.ts';
import type { CaughtMail } from '../../apps/server/test/harness/mail-catcher.ts';
import { listPage, mailPage, views } from './mail-html.ts';

type Inbox = { mails: readonly CaughtMail[]; sourceOf: (id: number) => string };
type Options = { port: number; /** As emails name the app. */ publicUrl: string; host?: string };

/** Rows of a page of the list. */
const pageSize = 100;

/** An inbox with every caught email, newest first; nothing leaves the machine. */
export async function serveMailPage(inbox: Inbox, { port, publicUrl, host = '127.0.0.1' }: Options): Promise<Server> {
  const server = createServer((request, reply) => {
    const { pathname, searchParams, hostname } = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const id = Number(/^\/mails\/(\d+)$/.exec(pathname)?.[1]);
    const mail = inbox.mails.find((candidate) => candidate.id === id);
    reply.setHeader('content-type', 'text/html; charset=utf-8');
    if (!mail && pathname !== '/') reply.statusCode = 404;
    reply.end(mail ? show(inbox, mail, searchParams, hostname) : list(inbox.mails, searchParams));
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return server;

  function show({ sourceOf }: Inbox, mail: CaughtMail, asked: URLSearchParams, hostname: string): string {
    const view = views.find((one) => one === asked.get('view')) ?? 'email';
    const source = sourceOf(mail.id);
    const [headers = ''] = source.split(/\r?\n\r?\n/, 1);
    return mailPage(mail, view, {
      // Whoever reads at 127.0.0.1 is signed in there and not at localhost.
      email: mail.html.replaceAll(publicUrl, addressAt(publicUrl, hostname)),
      text: mail.text.replaceAll(publicUrl, addressAt(publicUrl, hostname)),
      headers,
      source,
    });
  }
}

function addressAt(publicUrl: string, hostname: string): string {
  const address = new URL(publicUrl);
  if (hostname === '127.0.0.1' || hostname === 'localhost') address.hostname = hostname;
  return address.origin;
}

function list(mails: readonly CaughtMail[], asked: URLSearchParams): string {
  const search = (asked.get('search') ?? '').trim();
  const words = search.toLowerCase().split(/\s+/);
  const found = mails.filter(({ from, to, subject, text }) => {
    const said = `${from}\n${to}\n${subject}\n${text}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
  const page = Math.max(1, Math.trunc(Number(asked.get('page')) || 1));
  const first = (page - 1) * pageSize;
  const shown = found.toReversed().slice(first, first + pageSize);
  const to = (wanted: number) => `/?${escapeHtml(new URLSearchParams({ search, page: String(wanted) }).toString())}`;
  return listPage(shown, {
    search,
    all: mails.length,
    found: found.length,
    newer: page > 1 ? to(page - 1) : undefined,
    older: first + pageSize < found.length ? to(page + 1) : undefined,
  });
}
