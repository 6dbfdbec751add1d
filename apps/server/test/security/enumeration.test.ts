import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isNightly } from '../harness/cases.ts';
import { type Answer, startTestApi, type TestApi } from '../harness/test-api.ts';
import { createTenantFixture } from '../matrix/tenant-fixture.ts';
import type { TenantFixture } from '../matrix/tenant.ts';
import { say } from '../matrix/say.ts';
import { mannWhitney, median } from '../matrix/statistics.ts';

/** Thousands of requests on a machine that may be busy with other tests. */

let api: TestApi;
let tenant: TenantFixture;
beforeAll(async () => {
  api = await startTestApi();
  tenant = await createTenantFixture(api);
});
afterAll(() => api.close());

/** Milliseconds; anything a stranger could measure over a network is larger. */
const noticeable = 5;

const nobody = () => `${randomBytes(4).toString('hex')}@${tenant.mark}.example`;

type Measured = { known: number[]; unknown: number[]; answers: Set<string> };

/** The two kinds alternate and swap places every round, so that a busy machine slows both alike. */
async function measure(rounds: number, ask: (email: string) => Promise<Answer>): Promise<Measured> {
  const measured: Measured = { known: [], unknown: [], answers: new Set() };
  for (let round = -10; round < rounds; round += 1) {
    const kinds = round % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of kinds) {
      const email = kind === 'known' ? tenant.people.USER.email : nobody();
      const start = performance.now();
      const answer = await ask(email);
      // The first rounds warm up.
      if (round >= 0) measured[kind].push(performance.now() - start);
      measured.answers.add(JSON.stringify([answer.status, answer.body, Object.keys(answer.headers).sort()]));
    }
  }
  return measured;
}

/** Chance alone fails one run in a hundred at this p, so a suspicion is measured once more before it counts. */
async function indistinguishable(what: string, rounds: number, ask: (email: string) => Promise<Answer>) {
  for (let tries = 1; ; tries += 1) {
    const { known, unknown, answers } = await measure(rounds, ask);
    // Neighbours in time are compared with each other: the machine was as busy for one as for the other.
    const gap = Math.abs(median(known.map((time, at) => time - unknown[at]!)));
    const p = mannWhitney(known, unknown);
    say(`${what}: 2 x ${rounds} requests, median gap ${gap.toFixed(2)} ms, p ${p.toFixed(3)}`);
    if ((p > 0.01 && gap < noticeable) || tries === 2) return { gap, p, answers };
  }
}

describe('T24 whether an address has an account', () => {
  test('cannot be told from signing in with a wrong password', async () => {
    const { gap, p, answers } = await indistinguishable('sign-in', isNightly ? 200 : 70, (email) =>
      api.visitor().request('POST', '/api/auth/login', { email, password: 'not the password' }),
    );

    expect(answers.size).toBe(1);
    expect(gap).toBeLessThan(noticeable);
    expect(p).toBeGreaterThan(0.01);
  });

  test('cannot be told from asking for a new password', async () => {
    const { gap, p, answers } = await indistinguishable('forgot password', 500, (email) =>
      api.visitor().request('POST', '/api/auth/forgot-password', { email }),
    );

    expect(answers.size).toBe(1);
    expect(gap).toBeLessThan(noticeable);
    expect(p).toBeGreaterThan(0.01);
  });

  test('cannot be told from an address the sign-in engine would refuse by its spelling', async () => {
    const odd = ['a..b@house.example', '.a@house.example', 'a!b@house.example', 'a#b@house.example'];

    const answers = await Promise.all(
      odd.map((email) =>
        api.visitor().request('POST', '/api/auth/register', {
          name: 'Odd Address',
          email,
          password: 'violet harbour 42',
          confirmPassword: 'violet harbour 42',
          organizationName: 'Odd House',
        }),
      ),
    );

    // Refused on the field: accepting one would make an account nobody can open.
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 400, body: { fields: { email: expect.any(String) } } });
  });
});
