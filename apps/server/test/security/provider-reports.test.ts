import { createSign, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SnsMessage, signedText } from '../../src/edge/provider/sns.ts';
import { newsIn } from '../../src/features/campaigns/delivery-events/reports.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { scan, startTestEdge, type TestEdge } from '../harness/test-edge.ts';
import { prototypeKeys } from '../forms/bad-payloads.ts';
import { asMany } from './sizes.ts';

const secret = 'a-secret-of-24-bytes-as-text';
const connections = { ses: randomUUID(), postmark: randomUUID() };
type Provider = keyof typeof connections;
const fixture = (name: string) => readFileSync(new URL(`../fixtures/sns/${name}`, import.meta.url), 'utf8');
const key = fixture('amazon.key.pem');

let edge: TestEdge;
beforeAll(async () => {
  edge = await startTestEdge({}, async () => fixture('amazon.pem'));
  const secrets = createSecrets({ SECRET_KEY: 'a test secret that is long enough 0123' });
  const sealed = secrets.encrypt({ purpose: 'provider-events', owner: edge.organizationId }, secret);
  for (const [kind, id] of [
    ['ses', connections.ses],
    ['smtp', connections.postmark],
  ])
    await edge.db.owner.query(
      `insert into smtp_connections (organization_id, id, name, kind, host, port, tls, max_connections, events_secret)
       values ($1, $2, 'Connection', $3, 'mail.example.org', 587, 'starttls', 5, $4)`,
      [edge.organizationId, id, kind, sealed],
    );
});
afterAll(() => edge.close());
beforeEach(() => edge.db.owner.query('delete from inbox_events'));

const send = (provider: Provider, body: string | Buffer, type = 'application/json') =>
  scan(edge, `/events/${provider}/${edge.organizationId}/${connections[provider]}/${secret}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(Buffer.from(body)),
    signal: AbortSignal.timeout(5_000),
  });

/** What waits was recorded whole, and can be understood without an exception. */
async function recorded(): Promise<number> {
  const { rows } = await edge.db.owner.query<{ payload: { report: { provider: Provider; text: string } } }>(
    'select payload from inbox_events',
  );
  for (const { payload } of rows) newsIn({ happenedAt: Date.now(), signals: payload } as never, []);
  return rows.length;
}

const bounce = {
  RecordType: 'Bounce',
  Type: 'HardBounce',
  MessageID: randomUUID(),
  Email: 'a@example.org',
  BouncedAt: new Date().toISOString(),
  Metadata: { send: randomUUID() },
};
const text = JSON.stringify(bounce);
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const signed = (change: Partial<SnsMessage> = {}): string => {
  const message: SnsMessage = {
    Type: 'Notification',
    MessageId: randomUUID(),
    TopicArn: 'arn:aws:sns:eu-west-1:123456789012:mail',
    Message: JSON.stringify({ notificationType: 'Bounce', mail: { messageId: 'x' } }),
    Timestamp: new Date().toISOString(),
    SignatureVersion: '2',
    Signature: '',
    SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123.pem',
    ...change,
  };
  return JSON.stringify({
    ...message,
    Signature: createSign('RSA-SHA256').update(signedText(message)).sign(key, 'base64'),
  });
};
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const changedBounce = (change: object) => JSON.stringify({ ...bounce, ...change });

type Case = [what: string, provider: Provider, body: string | Buffer, expected: 200 | 403 | 413, type?: string];
const cases: Case[] = [
  ...[0, 1, 20, 60, text.length - 1].map((end): Case => [`cut after ${end}`, 'postmark', text.slice(0, end), 403]),
  ['reordered', 'postmark', JSON.stringify(Object.fromEntries(Object.entries(bounce).toReversed())), 200],
  ...['Open', 'Click', 'SubscriptionChange', 'Inbound', '', '__proto__', 'constructor', 'x'.repeat(10_000)].map(
    (type): Case => [`the type ${type.slice(0, 20)}`, 'postmark', changedBounce({ RecordType: type }), 200],
  ),
  ...[null, 7, [], {}, true].map((type): Case => [
    `the type ${JSON.stringify(type)}`,
    'postmark',
    changedBounce({ RecordType: type }),
    200,
  ]),
  ['a body of 10 MB', 'postmark', changedBounce({ Details: 'x'.repeat(10_000_000) }), 413],
  ['a body at the limit', 'postmark', changedBounce({ Details: 'x'.repeat(300_000) }), 200],
  [
    'bytes that are no UTF-8',
    'postmark',
    Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0x2c, 0xff, 0xfe])]),
    403,
  ],
  [
    'Latin-1 in a name',
    'postmark',
    Buffer.from(changedBounce({ Name: 'José' }), 'latin1'),
    200,
    'application/json; charset=iso-8859-1',
  ],
  ['UTF-16', 'postmark', Buffer.from(text, 'utf16le'), 403, 'application/json; charset=utf-16'],
  ['an unknown charset', 'postmark', text, 200, 'application/json; charset=klingon'],
  ['a mark before the text', 'postmark', `\ufeff${text}`, 403],
  ['NUL in a text', 'postmark', changedBounce({ Email: 'a\u0000@example.org' }), 200],
  ['half a character', 'postmark', text.replace('a@', String.raw`\ud800@`), 200],
  ['a form', 'postmark', 'RecordType=Bounce', 403, 'application/x-www-form-urlencoded'],
  ['fields of a future version', 'postmark', changedBounce({ Version: 99, NewThing: { deep: [1, { a: null }] } }), 200],
  ['a time an hour ago', 'postmark', changedBounce({ BouncedAt: hours(-1) }), 200],
  ['a time in an hour', 'postmark', changedBounce({ BouncedAt: hours(1) }), 200],
  ['a time in the year 9999', 'postmark', changedBounce({ BouncedAt: '9999-12-31T00:00:00Z' }), 200],
  ['no time', 'postmark', changedBounce({ BouncedAt: 'yesterday' }), 200],
  ['a send that is no id', 'postmark', changedBounce({ Metadata: { send: "'; drop table contacts; --" } }), 200],
  ['100,000 levels', 'postmark', `{"RecordType":"Bounce","x":${nested(100_000)}}`, 200],
  [
    '20,000 fields',
    'postmark',
    JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, no) => [`k${no}`, no]))),
    200,
  ],
  ['a key twice', 'postmark', `{"RecordType":"Delivery",${text.slice(1)}`, 200],
  ['a list', 'postmark', `[${text}]`, 403],
  ['null', 'postmark', 'null', 403],
  ['a number beyond numbers', 'postmark', text.replace('"HardBounce"', '1e400'), 200],
  ['a notification', 'ses', signed(), 200],
  ['a notification of nothing', 'ses', signed({ Message: '' }), 200],
  ['a notification that is no JSON', 'ses', signed({ Message: '{' }), 200],
  ['a notification 60,000 levels deep', 'ses', signed({ Message: nested(60_000) }), 200],
  ['an unknown event', 'ses', signed({ Message: JSON.stringify({ eventType: 'Teleported', mail: {} }) }), 200],
  [
    '8,000 recipients',
    'ses',
    signed({
      Message: JSON.stringify({
        notificationType: 'Bounce',
        mail: { messageId: 'x' },
        bounce: {
          bounceType: 'Permanent',
          bouncedRecipients: Array.from({ length: 8_000 }, () => ({ emailAddress: 'a@b.c' })),
        },
      }),
    }),
    200,
  ],
  ['a timestamp an hour ago', 'ses', signed({ Timestamp: hours(-1) }), 200],
  ['a timestamp in an hour', 'ses', signed({ Timestamp: hours(1) }), 200],
  ['a signature of a future version', 'ses', signed({ SignatureVersion: '3' }), 403],
  ['an unknown type', 'ses', signed().replace('"Notification"', '"Telegram"'), 403],
  ['a cut notification', 'ses', signed().slice(0, -10), 403],
  ['a changed notification', 'ses', signed().replace('Bounce', 'Bounci'), 403],
  ['a message that is an object', 'ses', signed().replace(/"Message":"(?:[^"\\]|\\.)*"/, '"Message":{}'), 403],
];

describe('B20 reports of providers', () => {
  test('are as many as the catalogue asks for', () => {
    expect(cases.length).toBeGreaterThanOrEqual(50);
  });

  test.each(cases)('%s from %s', async (...[, provider, body, expected, type]) => {
    const { status } = await send(provider, body, type);

    expect([status, await recorded()]).toEqual([expected, expected === 200 ? 1 : 0]);
  });
});

test('B20 whatever a provider sends is recorded whole or refused', async () => {
  const seeds = [text, signed()];
  const put = fc.oneof(
    fc.constantFrom('"', '{', '}', '[', ',', ':', '\\', '\u0000', 'null', '1e999', '\\ud800'),
    fc.string({ maxLength: 6 }),
  );
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(8), put), { minLength: 1, maxLength: 5 });
  const mutants = fc.sample(fc.tuple(fc.nat(1), changes), asMany(100, 1_000));
  const statuses: number[] = [];

  for (const [which, list] of mutants) {
    const body = list.reduce((whole, [at, cut, piece]) => {
      const place = at % (whole.length + 1);
      return whole.slice(0, place) + piece + whole.slice(place + cut);
    }, seeds[which]!);
    statuses.push((await send(which === 0 ? 'postmark' : 'ses', body)).status);
  }

  expect(statuses.filter((status) => status !== 200 && status !== 403)).toEqual([]);
  expect(await recorded()).toBe(statuses.filter((status) => status === 200).length);
});

test.each(prototypeKeys)('T32 the key %s in a report is recorded as text and changes no object', async (key) => {
  const inherited = Reflect.ownKeys(Object.prototype);
  const planted = `${JSON.stringify(key)}:{"polluted":true}`;
  const metadata = text.replace('"Metadata":{', `"Metadata":{${planted},`);
  const event = `{${planted},"notificationType":"Bounce","mail":{${planted},"messageId":"x"},"bounce":{${planted}}}`;

  const answers = [
    await send('postmark', `{${planted},${metadata.slice(1)}`),
    await send('ses', signed({ Message: event })),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await recorded()).toBe(2);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(Reflect.ownKeys(Object.prototype)).toEqual(inherited);
});
