import type { PageData } from '@waggle/forms/page/data';
import { proofHeader } from '@waggle/forms/proof';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSend, waits } from './send.ts';
import { whole } from './sha256.ts';

const data: PageData = {
  id: '0197e5a0-0000-7000-8000-000000000001',
  version: 1,
  language: 'en',
  fields: [],
  pages: [],
  settings: { title: '', submitText: '', thankYouMessage: '', redirectUrl: '' },
  proofOfWork: true,
  token: 'page',
  carried: [],
};
const answers = new Map([['field_1', 'Hannah']]);
const thanks = { thankYouMessage: 'See you.', redirectUrl: '' };
let proofs: string[];
let challenges: number;
let addresses: string[];

/** What the server answers to each submission; `offline` is a network that fails. */
function serve(...replies: (number | 'offline' | { status: number; body: object })[]): void {
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
    if (url.endsWith('/challenge')) {
      const id = `0197e5a0-0000-7000-8000-00000000001${(challenges += 1)}`;
      return Response.json({ challenge: `${id}.9.${whole(`${id}.3`)}.signature` });
    }
    addresses.push(url);
    proofs.push((options.headers as Record<string, string>)[proofHeader] ?? '');
    const reply = replies.shift() ?? 200;
    if (reply === 'offline') throw new TypeError('Failed to fetch');
    if (typeof reply === 'object') return Response.json(reply.body, { status: reply.status });
    return Response.json(reply === 200 ? thanks : { message: `Answered ${reply}` }, { status: reply });
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  [proofs, challenges, addresses] = [[], 0, []];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The end of all tries, and how many seconds passed. */
async function sent(send = createSend(data).send) {
  const start = Date.now();
  const result = send(answers, false);
  await vi.runAllTimersAsync();
  return { result: await result, seconds: Math.round((Date.now() - start) / 1_000) };
}

test('the address says the version and in which zone the browser is', async () => {
  serve(200);

  await sent();

  const query = new URL(addresses[0]!, 'https://forms.example').searchParams;
  expect(Object.fromEntries(query)).toEqual({
    version: '1',
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
});

test('a server that is away for a moment is asked again with the same proof', async () => {
  serve(503, 'offline', 200);

  const { result } = await sent();

  expect(result).toEqual(thanks);
  expect(proofs).toHaveLength(3);
  expect(new Set(proofs).size).toBe(1);
});

test('it gives up after three further tries within about ten seconds, with the sentence of the server', async () => {
  serve(503, 503, 503, 503, 200);

  const { result, seconds } = await sent();

  expect(result).toEqual({ message: 'Answered 503' });
  expect(proofs).toHaveLength(1 + waits.length);
  expect(seconds).toBe(10);
});

test('a network that stays away is an error without a sentence, and sending again goes with the same proof', async () => {
  serve('offline', 'offline', 'offline', 'offline', 200);
  const { send } = createSend(data);

  expect((await sent(send)).result).toEqual({ message: undefined });
  expect((await sent(send)).result).toEqual(thanks);
  expect(new Set(proofs).size).toBe(1);
});

test.each([400, 403, 409, 410, 429])('an answer of %i is said at once', async (status) => {
  serve(status);

  const { result } = await sent();

  expect(result).toEqual({ message: `Answered ${status}` });
  expect(proofs).toHaveLength(1);
});

test('a proof that is no longer taken is made anew', async () => {
  serve({ status: 403, body: { code: 'challenge' } }, 200);

  const { result } = await sent();

  expect(result).toEqual(thanks);
  expect(new Set(proofs).size).toBe(2);
});
