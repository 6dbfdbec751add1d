import { aDraft } from '@waggle/email/content/draft.fixture';
import fc from 'fast-check';
import { simpleParser } from 'mailparser';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../../../test/harness/cases.ts';
import { judge } from './bad-input-harness.ts';
import { oneLine } from './header-text.ts';
import { aRecipient, mailingOf } from './test-harness.ts';

const rows = [
  ' ',
  '\t',
  '\r\n',
  '\u00A0',
  '\u2028',
  '\u200B',
  'x',
  'x'.repeat(65),
  'x'.repeat(66),
  'x'.repeat(76),
  'x'.repeat(500),
  'x'.repeat(997),
  'x'.repeat(998),
  'x'.repeat(999),
  'x'.repeat(10_000),
  'word '.repeat(400),
  'ü'.repeat(998),
  '👩‍👩‍👧‍👦'.repeat(100),
  '🇩🇪🇫🇷',
  'e\u0301'.repeat(300),
  '日本語の件名'.repeat(20),
  'العربية',
  'עברית',
  '=?UTF-8?B?eA==?=',
  '=?UTF-8?Q?x?=',
  '=?',
  '?=',
  '=?x',
  'a =?UTF-8?B?eA==?= b',
  '=?UTF-8?B?DQpCY2M6IHhAeS5leGFtcGxl?=',
  'a\r\nBcc: victim@example.net',
  'a\nBcc: x',
  'a\rBcc: x',
  'a\r\n\r\nbody',
  'a\r\n Bcc: folded',
  'a\u0085Bcc: x',
  'a\u2028Bcc: x',
  'a\u000bBcc: x',
  'a\u0000b',
  '\u0007bell',
  '\u001b[31mred',
  '\u007f',
  '\u202Egnp.exe',
  '\u2066a\u2069',
  '\u200Ejoin',
  '\uFEFFmark',
  '\uD800',
  'x\uDC00',
  '"quoted"',
  'back\\slash',
  '"; Bcc: x',
  '<a@b.example>',
  'a, b@c.example',
  '(comment)',
  'Name: value',
  '.',
  '..',
  'From x',
  '$& $1',
  '%0d%0aBcc:x',
  '&#13;&#10;',
  '\uE000u\uE001',
];

const letters = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** The same text as subject, sender's name and organization; each comes out as one line. */
async function judgeEverywhere(text: string): Promise<void> {
  const judged = await judge({ subject: text });
  if (text.trim() === '') expect(judged.codes).toEqual(['empty']);
  const from = { name: text, email: 'news@example.com' };
  const footer = { ...aDraft().footer, organizationName: text };
  await judge({ footer }, { firstName: text }, { from });

  if (judged.html === null) return;
  const { message } = (await mailingOf(aDraft({ subject: text }), { from })).compose(aRecipient());
  const mail = await simpleParser(message);
  if (!/\{\{|\{%|\uE000|\uE001/.test(text)) expect(letters(mail.subject ?? '')).toBe(letters(oneLine(text)));
  expect(mail.from?.value).toHaveLength(1);
  expect(mail.from?.value[0]?.address).toBe('news@example.com');
  expect(mail.headers.has('bcc')).toBe(false);
}

describe('B14 a subject or a name', () => {
  test(`of ${rows.length} hand-written kinds is one line of one header`, async () => {
    expect(rows.length).toBeGreaterThanOrEqual(50);
    for (const text of rows) await judgeEverywhere(text);
  });

  test('of any generated kind is one line of one header', async () => {
    const piece = fc.oneof(
      fc.constantFrom(...rows.filter(({ length }) => length < 60)),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
    );
    const text = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
    const generated = fc.sample(text, { numRuns: casesOf(1_000), seed: 14 });
    expect(generated).toHaveLength(casesOf(1_000));
    for (const one of generated) await judgeEverywhere(one);
  });
});
