import naughty from 'big-list-of-naughty-strings' with { type: 'json' };
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casesOf } from '../../../test/harness/cases.ts';
import { registerAdmin, type Person } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
  await api.db.owner.query(`update organizations set subscription_tier = 'system' where id = $1`, [
    admin.user.organizationId,
  ]);
});
afterAll(() => api.close());

const own = [
  'e\u0301',
  '\u00e9',
  '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}',
  '\ud800',
  '\udc00x',
  '\u202eabc',
  `Z${'\u0300'.repeat(99)}`,
  `Z${'\u0300'.repeat(1000)}`,
  '\0',
  'a\0b',
  '\uFFFE',
  '\uFFFF',
  '\u{10FFFF}',
  'İstanbul',
  'ıI',
  'ﬁ',
  'ß',
  '\u2028',
  '\ufeffx',
  '\u00a0',
  '\u200b',
  "'",
  '\\',
  '"',
  ':*',
  '& | !',
  '<->',
  '%',
  '_',
];
const strings = [...new Set([...naughty, ...own])];

let count = 0;
async function passesThrough(text: string): Promise<void> {
  count += 1;
  const created = await admin.request('POST', '/api/contacts', { email: `t${count}@any.example`, firstName: text });
  expect([201, 400], JSON.stringify(text)).toContain(created.status);
  if (created.status === 201) expect(created.body.firstName ?? '').toBe(text.trim());

  const tag = await admin.request('POST', '/api/tags', { name: text });
  expect([201, 400], JSON.stringify(text)).toContain(tag.status);
  if (tag.status === 201) expect(tag.body.name).toBe(text.trim());

  const query = new URLSearchParams({ search: text }).toString();
  expect([200, 400], JSON.stringify(text)).toContain((await admin.request('GET', `/api/contacts?${query}`)).status);
}

describe('B15 any text', () => {
  test(`of the ${strings.length} known to cause trouble is kept as it is or refused`, async () => {
    for (const text of strings) await passesThrough(text);

    expect(count).toBe(strings.length);
  });

  test('made by chance is kept as it is or refused', async () => {
    const unit = fc.constantFrom(
      'binary',
      'grapheme',
      'grapheme-composite',
      'grapheme-ascii',
    ) as fc.Arbitrary<'binary'>;
    const text = unit.chain((unit) => fc.string({ unit, maxLength: 120 }));

    await fc.assert(fc.asyncProperty(text, passesThrough), { numRuns: casesOf(2_000) });
  });

  test('as a label or a choice of a custom field is kept as it is or refused', async () => {
    for (const text of strings.slice(0, 90)) {
      const made = await admin.request('POST', '/api/contact-fields', { label: text, type: 'choice', options: [text] });
      expect([201, 400], JSON.stringify(text)).toContain(made.status);
      if (made.status === 201) expect(made.body).toMatchObject({ label: text.trim(), options: [text.trim()] });
    }
  });
});

describe('B18 an id', () => {
  const known = '01890a5d-ac96-774b-bcce-b302099a8057';
  const shapes = [
    known,
    known.toUpperCase(),
    `{${known}}`,
    known.replaceAll('-', ''),
    `urn:uuid:${known}`,
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    `${known} `,
    `${known}\n`,
    known.slice(0, -1),
    `${known}0`,
    'x'.repeat(1_000),
    '1',
    '-1',
    '1e9',
    'NaN',
    'null',
    'undefined',
    "' or 1=1 --",
    `${known}' or '1'='1`,
    '../contacts',
    '%00',
    '[]',
    '__proto__',
  ];
  const routes: [string, (id: string) => string, object?][] = [
    ['GET', (id) => `/api/contacts/${id}`],
    ['PUT', (id) => `/api/contacts/${id}`, { firstName: 'X' }],
    ['DELETE', (id) => `/api/contacts/${id}`],
    ['GET', (id) => `/api/contacts/${id}/activity`],
    ['POST', (id) => `/api/contacts/${id}/tags`, { tagId: known }],
    ['GET', (id) => `/api/contacts?tagId=${id}`],
    ['GET', (id) => `/api/contacts/count?segmentId=${id}`],
    ['POST', (id) => `/api/tags/${id}/merge`, { intoId: known }],
    ['GET', (id) => `/api/contacts/batches/${id}`],
    ['POST', (id) => `/api/contacts/batches/${id}/undo`],
    ['DELETE', (id) => `/api/contact-fields/${id}`],
  ];

  test.each(shapes)('of any shape names nothing: %j', async (shape) => {
    for (const [method, url, body] of routes) {
      const { status } = await admin.request(method, url(encodeURIComponent(shape)), body);

      expect([400, 404], `${method} ${url(shape)}`).toContain(status);
    }
  });
});
