import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SendingDomain } from '@waggle/contracts/sending';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DnsServer, startDnsServer } from '../../../../test/harness/dns-server.ts';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';

type Caught = { from: string; to: string[]; message: string };
const password = 'Canary-7f3a91c2e4-Zw9Kq2';

const caught: Caught[] = [];
const lines: string[] = [];
let smtp: SMTPServer;
let ses: Server;
let sesAnswer: { status: number; body: object } = { status: 200, body: { MessageId: 'ses-1' } };
const sesCalls: { url: string; authorization: string; body: any }[] = [];
let dns: DnsServer;
let api: TestApi;
beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    // A certificate nobody trusts, as it comes with the package.
    onAuth({ username, password: typed }, _session, done) {
      // A server that repeats what it was told.
      if (typed !== password) return done(new Error(`No such password: ${typed}`));
      done(null, { user: username });
    },
    onData(stream, { envelope }, done) {
      void text(stream).then((message) => {
        caught.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          message,
        });
        done();
      });
    },
    allowInsecureAuth: true,
  });
  smtp.on('error', () => {});
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  ses = createServer((request, response) => {
    void text(request).then((body) => {
      sesCalls.push({
        url: request.url ?? '',
        authorization: request.headers.authorization ?? '',
        body: JSON.parse(body || 'null'),
      });
      response.writeHead(sesAnswer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(sesAnswer.body));
    });
  });
  await new Promise<void>((resolve) => ses.listen(0, '127.0.0.1', resolve));
  dns = await startDnsServer();
  api = await startTestApi({
    env: {
      DNS_SERVERS: dns.address,
      SES_ENDPOINT: `http://127.0.0.1:${(ses.address() as AddressInfo).port}`,
      LOG_LEVEL: 'trace',
    },
    logTo: { write: (line) => void lines.push(line) },
  });
});
afterEach(() => {
  caught.length = 0;
  sesCalls.length = 0;
});
afterAll(async () => {
  await api.close();
  await dns.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  await new Promise<void>((resolve) => ses.close(() => resolve()));
});

let count = 0;
/** An organization with a verified domain and a sender on it. */
async function readySender(fromName = 'Maple & Rye', replyTo: string | null = null) {
  const admin = await registerAdmin(api);
  const name = `shop${(count += 1)}.example`;
  const domain: SendingDomain = (await admin.request('POST', '/api/sending/domains', { domain: name })).body;
  for (const { name, value } of domain.records) dns.zones.set(name, { txt: [value] });
  const checked = await admin.request('POST', `/api/sending/domains/${domain.id}/check`);
  expect(checked.body.state).toBe('verified');
  const sender = (
    await admin.request('POST', '/api/sending/senders', { fromName, fromEmail: `hello@${name}`, replyTo })
  ).body;
  return { admin, name, domain, sender };
}
const relay = () => ({
  name: 'Relay',
  host: '127.0.0.1',
  port: (smtp.server.address() as AddressInfo).port,
  tls: 'none',
  username: 'shop',
  secret: password,
  isDefault: true,
});
const connect = async (admin: Person, body: object) =>
  (await admin.request('POST', '/api/sending/connections', body)).body;
const send = (admin: Person, senderId: string, connectionId: string | null = null) =>
  admin.request('POST', '/api/sending/test', { senderId, connectionId });

/** Verified by another implementation, with the records as they were published. */
async function signatures(message: string) {
  const { results } = await dkimVerify(message, {
    resolver: async (name: string) => (dns.zones.get(name)?.txt ?? []).map((record) => [record].flat()),
  });
  return results.map(({ status, signingDomain }: any) => [status.result, signingDomain]);
}

describe('a test mail', () => {
  test('says what is known of its DNS records, in the brand of whoever sends it', async () => {
    const { admin, name, sender } = await readySender();
    await connect(admin, relay());
    const { id } = (await admin.request('GET', '/api/brand')).body;
    const brand = {
      name: 'Maple & Rye',
      accent: '#8a4f16',
      website: '',
      logoId: null,
      postalAddress: '418 Alder Street',
    };
    await admin.request('PUT', `/api/brands/${id}`, brand);

    await send(admin, sender.id);
    const { html, text: words } = await simpleParser(caught[0]!.message);

    for (const said of [
      `Emails from ${name} are being delivered.`,
      'SPF: Found',
      'DKIM: Found',
      'DMARC: Found',
      'Connection: 127.0.0.1',
    ])
      expect(words).toContain(said);
    expect(words).toContain('Maple & Rye, 418 Alder Street');
    expect(html).toContain('Maple &amp; Rye</p>');
    expect(html).toContain('background:#8a4f16');
  });

  test('leaves through SMTP, signed and aligned, to the signed-in person alone', async () => {
    const { admin, name, sender } = await readySender('Maple & Rye', 'desk@else.example');
    const connection = await connect(admin, relay());

    const answer = await send(admin, sender.id);
    const [mail] = caught;
    const tested = (await admin.request('GET', '/api/sending/connections')).body.items[0];

    expect(answer).toMatchObject({
      status: 200,
      body: { delivered: true, to: admin.user.email, answer: expect.stringContaining('250') },
    });
    expect(caught).toHaveLength(1);
    expect(mail).toMatchObject({ from: `hello@${name}`, to: [admin.user.email] });
    expect(mail!.message).toContain(`From: "Maple & Rye" <hello@${name}>`);
    expect(mail!.message).toContain('Reply-To: desk@else.example');
    expect(await signatures(mail!.message)).toEqual([['pass', name]]);
    expect([connection.state, tested.state]).toEqual(['untested', 'active']);
  });

  test('has exactly the headers it should have, whatever the sender is called', async () => {
    for (const fromName of [
      'a@evil.example, b',
      '"; Bcc: x',
      '=?utf-8?q?=0d=0aBcc:_x?=',
      'Ünïcødé 🐝',
      'a <b@evil.example>',
    ]) {
      const { admin, sender } = await readySender(fromName);
      await connect(admin, relay());
      await send(admin, sender.id);
    }

    expect(caught).toHaveLength(5);
    for (const { message, to } of caught) {
      const head = message.slice(0, message.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]/g, ' ');
      const names = head.split('\r\n').map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
      expect(to).toHaveLength(1);
      expect(names.toSorted()).toEqual(
        [
          'auto-submitted',
          'content-type',
          'date',
          'dkim-signature',
          'from',
          'message-id',
          'mime-version',
          'subject',
          'to',
        ].toSorted(),
      );
    }
  });

  test('leaves through SES, signed, with the keys of the connection', async () => {
    const { admin, name, sender } = await readySender();
    const { id } = await connect(admin, {
      name: 'SES',
      kind: 'ses',
      region: 'eu-west-1',
      username: 'AKIAEXAMPLE',
      secret: password,
    });
    sesAnswer = { status: 200, body: { MessageId: 'ses-1' } };

    const answer = await send(admin, sender.id, id);
    const [call] = sesCalls;
    const message = Buffer.from(call!.body.Content.Raw.Data, 'base64').toString();

    expect(answer.body).toEqual({
      delivered: true,
      to: admin.user.email,
      answer: 'Accepted by Amazon SES as ses-1',
    });
    expect(call).toMatchObject({
      url: '/v2/email/outbound-emails',
      authorization: expect.stringMatching(/Credential=AKIAEXAMPLE\/\d{8}\/eu-west-1\/ses\//),
      body: { FromEmailAddress: `hello@${name}`, Destination: { ToAddresses: [admin.user.email] } },
    });
    expect(await signatures(message)).toEqual([['pass', name]]);
  });

  test('says what the server answered when it refuses, and the connection shows it until it works', async () => {
    const { admin, sender } = await readySender();
    const { id } = await connect(admin, { ...relay(), secret: 'not the password', isDefault: false });

    const refused = await send(admin, sender.id, id);
    const failing = (await admin.request('GET', '/api/sending/connections')).body.items[0];
    await admin.request('PUT', `/api/sending/connections/${id}`, { secret: password });
    const accepted = await send(admin, sender.id, id);
    const working = (await admin.request('GET', '/api/sending/connections')).body.items[0];

    expect(refused.body).toMatchObject({ delivered: false, answer: expect.stringMatching(/535|Invalid login/) });
    expect(refused.body.answer).not.toContain('not the password');
    expect(failing).toMatchObject({ state: 'failing', lastError: refused.body.answer });
    expect(accepted.body.delivered).toBe(true);
    expect(working).toMatchObject({ state: 'active', lastError: null });
  });

  test('is not sent to a server that cannot prove who it is', async () => {
    const { admin, sender } = await readySender();
    const { id } = await connect(admin, { ...relay(), tls: 'starttls' });

    const answer = await send(admin, sender.id, id);

    expect(answer.body).toMatchObject({ delivered: false, answer: expect.stringMatching(/certificate/i) });
    expect(caught).toEqual([]);
  });

  test('says so when SES refuses, or nobody is there', async () => {
    const { admin, sender } = await readySender();
    const amazon = await connect(admin, {
      name: 'SES',
      kind: 'ses',
      region: 'eu-west-1',
      username: 'AKIAEXAMPLE',
      secret: password,
    });
    const nobody = await connect(admin, { name: 'Nobody', host: '127.0.0.1', port: 1, tls: 'none' });
    sesAnswer = { status: 400, body: { __type: 'MessageRejected', message: 'Email address is not verified.' } };

    const refused = await send(admin, sender.id, amazon.id);
    const unreachable = await send(admin, sender.id, nobody.id);

    expect(refused.body).toMatchObject({ delivered: false, answer: 'Email address is not verified.' });
    expect(unreachable.body).toMatchObject({
      delivered: false,
      answer: expect.stringContaining('No email server responded'),
    });
  });

  test('needs a way out', async () => {
    const { admin, sender } = await readySender();

    const answer = await send(admin, sender.id);

    expect(answer).toMatchObject({ status: 409, body: { code: 'not_set_up' } });
  });

  test('T41 leaves no password in any log line or answer, even where the server repeats it', async () => {
    const { admin, sender } = await readySender();
    const wrong = 'Canary-wrong-81c2e4';
    const right = await connect(admin, relay());
    const other = await connect(admin, { ...relay(), secret: wrong });
    const answers = [
      await send(admin, sender.id, right.id),
      await send(admin, sender.id, other.id),
      await admin.request('POST', '/api/sending/connections', { ...relay(), port: 0 }),
      await admin.request('GET', '/api/sending/connections'),
    ];
    await api.db.owner.query('alter table smtp_connections rename to away');
    answers.push(
      await admin.request('POST', '/api/sending/connections', relay()),
      await send(admin, sender.id, right.id),
    );
    await api.db.owner.query('alter table away rename to smtp_connections');

    const told = [...lines, ...answers.map(({ body }) => JSON.stringify(body))].join('\n');

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 200, 500, 500]);
    expect(lines.length).toBeGreaterThan(10);
    for (const secret of [password, wrong]) {
      expect(told).not.toContain(secret);
      expect(told).not.toContain(Buffer.from(secret).toString('base64').replace(/=+$/, ''));
    }
    expect(told).not.toContain('PRIVATE KEY');
  });
});

describe('checking a connection', () => {
  const check = (admin: Person, id: string) => admin.request('POST', `/api/sending/connections/${id}/check`);

  test('P1: signs in without a mail, before any domain is verified', async () => {
    const admin = await registerAdmin(api);
    const right = await connect(admin, relay());
    const wrong = await connect(admin, { ...relay(), secret: 'not the password' });

    const answers = [(await check(admin, right.id)).body, (await check(admin, wrong.id)).body];
    const { items } = (await admin.request('GET', '/api/sending/connections')).body;

    expect(answers).toEqual([
      { works: true, answer: 'The server responded and accepted the login.' },
      { works: false, answer: expect.stringMatching(/535|Invalid login/) },
    ]);
    expect(Object.fromEntries(items.map(({ id, state }: any) => [id, state]))).toEqual({
      [right.id]: 'active',
      [wrong.id]: 'failing',
    });
    expect(caught).toEqual([]);
  });

  test('asks Amazon about the keys, and takes keys that may only send', async () => {
    const admin = await registerAdmin(api);
    const keys = { name: 'SES', kind: 'ses', region: 'eu-west-1', username: 'AKIAEXAMPLE', secret: password };
    const { id } = await connect(admin, keys);
    const answerTo = async (status: number, body: object) => {
      sesAnswer = { status, body };
      return (await check(admin, id)).body.works;
    };

    const works = [
      await answerTo(200, { SendingEnabled: true }),
      await answerTo(403, { __type: 'AccessDeniedException', message: 'not authorized to perform: ses:GetAccount' }),
      await answerTo(403, { __type: 'UnrecognizedClientException', message: 'The security token is invalid.' }),
    ];

    expect(works).toEqual([true, true, false]);
    expect(sesCalls.map(({ url }) => url)).toEqual(Array(3).fill('/v2/email/account'));
  });
});
