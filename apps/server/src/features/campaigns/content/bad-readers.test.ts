import fc from 'fast-check';
import { expect, test } from 'vitest';
import { casesOf } from '../../../../test/harness/cases.ts';
import { dangersIn, judge } from './bad-input-harness.ts';

/** What may be known of a reader, however it came there. */
const values: unknown[] = [
  undefined,
  null,
  '',
  ' ',
  '\t\n',
  0,
  -0,
  1e300,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  false,
  [],
  ['a', 'b'],
  [[['deep']]],
  [null, {}],
  {},
  { toString: 'x' },
  { length: 5 },
  '<b>bold</b>',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onclick='x",
  '</p></div></body></html>',
  '<!--',
  '-->',
  '<![endif]-->',
  '</style><script>x</script>',
  '&lt;b&gt;',
  '&amp;amp;',
  'javascript:alert(1)',
  'data:text/html,x',
  'a\r\nBcc: victim@example.net',
  'a\nBcc: x',
  'a\rBcc: x',
  'a\r\n.\r\nMAIL FROM:<x@y.example>',
  '.',
  '..',
  'From x',
  'a\u0085b',
  'a\u2028b',
  '\u0000',
  '\u0007\u001b[31m',
  '{{ email }}',
  '{% if true %}x{% endif %}',
  '{{',
  '}}',
  '{%',
  '{{ "a" | upcase }}',
  '${x}',
  '%s%n',
  '\uE000u\uE001',
  '\uE000c1\uE001',
  '\u202Eright to left',
  '\u2066isolated',
  '👩‍👩‍👧‍👦',
  '🇩🇪',
  'é',
  'e\u0301'.repeat(50),
  '\uD800',
  '\uDC00x',
  'x'.repeat(1_048_576),
  '<'.repeat(100_000),
  '='.repeat(500),
  '=20',
  '=?UTF-8?B?eA==?=',
  '__proto__',
  'constructor',
];
const templates = [
  '{{ note }}',
  '{{ note | default: "friend" }}',
  '{{ note | upcase }}',
  '{{ note | date: "%Y" }}',
  '{% if note %}{{ note }}{% else %}nobody{% endif %}',
  '{% case note %}{% when "x" %}x{% else %}{{ note }}{% endcase %}',
  '{% unless note == "x" %}{{ note }}{% endunless %}',
];
/** Names like those of methods are fields like any other, or unknown. */
const names = [
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'length',
  'size',
  'first',
  'then',
  'prototype',
  'first_name.constructor',
  'note.length',
  'note[0]',
  'email.size',
];

const around = (template: string) => ({
  subject: `For ${template}`,
  previewText: template,
  html: `<p title="${template.replaceAll('"', "'")}">${template}</p><a href="https://a.example/?n=${template.replaceAll('"', "'")}">x</a>`,
  text: template,
});

test(`B13 ${values.length} hand-written values in every place of a mail stay text`, async () => {
  const accepted: string[] = [];
  for (const [at, note] of values.entries()) {
    const firstName = typeof note === 'string' ? note : null;
    const judged = await judge(around(templates[at % templates.length]!), { firstName, attributes: { note } });
    expect([at, judged.codes]).toEqual([at, []]);
    accepted.push(judged.html ?? '');
  }

  expect(values.length).toBeGreaterThanOrEqual(60);
  expect(await dangersIn(accepted)).toEqual([]);
});

test.each(names)('B13 a field called %s shows nothing of the program', async (name) => {
  const judged = await judge({ html: `<p>Hello [{{ ${name} }}]</p>` });

  expect(judged.html ?? '').not.toMatch(/function|native code|\[object/);
});

test('B13 generated values in every place of a mail stay text', async () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom(...values),
    fc.anything({ maxDepth: 2 }),
  );
  const accepted: string[] = [];
  for (const [note, template] of fc.sample(fc.tuple(value, fc.constantFrom(...templates)), {
    numRuns: casesOf(1_000),
    seed: 13,
  })) {
    const judged = await judge(around(template), {
      firstName: typeof note === 'string' ? note : null,
      attributes: { note },
    });
    accepted.push(judged.html ?? '');
  }

  expect(accepted.filter((html) => html === '')).toEqual([]);
  expect(await dangersIn(accepted)).toEqual([]);
});
