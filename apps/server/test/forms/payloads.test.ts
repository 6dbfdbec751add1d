import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isNightly } from '../harness/cases.ts';
import { badCalls, badPosts, everyField, prototypeKeys } from './bad-payloads.ts';
import { type FilledForms, startFilledForms } from './filled-forms.ts';

/** As many made-up bodies as the catalogue asks for; at night they take minutes. */
const cases = isNightly ? 200_000 : 5_000;

let house: FilledForms;
let formId: string;
let accepted = 0;
const inherited = Object.getOwnPropertyNames(Object.prototype);
beforeAll(async () => {
  house = await startFilledForms();
  await house.tier('system');
  await house.admin.request('POST', '/api/contact-fields', { label: 'Note' });
  const settings = { title: 'Join', protection: { proofOfWork: false } };
  formId = (await house.create({ fields: everyField, settings })).id;
});
afterAll(() => house.close());

async function send(path: string, type: string | null, body: string | Buffer): Promise<number> {
  const headers: Record<string, string> = type === null ? {} : { 'content-type': type };
  const url = `${house.origin}${path}`;
  const init = { method: 'POST', redirect: 'manual', headers, body: new Uint8Array(Buffer.from(body)) } as const;
  const answer = await fetch(url, init);
  await answer.arrayBuffer();
  if (answer.status === 200 && path.startsWith('/api/')) accepted += 1;
  if (answer.status === 303) accepted += 1;
  return answer.status;
}
const call = (body: string | Buffer, type: string | null = 'application/json') =>
  send(`/api/forms/${formId}/submit`, type, body);
const post = (body: string, type = 'application/x-www-form-urlencoded') => send(`/forms/${formId}`, type, body);
/** What a page that was just opened would send; each has a token of its own, so each is a record of its own. */
async function pageBody(): Promise<string> {
  const { text } = await house.ask('GET', `/forms/${formId}`);
  const token = /name="token" value="([^"]+)"/.exec(text)![1]!;
  const shown = everyField.map(({ id }) => id).join(' ');
  return new URLSearchParams({
    version: '1',
    page: '0',
    token,
    shown,
    go: 'on',
    field_2: 'p@payload.example',
  }).toString();
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
function heap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** Every record that was accepted is one submission, and none was set aside. */
async function drained(): Promise<void> {
  const count = async (text: string) => Number((await house.rows(text))[0]!['count']);
  await vi.waitFor(
    async () => {
      const waiting = `select count(*) from inbox_events where kind = 'form-submission' and drained_at is null`;
      expect(await count(waiting)).toBe(0);
    },
    { timeout: isNightly ? 1_800_000 : 240_000, interval: 200 },
  );
  const failures = await house.rows(`select failure, count(*) from inbox_events where failure is not null group by 1`);
  expect(failures).toEqual([]);
  expect(await count(`select count(*) from form_submissions`)).toBe(accepted);
  expect(await count(`select count(*) from inbox_events where kind = 'form-submission'`)).toBe(accepted);
  await readable();
}

/** The team reads all of it: every page of submissions and of the contacts that came of them. */
async function readable(): Promise<void> {
  for (const list of [`/api/forms/${formId}/submissions`, '/api/contacts'])
    for (let cursor: string | null = ''; cursor !== null;) {
      const { status, body } = await house.admin.request('GET', `${list}?limit=100${cursor && `&cursor=${cursor}`}`);
      expect([status, body.code]).toEqual([200, undefined]);
      cursor = body.nextCursor;
    }
}

describe('B09 a body that somebody wrote by hand', () => {
  test('there are as many as the catalogue asks for', () => {
    expect(badCalls.length).toBeGreaterThanOrEqual(80);
    expect(badPosts.length).toBeGreaterThanOrEqual(40);
  });

  test('is refused or taken by the call, as it should be', async () => {
    const wrong: unknown[] = [];
    for (const [what, body, status, type] of badCalls) {
      const answered = await call(body, type);
      if (answered !== status) wrong.push([what, answered, status]);
    }
    expect(wrong).toEqual([]);
  });

  test('is refused or taken by the page, as it should be', async () => {
    const wrong: unknown[] = [];
    for (const [what, change, isKept, type] of badPosts) {
      const answered = await post(change(await pageBody()), type);
      if ((answered === 303) !== isKept || answered >= 500) wrong.push([what, answered, isKept]);
    }
    expect(wrong).toEqual([]);
  });

  test('becomes a submission where it was taken, and the next person is served', async () => {
    expect(await call('{"field_2":"next@payload.example"}')).toBe(200);
    expect(await post(await pageBody())).toBe(303);
    await drained();
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(inherited);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

const key = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...everyField.map(({ id }) => id as string)) },
  { weight: 1, arbitrary: fc.constantFrom<string>(...prototypeKeys, 'email', 'phone', 'field_99') },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
);
const text = fc.oneof(
  fc.constantFrom(
    'Friday',
    'Wednesday',
    'Small',
    'on',
    'true',
    'someone@payload.example',
    '+1 503 555 0100',
    '2026-01-01',
  ),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.tuple(fc.constantFrom('x', 'é', '😀', ' ', '1', '-'), fc.nat(600)).map(([sign, times]) => sign.repeat(times)),
);
const value = fc.oneof(
  { weight: 8, arbitrary: text },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.jsonValue() },
);
const address = fc.nat(300).map((no) => ['field_2', `someone${no}@payload.example`] as const);
const entries = fc.array(fc.tuple(key, value), { maxLength: 8 });
/** Cuts and puts something in, as a broken network or a curious person does. */
const harm = fc.option(
  fc.tuple(fc.nat(), fc.nat(6), fc.constantFrom('"', '{', ']', ',', '\\', '\u0000', '1e400', '%', '&', '=', '\\ud800')),
  { freq: 4 },
);
const harmed = (body: string, change: [number, number, string] | null): string => {
  if (!change) return body;
  const at = change[0] % (body.length + 1);
  return body.slice(0, at) + change[2] + body.slice(at + change[1]);
};

test(
  'B09 whatever is sent is refused or becomes one submission',
  { timeout: isNightly ? 7_200_000 : 300_000 },
  async () => {
    const statuses = new Map<number, number>();
    const heaps: number[] = [];
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(address, entries, harm, fc.boolean(), async (known, others, change, byPage) => {
        const all = [known, ...others];
        const asText = ([name, said]: readonly [string, unknown]): [string, string] => [
          name,
          (typeof said === 'string' ? said : JSON.stringify(said)).toWellFormed(),
        ];
        const status = byPage
          ? await post(harmed(`${await pageBody()}&${new URLSearchParams(all.map(asText)).toString()}`, change))
          : await call(
              harmed(
                `{${all.map(([name, said]) => `${JSON.stringify(name)}:${JSON.stringify(said)}`).join()}}`,
                change,
              ),
            );
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        sent += 1;
        if (sent % (cases / 5) === 0) heaps.push(heap());
        if (status >= 500) throw new Error(`answered ${status}`);
      }),
      { numRuns: cases },
    );

    expect(statuses.get(200)).toBeGreaterThan(cases / 20);
    expect(statuses.get(303)).toBeGreaterThan(cases / 20);
    expect(await call('{"field_2":"after@payload.example"}')).toBe(200);
    await drained();
    // What is held does not grow with what was sent.
    expect(heap() - heaps[0]!).toBeLessThan(32 * 1_048_576);
  },
);
