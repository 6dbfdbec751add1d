import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSecrets } from '../../platform/secrets.ts';
import { addLinkKey, createLinkKeys } from '../../platform/tracking/link-keys.ts';
import type { LinkKey } from '../../platform/tracking/mac.ts';
import { signReturnPath } from '../../platform/tracking/return-path.ts';
import { startTestEdge, type TestEdge } from '../../../test/harness/test-edge.ts';

const secrets = createSecrets({ SECRET_KEY: 'a test secret that is long enough 0123' });
const sendId = randomUUID();
let edge: TestEdge;
let key: LinkKey;
let own: string;
beforeAll(async () => {
  edge = await startTestEdge({ INBOUND_SMTP_PORT: '0', HOST: '127.0.0.1' });
  key = await createLinkKeys(edge.database.tenant(null), secrets).newest();
  own = `${signReturnPath(key, { organizationId: edge.organizationId, sendId })}@bounce.example.org`;
});
afterAll(() => edge.close());
beforeEach(() => edge.db.owner.query('delete from inbox_events'));

const send = (to: string, raw: string, from = '') =>
  createTransport({ host: '127.0.0.1', port: edge.edge.inboundSmtpPort!, ignoreTLS: true }).sendMail({
    envelope: { from, to },
    raw,
  });
const waiting = async () =>
  (await edge.db.owner.query('select kind, subject_id, payload from inbox_events order by id')).rows as Record<
    string,
    any
  >[];
const dsn = (fields: string[]) =>
  [
    'From: MAILER-DAEMON@mx.example.net',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'It did not work.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    ...fields,
    '',
    '--b--',
    '',
  ].join('\r\n');

test('a delivery status is recorded for the mail it is about', async () => {
  await send(
    own.toUpperCase().replace('@BOUNCE.EXAMPLE.ORG', '@bounce.example.org'),
    dsn([
      'Final-Recipient: rfc822; a@example.net',
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1',
      ' no such user',
    ]),
  );
  await send(own, dsn(['Action: delayed', 'Status: 4.4.1']));

  const rows = await waiting();
  expect(rows.map(({ kind, subject_id }) => [kind, subject_id])).toEqual([
    ['bounce', sendId],
    ['bounce', sendId],
  ]);
  expect(rows.map(({ payload }) => JSON.parse(payload.report.text))).toEqual([
    { action: 'failed', status: '5.1.1', diagnostic: 'smtp; 550 5.1.1 no such user' },
    { action: 'delayed', status: '4.4.1', diagnostic: '' },
  ]);
});

test('a note of absence, an answer of a person and spam are no bounce', async () => {
  const mails = [
    'From: a@example.net\r\nSubject: Out of office\r\n\r\nI am back on 5.1.1 maybe.\r\n',
    'From: a@example.net\r\nSubject: Re: News\r\nAuto-Submitted: auto-replied\r\n\r\nAway.\r\n',
    'From: a@example.net\r\nSubject: Re: News\r\n\r\nThanks! 5.1.1\r\n',
    'From: postmaster@example.net\r\nX-Autoreply: yes\r\nSubject: x\r\n\r\n550 5.1.1\r\n',
    'Subject: buy\r\n\r\nnow\r\n',
    '',
  ];

  for (const mail of mails) await send(own, mail || '\r\n');

  expect(await waiting()).toEqual([]);
});

test('the prose of an old server is understood when it names a status', async () => {
  await send(
    own,
    'From: MAILER-DAEMON@old.example.net\r\nSubject: failure notice\r\n\r\n550 5.1.1 <a@example.net>: no such user\r\n',
  );

  expect((await waiting()).map(({ payload }) => JSON.parse(payload.report.text).status)).toEqual(['5.1.1']);
});

test('mail for anybody else, and forged return paths, are refused', async () => {
  const other = signReturnPath({ id: 1, secret: Buffer.alloc(32, 1) }, { organizationId: edge.organizationId, sendId });
  const refused = [`${other}@bounce.example.org`, 'postmaster@bounce.example.org', own.slice(1), 'a@gmail.com'];

  for (const to of refused) await expect(send(to, dsn(['Action: failed', 'Status: 5.1.1']))).rejects.toThrow('550');
  expect(await waiting()).toEqual([]);
});

test('more than a bounce can be is refused', async () => {
  await expect(send(own, `Subject: x\r\n\r\n${'x'.repeat(70)}\r\n`.repeat(20_000))).rejects.toThrow('552');
  expect(await waiting()).toEqual([]);
});

test('P3: while a key cannot be read, an address that may be ours is asked to come again, not refused for good', async () => {
  const stranger = `${signReturnPath({ id: 9, secret: Buffer.alloc(32) }, { organizationId: edge.organizationId, sendId })}@bounce.example.org`;
  const refusal = (to: string) => send(to, dsn(['Action: failed', 'Status: 5.1.1'])).catch((error: Error) => error);

  const before = await refusal(stranger);
  await addLinkKey(edge.database.tenant(null), createSecrets({ SECRET_KEY: 'a key that nobody has any more 012345' }));
  const after = await refusal(stranger);

  expect([before, after]).toMatchObject([{ responseCode: 550 }, { responseCode: 451 }]);
  await expect(send(own, dsn(['Action: failed', 'Status: 5.1.1']))).resolves.toBeDefined();
});
