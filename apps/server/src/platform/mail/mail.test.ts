import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MailCatcher, startMailCatcher } from '../../../test/harness/mail-catcher.ts';
import { loadConfig } from '../config.ts';
import { createMailer } from './mail.ts';

let plain: MailCatcher;
let encrypted: SMTPServer;
let encryptedPort: number;
let taken = 0;
const folder = mkdtempSync(join(tmpdir(), 'waggle-tls-'));

beforeAll(async () => {
  plain = await startMailCatcher();
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=mail.test',
      '-keyout',
      'k',
      '-out',
      'c',
    ],
    { cwd: folder, stdio: 'ignore' },
  );
  encrypted = new SMTPServer({
    authOptional: true,
    key: readFileSync(join(folder, 'k')),
    cert: readFileSync(join(folder, 'c')),
    onData(stream, _session, done) {
      taken += 1;
      stream.resume().on('end', () => done());
    },
  });
  encrypted.on('error', () => {});
  await new Promise<void>((resolve) => encrypted.listen(0, '127.0.0.1', resolve));
  encryptedPort = (encrypted.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await plain.close();
  await new Promise<void>((resolve) => encrypted.close(() => resolve()));
  rmSync(folder, { recursive: true });
});

/** 0.0.0.0 leads to this machine too, and is no private address: what holds for it holds for any server elsewhere. */
const elsewhere = (port: number | string, query = '') => `smtp://0.0.0.0:${port}${query}`;
const plainPort = () => new URL(plain.url).port;

async function send(SMTP_URL: string): Promise<void> {
  const mailer = createMailer({
    SMTP_URL,
    MAIL_FROM: 'Waggle <no-reply@waggle.test>',
    PUBLIC_URL: 'http://waggle.test',
  });
  const mail = { to: 'ada@house.example', subject: 'Reset', html: '<p>link</p>', text: 'link', messageId: 'reset.1' };
  await mailer.send(mail).finally(() => mailer.close());
}

describe('S4: system mail', () => {
  test('is not sent to a server elsewhere that offers no encryption', async () => {
    await expect(send(elsewhere(plainPort()))).rejects.toThrow(/STARTTLS/);

    expect(plain.mails).toEqual([]);
  });

  test('is not sent to a server whose certificate nobody vouches for', async () => {
    await expect(send(elsewhere(encryptedPort))).rejects.toThrow(/certificate|self.signed/i);

    expect(taken).toBe(0);
  });

  test('goes to a server on this machine without encryption, unless the address demands it', async () => {
    await expect(send(`${plain.url}?tls=required`)).rejects.toThrow(/STARTTLS/);
    await send(plain.url);

    expect(plain.mails).toHaveLength(1);
  });

  test('goes elsewhere without encryption when the operator says so', async () => {
    await send(elsewhere(plainPort(), '?tls=opportunistic'));

    expect(plain.mails).toHaveLength(2);
  });

  test('has no other setting', () => {
    const env = { PUBLIC_URL: 'http://a.example', DATABASE_URL: 'postgres://db/a', SECRET_KEY: 'x'.repeat(32) };

    expect(() => loadConfig({ ...env, SMTP_URL: 'smtp://mail.example?tls=maybe' })).toThrow(
      'required or opportunistic',
    );
  });
});
