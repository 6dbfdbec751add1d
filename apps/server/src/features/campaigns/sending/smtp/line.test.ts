import { afterEach, expect, test } from 'vitest';
import { type Judge, type Rulings, startJudge } from '../../../../../test/sending/judge.ts';
import { Line } from './line.ts';

let judge: Judge;
let line: Line | undefined;
afterEach(async () => {
  line?.close();
  await judge.close();
});

const message = Buffer.from('Message-ID: <one@waggle.test>\r\nSubject: Hello\r\n\r\nHello.\r\n');
const envelope = { from: 'news@waggle.test', to: 'ada@example.com' };

async function openLine(rulings: Rulings = {}, answerTimeoutMs = 2_000): Promise<Line> {
  judge = await startJudge(rulings);
  const { port } = judge;
  line = await Line.open({ host: '127.0.0.1', port, tls: 'none', username: null, secret: null, answerTimeoutMs });
  return line;
}
const yes = async () => true;

test('a mail is delivered once the dot is given, and the line takes the next one', async () => {
  const line = await openLine();

  const outcomes = [await line.deliver(envelope, message, yes), await line.deliver(envelope, message, yes)];

  expect(outcomes).toMatchObject([{ kind: 'accepted' }, { kind: 'accepted' }]);
  expect(judge.received).toHaveLength(2);
  expect(line.isOpen).toBe(true);
});

test('nothing is delivered while the dot is held back', async () => {
  const line = await openLine();
  const { promise: offered, resolve: give } = Promise.withResolvers<boolean>();
  const delivery = line.deliver(envelope, message, () => offered);
  await new Promise((resolve) => setTimeout(resolve, 200));

  expect(judge.received).toHaveLength(0);
  give(true);

  expect(await delivery).toMatchObject({ kind: 'accepted' });
  expect(judge.received).toHaveLength(1);
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
  const line = await openLine();

  const outcome = await line.deliver(envelope, message, offer);

  expect(outcome.kind).toBe(kind);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(judge.received).toHaveLength(0);
  expect(line.isOpen).toBe(false);
});

test.each([
  ['a recipient refused for ever', { recipient: () => [550, '5.1.1 no such user'] as const }, false, 'recipient'],
  ['a recipient refused for now', { recipient: () => [450, '4.2.0 try later'] as const }, true, 'recipient'],
  ['a throttled message', { message: () => [454, '4.7.0 too fast'] as const }, true, 'message'],
  ['a refused message', { message: () => [554, '5.7.1 spam'] as const }, false, 'message'],
])('%s leaves the line good for the next mail', async (_, rulings, passing, stage) => {
  const line = await openLine(rulings);

  const outcome = await line.deliver(envelope, message, yes);

  expect(outcome).toMatchObject({ kind: 'refused', passing, stage });
  expect(line.isOpen).toBe(true);
  expect(await line.deliver(envelope, message, yes)).toMatchObject({ kind: 'refused' });
});

test.each(['keep-and-hang-up', 'drop-and-hang-up', 'keep-and-stay-silent'] as const)(
  'after the dot, %s leaves the mail in doubt',
  async (ruling) => {
    const line = await openLine({ message: () => ruling }, 500);

    const outcome = await line.deliver(envelope, message, yes);

    expect(outcome.kind).toBe('uncertain');
    expect(line.isOpen).toBe(false);
  },
);

test('a server that refuses the connection says so', async () => {
  await expect(openLine({ connect: () => [421, 'too many connections'] })).rejects.toMatchObject({ responseCode: 421 });
});
