import { createSign, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSecrets } from '../../platform/secrets.ts';
import { scan, startTestEdge, type TestEdge } from '../../../test/harness/test-edge.ts';
import { fetchFromAmazon } from './fetch-amazon.ts';
import { type SnsMessage, signedText } from './sns.ts';

const secrets = createSecrets({ SECRET_KEY: 'a test secret that is long enough 0123' });
const secret = 'a-secret-of-24-bytes-as-text';
const certificateUrl = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123.pem';
const connections = { ses: randomUUID(), postmark: randomUUID(), none: randomUUID() };

let edge: TestEdge;
let pem: { key: string; certificate: string; otherKey: string };
let fetched: string[] = [];
let listener: Server;
let hits = 0;

beforeAll(async () => {
  const read = (name: string) => readFileSync(new URL(`../../../test/fixtures/sns/${name}`, import.meta.url), 'utf8');
  pem = { key: read('amazon.key.pem'), certificate: read('amazon.pem'), otherKey: read('other.key.pem') };
  listener = createServer((_request, answer) => {
    hits += 1;
    answer.end(pem.certificate);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));

  edge = await startTestEdge({}, async (url) => {
    fetched.push(url);
    // Whatever is asked for passes the real guard first; Amazon itself is not there to answer.
    if (!url.startsWith('https://sns.eu-west-1.amazonaws.com/')) return fetchFromAmazon(url);
    return url.endsWith('.pem') ? pem.certificate : '<ConfirmSubscriptionResponse/>';
  });
  const sealed = secrets.encrypt({ purpose: 'provider-events', owner: edge.organizationId }, secret);
  const add = (id: string, kind: string, host: string, events: Buffer | null) =>
    edge.db.owner.query(
      `insert into smtp_connections (organization_id, id, name, kind, host, port, tls, max_connections, events_secret)
       values ($1, $2, 'Connection', $3, $4, 587, 'starttls', 5, $5)`,
      [edge.organizationId, id, kind, host, events],
    );
  await add(connections.ses, 'ses', 'email.eu-west-1.amazonaws.com', sealed);
  await add(connections.postmark, 'smtp', 'smtp.postmarkapp.com', sealed);
  await add(connections.none, 'smtp', 'mail.example.org', null);
});
afterAll(async () => {
  await edge.close();
  listener.close();
});
beforeEach(async () => {
  fetched = [];
  hits = 0;
  await edge.db.owner.query('delete from inbox_events');
});

const snsMessage = (change: Partial<SnsMessage> = {}, key = pem.key): SnsMessage => {
  const message: SnsMessage = {
    Type: 'Notification',
    MessageId: randomUUID(),
    TopicArn: 'arn:aws:sns:eu-west-1:123456789012:mail',
    Message: JSON.stringify({ notificationType: 'Bounce', mail: { messageId: 'x' } }),
    Timestamp: new Date().toISOString(),
    SignatureVersion: '2',
    Signature: '',
    SigningCertURL: certificateUrl,
    ...change,
  };
  const algorithm = message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
  return { ...message, Signature: createSign(algorithm).update(signedText(message)).sign(key, 'base64') };
};
const path = (provider: string, change: { organization?: string; connection?: string; secret?: string } = {}) =>
  `/events/${provider}/${change.organization ?? edge.organizationId}/${change.connection ?? connections[provider as 'ses']}/${change.secret ?? secret}`;
const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  scan(edge, url, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=UTF-8', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const waiting = async () =>
  (await edge.db.owner.query('select kind, subject_id, payload from inbox_events order by id')).rows as Record<
    string,
    any
  >[];
const bounce = {
  RecordType: 'Bounce',
  Type: 'HardBounce',
  MessageID: randomUUID(),
  Email: 'a@example.org',
  Metadata: { send: randomUUID() },
};

test('a genuine report of either provider is recorded and then answered', async () => {
  const answers = [
    await post(path('ses'), snsMessage()),
    await post(path('ses'), snsMessage({ SignatureVersion: '1', Subject: 'Amazon SES' })),
    await post(path('postmark'), bounce, { 'content-type': 'application/json' }),
    await post(path('postmark'), bounce, {
      authorization: `Basic ${Buffer.from(`waggle:${secret}`).toString('base64')}`,
    }),
  ];

  const rows = await waiting();
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(rows.map(({ kind, subject_id, payload }) => [kind, subject_id, payload.report.provider])).toEqual([
    ['provider', connections.ses, 'ses'],
    ['provider', connections.ses, 'ses'],
    ['provider', connections.postmark, 'postmark'],
    ['provider', connections.postmark, 'postmark'],
  ]);
  expect(JSON.parse(rows[2]!['payload'].report.text)).toEqual(bounce);
  expect(fetched).toEqual([certificateUrl]);
});

test('a subscription is confirmed only with Amazon, and only when Amazon signed it', async () => {
  const subscribe = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=t';
  const request = { Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL: subscribe } as const;

  const answer = await post(path('ses'), snsMessage(request));

  expect(answer.status).toBe(200);
  expect(fetched).toContain(subscribe);
  expect(await waiting()).toEqual([]);
});

test('a forged confirmation fetches nothing from anywhere (T01)', async () => {
  const local = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const confirm = (change: Partial<SnsMessage>) =>
    snsMessage({ Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL: `${local}/confirm`, ...change });
  const certificates = [
    `${local}/x.pem`,
    `https://127.0.0.1/x.pem`,
    'https://sns.eu-west-1.amazonaws.com.evil.example/x.pem',
    'https://evil.example/sns.eu-west-1.amazonaws.com/x.pem',
    'http://sns.eu-west-1.amazonaws.com/x.pem',
    'https://user@sns.eu-west-1.amazonaws.com@127.0.0.1/x.pem',
    'https://sns.eu-west-1.amazonaws.com:8443/x.pem',
    'https://s3.eu-west-1.amazonaws.com/bucket/x.pem',
    'https://sns.eu-west-1.amazonaws.com/x.pem.txt',
    'file:///etc/passwd.pem',
    '',
    'x.pem',
  ];

  const answers = [];
  for (const SigningCertURL of certificates) answers.push(await post(path('ses'), confirm({ SigningCertURL })));
  // Signed by Amazon for somebody else's purpose: the address to confirm is not Amazon's.
  answers.push(await post(path('ses'), confirm({})));

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
  expect([hits, fetched.filter((url) => url !== certificateUrl)]).toEqual([0, []]);
  expect(await waiting()).toEqual([]);
});

test('forged reports change nothing: twelve kinds for each provider (T02)', async () => {
  const genuine = snsMessage();
  const reports = { ses: genuine as unknown, postmark: bounce as unknown };
  const forged = (provider: 'ses' | 'postmark'): Promise<Response>[] => [
    post(path(provider, { secret: 'wrong' }), reports[provider]),
    post(path(provider, { secret: secret.slice(0, -1) }), reports[provider]),
    post(path(provider, { secret: `${secret}x` }), reports[provider]),
    post(path(provider, { secret: secret.toUpperCase() }), reports[provider]),
    post(path(provider, { connection: randomUUID() }), reports[provider]),
    post(path(provider, { connection: connections.none }), reports[provider]),
    post(path(provider, { connection: connections[provider === 'ses' ? 'postmark' : 'ses'] }), reports[provider]),
    post(path(provider, { organization: randomUUID() }), reports[provider]),
    post(path(provider, { organization: 'x', connection: 'y' }), reports[provider]),
    ...(provider === 'ses'
      ? [
          post(path('ses'), { ...genuine, Message: '{"notificationType":"Complaint"}' }),
          post(path('ses'), snsMessage({}, pem.otherKey)),
          post(path('ses'), { ...genuine, Signature: '', SignatureVersion: '3' }),
        ]
      : [
          post(path('postmark'), bounce, { authorization: `Basic ${Buffer.from('waggle:wrong').toString('base64')}` }),
          post(path('postmark'), 'not json'),
          post(path('postmark'), '[]', { authorization: 'Bearer x' }),
        ]),
  ];

  const answers = await Promise.all([...forged('ses'), ...forged('postmark')]);

  expect(answers).toHaveLength(24);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
  expect(await waiting()).toEqual([]);
});

test('an unknown provider is not found, and other methods and too much are refused', async () => {
  const statuses = await Promise.all([
    post(path('sendgrid', { connection: connections.ses }), {}),
    post(path('constructor', { connection: connections.ses }), {}),
    scan(edge, path('ses')),
    post(path('ses'), 'x'.repeat(400_000)),
  ]);

  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 405, 413]);
});

test('F27: while the database is away a provider is asked to come again', async () => {
  const alone = await startTestEdge();
  await alone.database.close();

  const answer = await scan(alone, path('postmark', { organization: alone.organizationId }), {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });

  expect(answer.status).toBe(503);
  await alone.edge.app.close();
  await alone.edge.close();
  await alone.db.drop();
});
