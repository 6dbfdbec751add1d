import { hash } from 'node:crypto';
import { FormDefinition } from '@waggle/contracts/form-definition';
import { pageHeader, proofHeader, trapHeader } from '@waggle/forms/proof';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import type { Config } from '../../../platform/config.ts';
import { networkOf } from './caps.ts';
import { createGuard, type Guard } from './guard.ts';
import { idFrom, isId, madeAt } from './ids.ts';

const config = { SECRET_KEY: 'a secret of thirty-two characters', UNSAFE_NO_RATE_LIMITS: false } as Config;
const formOf = (id: string, proofOfWork = true) => ({
  id,
  version: 1,
  definition: FormDefinition.parse({
    fields: [{ id: 'field_1', type: 'email', label: 'Email' }],
    settings: { title: 'Join', protection: { proofOfWork } },
  }),
});
const form = formOf('form-1');

function start(more: Partial<Config> = {}) {
  const clock = { now: Date.UTC(2026, 4, 4, 12) };
  return { clock, guard: createGuard({ ...config, ...more }, () => clock.now) };
}
const asked = (headers: Record<string, string> = {}, ip = '203.0.113.7') =>
  ({ headers, ip }) as unknown as FastifyRequest;
const answersOf = (email = 'hannah@maple.example') => new Map([['field_1', email]]);
const sent = (email?: string, of = form) => ({ asked: of, answers: answersOf(email) });

function solve(guard: Guard, formId = form.id): string {
  const { text, salt, target, most } = guard.challenge(formId);
  for (let number = 0; number < most; number += 1)
    if (hash('sha256', `${salt}${number}`) === target) return `${text}.${number}`;
  throw new Error('The challenge has no answer.');
}

test('T38: a proof is taken once as one record, for its form and for ten minutes', () => {
  const { guard, clock } = start();
  const proof = solve(guard);
  const judged = (of = form, text = proof) => guard.judgeCall(asked({ [proofHeader]: text }), sent(undefined, of));

  const first = judged();
  expect(first).toMatchObject({ spam: [], way: 'call' });
  guard.spend((first as { id: string }).id);
  expect(judged()).toMatchObject({ id: (first as { id: string }).id });
  expect(guard.isSpent((first as { id: string }).id)).toBe(true);
  expect(judged(formOf('form-2'))).toBe('challenge');
  const later = proof.replace(/^[0-9a-f]{8}/, (time) =>
    (Number.parseInt(time, 16) + 100).toString(16).padStart(8, '0'),
  );
  expect(judged(form, later)).toBe('challenge');
  for (const text of ['', 'x', `${proof}0`, proof.replace(/\d+$/, '999999'), proof.replace('.50000.', '.1.')])
    expect(judged(form, text)).toBe('challenge');
  clock.now += 601_000;
  expect(judged()).toBe('challenge');
});

test('two edges with one key take each other’s challenges, also after the key was changed', () => {
  const { guard: first } = start();
  const proof = solve(first);
  const { guard: second } = start({
    SECRET_KEY: 'another secret of 32 characters..',
    SECRET_KEY_PREVIOUS: [config.SECRET_KEY],
  });
  const { guard: stranger } = start({ SECRET_KEY: 'another secret of 32 characters..' });
  expect(second.judgeCall(asked({ [proofHeader]: proof }), sent())).toMatchObject({ spam: [] });
  expect(stranger.judgeCall(asked({ [proofHeader]: proof }), sent())).toBe('challenge');
});

test('what is sent twice from one page is one record, and other answers are another', () => {
  const { guard, clock } = start();
  const page = guard.pageOf(form.id, guard.newPage(form.id))!;
  clock.now += 5_000;
  const judge = (email: string) => guard.judgePage(asked(), sent(email), { page, trap: '' }) as { id: string };
  expect(judge('one@maple.example').id).toBe(judge('one@maple.example').id);
  expect(judge('one@maple.example').id).not.toBe(judge('other@maple.example').id);
  const id = idFrom(page.id, 'x');
  expect([isId(id), madeAt(id)]).toEqual([true, page.shownAt]);
});

test('what comes too fast, or fills in what nobody sees, looks like spam; a page of yesterday is shown again', () => {
  const { guard, clock } = start();
  const token = guard.newPage(form.id);
  const page = () => guard.pageOf(form.id, token)!;
  clock.now += 1_500;
  expect(guard.judgePage(asked(), sent(), { page: page(), trap: '' })).toMatchObject({ spam: ['fast'] });
  const script = { [proofHeader]: solve(guard), [pageHeader]: token };
  expect(guard.judgeCall(asked(script), sent())).toMatchObject({ spam: ['fast'], way: 'script' });
  clock.now += 1_000;
  expect(guard.judgePage(asked(), sent(), { page: page(), trap: 'http://buy.example' })).toMatchObject({
    spam: ['trap'],
  });
  expect(guard.judgePage(asked(), sent(), { page: page(), trap: '' })).toMatchObject({ spam: [] });
  const trapped = { [proofHeader]: solve(guard), [pageHeader]: token, [trapHeader]: '1' };
  expect(guard.judgeCall(asked(trapped), sent())).toMatchObject({ spam: ['trap'] });
  clock.now += 86_400_000;
  expect(page()).toBeUndefined();
  expect(guard.pageOf('form-2', guard.newPage(form.id))).toBeUndefined();
});

test('T39: an address that many name gets three emails a day at most, then looks like spam, then is refused', () => {
  const { guard, clock } = start();
  const judge = (at: number) => {
    const of = formOf(`form-${at}`, false);
    // From everywhere: a botnet has as many networks as it needs.
    return guard.judgeCall(asked({}, `198.${at >> 8}.${at & 255}.9`), sent('Victim@maple.example', of));
  };
  const judged = Array.from({ length: 10_000 }, (_, at) => judge(at % 500));
  const taken = judged.filter((one) => typeof one !== 'string');
  expect(taken.filter(({ isQuiet }) => !isQuiet)).toHaveLength(3);
  expect(taken.filter(({ spam }) => spam.length === 0)).toHaveLength(10);
  expect(judged.filter((one) => one === 'tooMany')).toHaveLength(10_000 - 100);
  clock.now += 3_700_000;
  expect(judge(1)).toMatchObject({ spam: [], isQuiet: true });
});

test('T39: one network sends so much and no more, less without a proof', () => {
  const { guard } = start();
  const page = guard.pageOf(form.id, guard.newPage(form.id))!;
  const plain = (at: number, ip: string) =>
    guard.judgePage(asked({}, ip), sent(`a${at}@maple.example`), { page, trap: '' });
  const kinds = Array.from({ length: 300 }, (_, at) => plain(at, `203.0.113.${at % 250}`));
  const spamOf = (one: ReturnType<typeof plain>) =>
    typeof one === 'string' ? one : one.spam.filter((why) => why !== 'fast').join();
  expect(kinds.filter((one) => spamOf(one) === '')).toHaveLength(20);
  expect(kinds.filter((one) => one === 'tooMany')).toHaveLength(100);
  expect(spamOf(plain(400, '203.0.114.1'))).not.toContain('plainNetwork');
  expect([networkOf('203.0.113.7'), networkOf('2001:db8:1:2:3::4'), networkOf('::ffff:203.0.113.9')]).toEqual([
    '203.0.113.0/24',
    '2001:db8:1:2::/64',
    '203.0.113.0/24',
  ]);
});

test('a form that is flooded asks for more work, not for less people', () => {
  const { guard } = start();
  const usual = guard.challenge(form.id).most;
  const open = formOf(form.id, false);
  for (let at = 0; at < 3_100; at += 1)
    guard.judgeCall(asked({}, `10.${at >> 8}.${at & 255}.1`), sent(`b${at}@maple.example`, open));
  expect([guard.challenge(form.id).most, guard.challenge('form-2').most]).toEqual([usual * 4, usual]);
});
