import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longestHold } from '../../../test/harness/event-loop.ts';
import { goodPassword, type Person, registerAdmin } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { Problem } from '../problem.ts';
import { mostDepth, mostValues, refuseOddShape } from './json-body.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi({ env: { UNSAFE_NO_RATE_LIMITS: 'false' } });
  admin = await registerAdmin(api);
  await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => api.close());

const draft = { name: 'News', subject: 'Hi' };
const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, no) => [`k${no}`, 0]));
const hostile: [string, unknown, number][] = [
  ['260,000 unknown fields', fields(260_000), 413],
  ['1,400,000 zeros', { ...draft, recipients: { type: 'tags', tagIds: Array(1_400_000).fill(0) } }, 413],
  ['1,500,000 levels', '['.repeat(1_500_000) + ']'.repeat(1_500_000), 400],
  ['a million objects and __proto__', `{"a":[${'{},'.repeat(1_000_000)}{"__proto__":0}]}`, 413],
  ['a million combining characters', { ...draft, name: `e${'\u0301'.repeat(1_000_000)}` }, 400],
  ['a million blanks', { ...draft, subject: `${' '.repeat(1_000_000)}x` }, 400],
  ['8,000 unknown fields', fields(8_000), 400],
];

test.each(hostile)('T11: a body of %s holds the event loop for less than 100 ms', async (_, body, expected) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  await admin.request('POST', '/api/campaigns', '{}');

  let status = 0;
  const hold = await longestHold(async () => {
    ({ status } = await admin.request('POST', '/api/campaigns', text));
  });

  expect(status).toBe(expected);
  expect(hold).toBeLessThan(100);
});

test('T11: many large bodies at once leave the event loop free between them', async () => {
  const text = JSON.stringify({ ...draft, htmlContent: '"\\\n'.repeat(250_000), textContent: 'é'.repeat(500_000) });

  let answers: { status: number }[] = [];
  const hold = await longestHold(async () => {
    answers = await Promise.all(Array.from({ length: 12 }, () => admin.request('POST', '/api/campaigns', text)));
  });

  expect([...new Set(answers.map(({ status }) => status))]).toEqual([201]);
  expect(hold).toBeLessThan(150);
});

test('T11: nothing of a body is read before its sender is known', async () => {
  const answer = await api.visitor().request('POST', '/api/campaigns', '{"this is": not JSON');
  const early = await withoutBody('POST', '/api/campaigns', 3_000_000);

  expect([answer.status, early]).toEqual([401, 401]);
});

/** Says how long its body will be, sends nothing of it and answers what it is told. */
function withoutBody(method: string, path: string, length: number): Promise<number | undefined> {
  const { port } = api.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const headers = { host: 'waggle.test', 'content-type': 'application/json', 'content-length': length };
    const sending = request({ port, method, path, headers }, (answer) => {
      resolve(answer.statusCode);
      sending.destroy();
    });
    sending.on('error', reject);
    sending.flushHeaders();
  });
}

test('T11: a refusal names a hundred unknown fields, not all of them', async () => {
  const answer = await admin.request('POST', '/api/campaigns', fields(8_000));

  expect(Object.keys(answer.body.fields)).toHaveLength(101);
});

test.each([
  ['braces and commas inside of texts', JSON.stringify({ a: '{[,'.repeat(mostValues) }), true],
  ['quotes and backslashes inside of texts', JSON.stringify({ a: '\\"\\\\",{'.repeat(mostValues) }), true],
  ['as many values as a call may have', JSON.stringify(Array(mostValues).fill(0)), true],
  ['one value more', JSON.stringify(Array(mostValues + 1).fill(0)), false],
  ['as many levels as a call may have', '['.repeat(mostDepth) + ']'.repeat(mostDepth), true],
  ['one level more', '['.repeat(mostDepth + 1) + ']'.repeat(mostDepth + 1), false],
  ['many values after each other, few inside', '[[],[],[]]', true],
])('T11: %s', (_, text, isTaken) => {
  const refuse = () => refuseOddShape(text);

  if (isTaken) expect(refuse).not.toThrow();
  else expect(refuse).toThrow(Problem);
});

test.each(['4@8({[<369!1|0$5+7%2'.repeat(12), '1'.repeat(256), '11/11/1111'.repeat(20), '$5$5$5+7+7'.repeat(25)])(
  'T11: judging the password %.20s… holds the event loop for less than 100 ms',
  async (password) => {
    const person = await registerAdmin(api, 'AGENCY');

    const hold = await longestHold(() =>
      person.request('POST', '/api/profile/password', {
        currentPassword: goodPassword,
        password,
        confirmPassword: password,
      }),
    );

    expect(hold).toBeLessThan(100);
  },
);
