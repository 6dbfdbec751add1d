import { afterEach, expect, test } from 'vitest';
import { type FakeSmtp, type Rulings, startFakeSmtp } from '../../../../test/sending/fake-smtp.ts';
import { SmtpConnection } from './smtp-connection.ts';

let fakeSmtp: FakeSmtp;
let connection: SmtpConnection | undefined;
afterEach(async () => {
  connection?.close();
  await fakeSmtp.close();
});

const message = Buffer.from('Message-ID: <one@waggle.test>\r\nSubject: Hello\r\n\r\nHello.\r\n');
const envelope = { from: 'news@waggle.test', to: 'ada@example.com' };

async function openLine(rulings: Rulings = {}, answerTimeoutMs = 2_000): Promise<SmtpConnection> {
  fakeSmtp = await startFakeSmtp(rulings);
  const { port } = fakeSmtp;
  connection = await SmtpConnection.open({
    host: '127.0.0.1',
    port,
    tls: 'none',
    username: null,
    secret: null,
    answerTimeoutMs,
  });
  return connection;
}
const yes = async () => true;

test('a mail is delivered once the dot is given, and the line takes the next one', async () => {
  const connection = await openLine();

  const outcomes = [await connection.deliver(envelope, message, yes), await connection.deliver(envelope, message, yes)];

  expect(outcomes).toMatchObject([{ kind: 'accepted' }, { kind: 'accepted' }]);
  expect(fakeSmtp.received).toHaveLength(2);
  expect(connection.isOpen).toBe(true);
});

test('nothing is delivered while the dot is held back', async () => {
  const connection = await openLine();
  const { promise: offered, resolve: give } = Promise.withResolvers<boolean>();
  const delivery = connection.deliver(envelope, message, () => offered);
  await new Promise((resolve) => setTimeout(resolve, 200));

  expect(fakeSmtp.received).toHaveLength(0);
  give(true);

  expect(await delivery).toMatchObject({ kind: 'accepted' });
  expect(fakeSmtp.received).toHaveLength(1);
});

test.each([
  ['withheld', 'a no', async () => false],
  [
    'lost',
    'a ledger that cannot be reached',
    async () => {
      throw new Error('no database');
    },
  ],
])('is %s after %s, and delivers nothing', async (kind, _, offer) => {
  const connection = await openLine();

  const outcome = await connection.deliver(envelope, message, offer);

  expect(outcome.kind).toBe(kind);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(fakeSmtp.received).toHaveLength(0);
  expect(connection.isOpen).toBe(false);
});

test.each([
  ['a recipient refused for ever', { recipient: () => [550, '5.1.1 no such user'] as const }, false, 'recipient'],
  ['a recipient refused for now', { recipient: () => [450, '4.2.0 try later'] as const }, true, 'recipient'],
  ['a throttled message', { message: () => [454, '4.7.0 too fast'] as const }, true, 'message'],
  ['a refused message', { message: () => [554, '5.7.1 spam'] as const }, false, 'message'],
])('%s leaves the line good for the next mail', async (_, rulings, passing, stage) => {
  const connection = await openLine(rulings);

  const outcome = await connection.deliver(envelope, message, yes);

  expect(outcome).toMatchObject({ kind: 'refused', passing, stage });
  expect(connection.isOpen).toBe(true);
  expect(await connection.deliver(envelope, message, yes)).toMatchObject({ kind: 'refused' });
});

test.each(['keep-and-hang-up', 'drop-and-hang-up', 'keep-and-stay-silent'] as const)(
  'after the dot, %s leaves the mail in doubt',
  async (ruling) => {
    const connection = await openLine({ message: () => ruling }, 500);

    const outcome = await connection.deliver(envelope, message, yes);

    expect(outcome.kind).toBe('uncertain');
    expect(connection.isOpen).toBe(false);
  },
);

test('a server that refuses the connection says so', async () => {
  await expect(openLine({ connect: () => [421, 'too many connections'] })).rejects.toMatchObject({ responseCode: 421 });
});
