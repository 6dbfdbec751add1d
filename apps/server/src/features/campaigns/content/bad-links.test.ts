import fc from 'fast-check';
import { expect, test } from 'vitest';
import { casesOf } from '../../../../test/harness/cases.ts';
import { dangersIn, judge } from './bad-input-harness.ts';

const rows = [
  // Without a scheme, or with half of one.
  'www.a.example',
  'a.example',
  'a.example/x',
  'a.example:8080/x',
  '//a.example/x',
  '///a.example',
  'http:/a.example',
  'http:a.example',
  'https//a.example',
  '://a.example',
  'http://',
  'https://?',
  'https:///',
  'localhost',
  'page.html',
  '/path',
  './x',
  '../x',
  '?q=1',
  'x',
  // Other schemes.
  'mailto:a@b.example',
  'MAILTO:a@b.example?subject=x&amp;body=y',
  'mailto:',
  'tel:+4930123',
  'sms:+4930123?body=x',
  'webcal://a.example/x.ics',
  'ftp://a.example/x',
  'file:///etc/passwd',
  'about:blank',
  'blob:https://a.example/x',
  'chrome://settings',
  'intent://x#Intent;end',
  'cid:x',
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0000javascript:alert(1)',
  '\u00A0javascript:alert(1)',
  '&#x6a;avascript:alert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'view-source:javascript:alert(1)',
  'feed:javascript:alert(1)',
  // Anchors and nothing.
  '',
  ' ',
  '#',
  '#top',
  '#<script>',
  '#&quot;onclick=&quot;',
  // Templates.
  '{{ unsubscribe_url }}',
  '{{ preferences_url }}',
  '{{ unsubscribe_url }}/x',
  'x{{ unsubscribe_url }}',
  '{{ note }}',
  'https://{{ note }}',
  'https://a.example/{{ note }}',
  'https://a.example/?q={{ note | default: "a&b" }}',
  'https://{{ note }}@a.example/',
  'https://a.example:{{ note }}/',
  'javascript:{{ note }}',
  '{% if note %}https://a.example/{% endif %}',
  'https://a.example/{% if note %}x{% else %}y{% endif %}',
  'https://a.example/{{ unknown }}',
  'https://a.example/{{ note',
  // Written in an odd way.
  'https://a.example/?a=1&b=2',
  'https://a.example/?a=1&amp;b=2',
  'https://a.example/?a=1&amp;amp;b=2',
  'https://a.example/a b',
  ' https://a.example/ ',
  'https://a.example/\u202Egnp.x',
  'https://bücher.example/ü',
  'https://xn--bcher-kva.example/',
  'https://a.example/%',
  'https://a.example/%00',
  'https://a.example/%0d%0aBcc:x',
  'https://a.example/\r\nBcc: x',
  'https://a.example/\u2028x',
  "https://a.example/'x'",
  'https://a.example/&quot;x&quot;',
  'https://a.example/<x>',
  'https://user:pass@a.example/',
  'https://a.example\\@b.example/',
  'https://[::1]/',
  'https://[::1',
  'https://0x7f000001/',
  'https://a..example/',
  'https://-a.example/',
  'https://a.example:99999/',
  'https://a_b.example/',
  'https://\u200Ba.example/',
  'https://a.example/\uD83D',
  `https://${'a'.repeat(300)}.example/`,
  // Long, and of our own kind.
  `https://a.example/${'x'.repeat(8_150)}`,
  `https://a.example/${'x'.repeat(8_200)}`,
  `https://a.example/?${'a=b&'.repeat(2_500)}`,
  `https://a.example/${'ü'.repeat(2_000)}`,
  `https://a.example/${'%41'.repeat(2_000)}`,
  'https://mail.example.com/t/c/abcdef',
  'https://mail.example.com/t/u/abcdef',
  'https://track.other.example/c/1?u=https%3A%2F%2Fa.example',
  '\uE000c1\uE001',
  'https://a.example/\uE000u\uE001',
];

const quoted = (href: string) => `<p>Hello</p>\n<a href="${href}">Read on</a>`;

test(
  `B12 ${rows.length} hand-written addresses are refused with a place or lead somewhere harmless`,
  { timeout: 240_000 },
  async () => {
    const accepted: string[] = [];
    for (const href of rows)
      for (const clicks of [true, false]) {
        const judged = await judge(
          { html: quoted(href), tracking: { opens: true, clicks } },
          { attributes: { note: 'javascript:x' } },
        );
        if (judged.html !== null) accepted.push(judged.html);
      }

    expect(rows.length).toBeGreaterThanOrEqual(80);
    expect(accepted.length).toBeGreaterThan(60);
    expect(await dangersIn(accepted)).toEqual([]);
  },
);

test('B12 the same link 500 times, and 1,500 different ones', async () => {
  const same = await judge({ html: quoted('https://a.example/').repeat(500) });
  const many = await judge({
    html: Array.from({ length: 1_500 }, (_, at) => quoted(`https://a.example/${at}`)).join(''),
  });

  expect(same.codes).toEqual([]);
  expect(new Set(many.codes)).toEqual(new Set(['too_many_links']));
});

test(
  'B12 addresses made of their parts are refused with a place or lead somewhere harmless',
  { timeout: 240_000 },
  async () => {
    const short = rows.filter(({ length }) => length < 80);
    const part = fc.oneof(
      fc.constantFrom(...short),
      fc.constantFrom(
        'https://',
        'http:',
        '//',
        'javascript:',
        'data:',
        'a.example',
        '/',
        '?',
        '#',
        '&',
        '&amp;',
        '&#',
        ';',
        '\\',
        '@',
        ':',
        '%',
        '{{ note }}',
        '{% if note %}',
        '{% endif %}',
        '\t',
        '\n',
        ' ',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.webUrl(),
    );
    const address = fc
      .array(part, { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('').replaceAll('"', '&quot;'));
    const accepted: string[] = [];
    for (const href of fc.sample(address, { numRuns: casesOf(2_000), seed: 12 })) {
      const judged = await judge({ html: quoted(href) }, { attributes: { note: '"><script>x</script>' } });
      if (judged.html !== null) accepted.push(judged.html);
    }

    expect(accepted.length).toBeGreaterThan(casesOf(300));
    expect(await dangersIn(accepted)).toEqual([]);
  },
);
