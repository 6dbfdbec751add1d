import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { casesOf } from '../../../test/harness/cases.ts';
import { registerAdmin, type Person } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';

/** Thousands of requests on a machine that may be busy with other tests. */

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

const create = (body: object) => admin.request('POST', '/api/contacts', body);
const long = (length: number, letter = 'a') => letter.repeat(length);
/** 254 characters, the longest a mail server takes. */
const longest = `${long(64)}@${long(63, 'b')}.${long(63, 'c')}.${long(57, 'd')}.com`;

const accepted = [
  'a@example.com',
  'A@example.com',
  'Ada.Lovelace@Example.COM',
  'ada+news@example.com',
  'ada-news@example.com',
  'ada_news@example.com',
  "o'hara@example.com",
  'a.b.c.d.e@example.com',
  '1@example.com',
  '123456@example.com',
  '+@example.com',
  '-@example.com',
  '_@example.com',
  '!@example.com',
  '#@example.com',
  '$@example.com',
  '%@example.com',
  '&@example.com',
  '*@example.com',
  '/@example.com',
  '=@example.com',
  '?@example.com',
  '^@example.com',
  '`@example.com',
  '{@example.com',
  '|@example.com',
  '}@example.com',
  '~@example.com',
  "!#$%&'*+/=?^_`{|}~-@example.com",
  'user%relay@example.com',
  'a=b@example.com',
  'a/b@example.com',
  'double..dot@example.com',
  '.lead@example.com',
  'trail.@example.com',
  'a@1.example',
  'a@123.com',
  'a@a-b.com',
  'a@a--b.com',
  'a@xn--bcher-kva.example',
  'a@example.museum',
  'a@example.photography',
  'a@example.travelersinsurance',
  'a@sub.sub.sub.sub.example.com',
  'a@b.co',
  'a@1a.co',
  'a@x.yz',
  `${long(64)}@example.com`,
  `a@${long(63)}.com`,
  `a@b.${long(63, 'c')}`,
  longest,
  'null@example.com',
  'undefined@example.com',
  'NaN@example.com',
  'true@example.com',
  '__proto__@example.com',
  'constructor@example.com',
  'select@example.com',
  "x'or'1'='1@example.com",
  '{{name}}@example.com',
  '${7*7}@example.com',
];

const refused = [
  '',
  ' ',
  '@',
  'a',
  'a@',
  '@b.com',
  'a@b',
  'a@b.c',
  'a@.com',
  'a@com.',
  'a@b..com',
  'a@-b.com',
  'a@b-.com',
  'a@b_c.com',
  'a b@example.com',
  'a@exa mple.com',
  'a@@example.com',
  'a@b@example.com',
  '"a b"@example.com',
  '"a"@example.com',
  'a@[127.0.0.1]',
  'a@[IPv6:::1]',
  'a@127.0.0.1',
  'a@localhost',
  'a@example.c0m',
  'a@example.123',
  'a(comment)@example.com',
  'a@(comment)example.com',
  '(comment)a@example.com',
  'Ada <ada@example.com>',
  '<ada@example.com>',
  'mailto:a@example.com',
  'a@example.com,b@example.com',
  'a@example.com;b@example.com',
  'a,b@example.com',
  'a;b@example.com',
  'a:b@example.com',
  'a<b@example.com',
  'a>b@example.com',
  'a[b@example.com',
  'a]b@example.com',
  String.raw`a\b@example.com`,
  'ä@example.com',
  'a@bücher.example',
  '用户@example.com',
  'a@例え.jp',
  'аda@example.com',
  'ada@ехample.com',
  'ada@example.соm',
  'a@example。com',
  'a＠example.com',
  'a\u200b@example.com',
  'a@exam\u00adple.com',
  '\u202ea@example.com',
  'a@example.com\r\nBcc: b@example.com',
  'a@example.com\n.',
  'a\r@example.com',
  'a\t@example.com',
  'a\0@example.com',
  `${long(65)}@example.com`,
  `a@${long(64)}.com`,
  `a@b.${long(64, 'c')}`,
  `a${longest}`,
  `a@${'b.'.repeat(130)}com`,
  `${long(1_000)}@example.com`,
  `${long(60_000)}@example.com`,
  '🙂@example.com',
  'a@🙂.example',
  'a@example.com/path',
  'a@example.com?subject=x',
  'https://example.com',
  'a@example.com.',
];

describe('B07 an address', () => {
  test('is tried in 120 shapes', () => {
    expect(new Set(accepted).size + new Set(refused).size).toBeGreaterThanOrEqual(120);
  });

  test.each(accepted)('is kept as typed: %s', async (email) => {
    const answer = await create({ email });

    // Two of them differ in their capitals only, and are one contact.
    if (answer.body.code === 'already_exists') return;
    expect(answer).toMatchObject({ status: 201, body: { email } });
    expect((await admin.request('GET', `/api/contacts/${answer.body.id}`)).body.email).toBe(email);
  });

  test.each(refused.map((email) => [email.slice(0, 40), email]))(
    'is refused with a sentence: %j',
    async (_shown, email) => {
      const answer = await create({ email });

      expect(answer.status).toBe(400);
      expect(['Email is required', 'Invalid email address']).toContain(answer.body.message);
    },
  );

  test('of a megabyte is too much, not a failure', async () => {
    const answer = await create({ email: `${long(1_048_576)}@example.com` });

    expect(answer.status).toBe(413);
  });

  test('of any kind is kept to the letter or refused', async () => {
    const letter = fc.constantFrom(...Array.from("abcXYZ019.!#$%&'*+/=?^_`{|}~-"));
    const part = fc.array(letter, { minLength: 1, maxLength: 66 }).map((letters) => letters.join(''));
    const label = fc
      .array(fc.constantFrom(...Array.from('abcXYZ019-')), { minLength: 1, maxLength: 12 })
      .map((all) => all.join(''));
    const likely = fc
      .tuple(part, fc.array(label, { minLength: 1, maxLength: 4 }), fc.constantFrom('com', 'example', 'io', 'c', 'x1'))
      .map(([local, labels, end]) => `${local}@${labels.join('.')}.${end}`);
    const anything = fc
      .tuple(fc.string({ unit: 'grapheme', maxLength: 70 }), fc.constantFrom('@', ''))
      .map(([text, at]) => `${text}${at}example.com`);
    let kept = 0;

    await fc.assert(
      fc.asyncProperty(fc.oneof({ arbitrary: likely, weight: 3 }, anything, fc.emailAddress()), async (email) => {
        const { status, body } = await create({ email });
        expect([201, 400]).toContain(status);
        if (status !== 201) return;
        kept += 1;
        expect(body.email).toBe(email.trim());
      }),
      { numRuns: casesOf(2_000) },
    );

    expect(kept).toBeGreaterThan(casesOf(300));
  });
});

describe('B08 a phone number', () => {
  test('of any kind is kept as typed', async () => {
    const sign = fc.constantFrom(...Array.from('+0123456789 ()-./x;ext=ABC٠١٢３４'));
    const typed = fc.oneof(
      fc.array(sign, { maxLength: 40 }).map((signs) => signs.join('')),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc
        .array(fc.constantFrom(...Array.from('0123456789')), { minLength: 8, maxLength: 14 })
        .map((digits) => `+${digits.join('')}`),
    );
    let count = 0;

    await fc.assert(
      fc.asyncProperty(typed, async (phone) => {
        const { status, body } = await create({ email: `phone${(count += 1)}@house.example`, phone });
        expect([201, 400]).toContain(status);
        if (status === 201) expect(body.phone).toBe(phone.trim() || null);
        // Only control characters and more than 40 characters are refused.
        else expect(/\p{Cc}|\u2028|\u2029/u.test(phone) || phone.length > 40).toBe(true);
      }),
      { numRuns: casesOf(500) },
    );
  });
});
