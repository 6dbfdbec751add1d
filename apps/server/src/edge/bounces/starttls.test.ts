import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecrets } from '../../platform/secrets.ts';
import { createLinkKeys } from '../../platform/tracking/link-keys.ts';
import { signReturnPath } from '../../platform/tracking/return-path.ts';
import { startTestEdge, type TestEdge } from '../../../test/harness/test-edge.ts';
import { readTlsFiles } from './tls.ts';

const secrets = createSecrets({ SECRET_KEY: 'a test secret that is long enough 0123' });
const folder = mkdtempSync(join(tmpdir(), 'waggle-tls-'));
let edge: TestEdge;
beforeAll(async () => {
  makeCertificate('own');
  makeCertificate('other');
  edge = await startTestEdge({
    INBOUND_SMTP_PORT: '0',
    HOST: '127.0.0.1',
    INBOUND_SMTP_TLS_KEY: join(folder, 'own.key'),
    INBOUND_SMTP_TLS_CERT: join(folder, 'own.pem'),
  });
});
afterAll(async () => {
  await edge.close();
  rmSync(folder, { recursive: true, force: true });
});

/** For the name mail.test, signed by itself. */
function makeCertificate(name: string): void {
  const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.pem`)];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const named = ['-subj', '/CN=mail.test', '-addext', 'subjectAltName=DNS:mail.test'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...named, ...files], { stdio: 'ignore' });
}

const bounce = [
  'From: MAILER-DAEMON@mx.example.net',
  'Subject: failure notice',
  '',
  '550 5.1.1 <a@example.net>: no such user',
  '',
].join('\r\n');

async function send(options: object) {
  const key = await createLinkKeys(edge.database.tenant(null), secrets).newest();
  const to = `${signReturnPath(key, { organizationId: edge.organizationId, sendId: randomUUID() })}@bounce.example.org`;
  const transport = createTransport({ host: '127.0.0.1', port: edge.edge.inboundSmtpPort!, ...options });
  return transport.sendMail({ envelope: { from: '', to }, raw: bounce }).finally(() => transport.close());
}
const recorded = async () => (await edge.db.owner.query("select from inbox_events where kind = 'bounce'")).rowCount;

test('a bounce comes over TLS, with our certificate, from whoever demands it', async () => {
  const before = await recorded();

  const sent = await send({
    requireTLS: true,
    tls: { ca: readFileSync(join(folder, 'own.pem')), servername: 'mail.test', rejectUnauthorized: true },
  });

  expect(sent.response).toMatch(/^250/);
  expect(await recorded()).toBe(before! + 1);
});

test('a server that would not believe another certificate does not believe ours', async () => {
  const tls = { ca: readFileSync(join(folder, 'other.pem')), servername: 'mail.test', rejectUnauthorized: true };

  await expect(send({ requireTLS: true, tls })).rejects.toThrow(/self.signed|certificate/i);
});

test('a server without TLS is taken as before', async () => {
  const before = await recorded();

  await send({ ignoreTLS: true });

  expect(await recorded()).toBe(before! + 1);
});

test('without a key and a certificate TLS is not offered', async () => {
  const plain = await startTestEdge({ INBOUND_SMTP_PORT: '0', HOST: '127.0.0.1' });
  const transport = createTransport({ host: '127.0.0.1', port: plain.edge.inboundSmtpPort!, requireTLS: true });

  await expect(transport.verify()).rejects.toThrow('STARTTLS');
  transport.close();
  await plain.close();
});

test('one file without the other, a missing one and two that do not belong together stop the start', () => {
  const files = (key: string | undefined, cert: string | undefined) => () =>
    readTlsFiles({
      INBOUND_SMTP_TLS_KEY: key && join(folder, key),
      INBOUND_SMTP_TLS_CERT: cert && join(folder, cert),
    });

  expect(files(undefined, undefined)()).toBeNull();
  expect(files('own.key', undefined)).toThrow('needed together');
  expect(files(undefined, 'own.pem')).toThrow('needed together');
  expect(files('nowhere.key', 'own.pem')).toThrow('ENOENT');
  expect(files('other.key', 'own.pem')).toThrow(/mismatch/i);
});
