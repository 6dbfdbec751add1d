import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

test('L17: more passwords than can be checked soon are refused with a time to come back', async () => {
  const hash = await hashPassword('violet harbour 42');
  const tries = Array.from({ length: 130 }, () => verifyPassword({ hash, password: 'violet harbour 42' }));

  const answers = await Promise.allSettled(tries);

  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
  const checked = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  expect(refused.length).toBeGreaterThan(20);
  expect(refused[0]).toMatchObject({ code: 'overloaded', retryAfter: 5 });
  expect(new Set(checked)).toEqual(new Set([true]));
}, 60_000);
