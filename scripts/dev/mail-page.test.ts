import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailCatcher, startMailCatcher } from '../../apps/server/test/harness/mail-catcher.ts';
import { serveMailPage } from './mail-page.ts';
import { openMailbox } from './mailbox.ts';

const publicUrl = 'http://localhost:5173';
const folder = mkdtempSync(join(tmpdir(), 'waggle-mailbox-'));
let catcher: MailCatcher;
let page: Server;

/** As the command does when it starts, on what the last one left. */
async function start(): Promise<void> {
  const mailbox = openMailbox(folder);
  catcher = await startMailCatcher(0, mailbox);
  page = await serveMailPage(mailbox, { port: 0, publicUrl });
}
async function stop(): Promise<void> {
  page.close();
  await catcher.close();
}

beforeAll(async () => {
  await start();
  const transport = createTransport(catcher.url);
  await transport.sendMail({
    from: 'Waggle <no-reply@waggle.example>',
    to: 'ann@example.com',
    subject: 'Your <b>invitation</b>',
    text: `Join: ${publicUrl}/auth/join?token=abc`,
    html: `<p>Join <a href="${publicUrl}/auth/join?token=abc">here</a></p>`,
  });
  await transport.sendMail({ from: 'shop@example.com', to: 'ben@example.com', subject: 'Spring sale', text: 'Hello' });
});
afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true });
});

async function read(path: string, host = 'localhost'): Promise<string> {
  const { port } = page.address() as AddressInfo;
  return (await fetch(`http://${host}:${port}${path}`)).text();
}

test('emails are listed with sender, subject and time, the newest first, as text', async () => {
  const html = await read('/');

  expect(html.indexOf('Spring sale')).toBeLessThan(html.indexOf('Your &lt;b&gt;invitation&lt;/b&gt;'));
  expect(html).toContain('shop@example.com');
  expect(html).toContain('<time datetime="');
  expect(html).not.toContain('<b>invitation');
});

test('a search looks at sender, subject and text', async () => {
  const [bySubject, byText, nothing] = [
    await read('/?search=spring'),
    await read('/?search=join'),
    await read('/?search=zebra'),
  ];

  expect([bySubject.includes('Spring sale'), bySubject.includes('invitation')]).toEqual([true, false]);
  expect([byText.includes('Spring sale'), byText.includes('invitation')]).toEqual([false, true]);
  expect(nothing).toContain('Nothing matches “zebra”.');
});

test('an email is shown in a frame that runs nothing, and as text, headers and source', async () => {
  expect(await read('/mails/1')).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
  expect(await read('/mails/1?view=text')).toContain(`<a href="${publicUrl}/auth/join?token=abc"`);
  expect(await read('/mails/1?view=headers')).toContain('Message-ID:');
  expect(await read('/mails/1?view=source')).toContain('multipart/alternative');
});

test('links lead to the address the inbox is read at', async () => {
  const html = await read('/mails/1?view=text', '127.0.0.1');

  expect(html).toContain('http://127.0.0.1:5173/auth/join?token=abc');
});

test('what was caught is there after a restart, and new emails come after it', async () => {
  await stop();
  await start();
  await createTransport(catcher.url).sendMail({ from: 'a@b.example', to: 'c@d.example', subject: 'Later', text: 'x' });

  expect(catcher.mails.map(({ id, subject }) => [id, subject])).toEqual([
    [1, 'Your <b>invitation</b>'],
    [2, 'Spring sale'],
    [3, 'Later'],
  ]);
  expect(await read('/mails/2?view=source')).toContain('Subject: Spring sale');
});
