import fc from 'fast-check';
import { simpleParser } from 'mailparser';
import { describe, expect, test } from 'vitest';
import { compileContent } from './compile.ts';
import { findTags } from './grammar.ts';
import { parsePieces, Reader, renderPieces } from './liquid.ts';
import { complaintsAbout, type ContentProblem } from './problems.ts';
import { aDraft, aRecipient, mailingOf } from './test-bed.ts';

const fields = new Set([
  'first_name',
  'last_name',
  'email',
  'phone',
  'plan',
  'seats',
  'joined',
  'constructor',
  'tostring',
]);

function problemsOf(source: string): ContentProblem[] {
  const problems: ContentProblem[] = [];
  findTags(source, fields, complaintsAbout('html', source, problems), true);
  return problems;
}

function render(source: string, attributes: Record<string, unknown> = {}, firstName: string | null = 'Ada'): string {
  expect(problemsOf(source)).toEqual([]);
  return renderPieces(parsePieces(source), new Reader(aRecipient({ firstName, attributes })));
}

describe('personalisation', () => {
  test.each([
    ['{{ first_name }}', 'Ada'],
    ['{{first_name}} {{ last_name | upcase }}', 'Ada READER'],
    ['{{ plan | default: "none" }}', 'gold'],
    ['{{ seats }} {{ seats | default: 1 }}', '12 12'],
    ['{{ joined | date: "%d.%m.%Y" }}', '01.03.2026'],
    ['{{ plan | default: "x" | upcase }}', 'GOLD'],
    ['{% if plan == "gold" %}G{% elsif plan %}P{% else %}N{% endif %}', 'G'],
    ['{% if plan != "gold" %}a{% else %}b{% endif %}', 'b'],
    ['{% if seats > 10 and plan contains "ol" %}many{% endif %}', 'many'],
    ['{% unless plan %}U{% else %}V{% endunless %}', 'V'],
    ['{% unless plan == "free" %}U{% endunless %}', 'U'],
    ['{% case plan %}{% when "free", "gold" %}C{% else %}D{% endcase %}', 'C'],
    ['{% case seats %}{% when 1 %}one{% when 12 or 13 %}dozen{% endcase %}', 'dozen'],
    ['a {%- if plan -%} b {%- endif %} c', 'ab c'],
    ['{% if plan &gt; &quot;a&quot; %}entities{% endif %}', 'entities'],
  ])('%s says %s', (source, said) => {
    const decoded = source.replaceAll('&gt;', '>').replaceAll('&quot;', '"');

    expect(problemsOf(source)).toEqual([]);
    expect(render(decoded, { plan: 'gold', seats: 12, joined: '2026-03-01' })).toBe(said);
  });

  test.each([null, '', '   '])('of somebody whose name is %j falls back', (firstName) => {
    expect(render('{{ first_name | default: "you" }}{% if first_name %}!{% endif %}', {}, firstName)).toBe('you');
  });

  test('knows nothing but the fields themselves', () => {
    const own = { constructor: undefined, plan: { deep: 1 }, seats: [1, 'two', { three: 3 }], tostring: () => 'code' };

    expect(render('{{ constructor }}|{{ plan }}|{{ seats }}|{{ tostring }}', own)).toBe('||1, two|');
    expect(render('{{ constructor }}{% if constructor %}!{% endif %}')).toBe('');
  });

  test.each([
    ['Hello\n{{ nick }}', 2, 'unknown_field'],
    ['{% for x in y %}{% endfor %}', 1, 'tag_not_allowed'],
    ['\n\n{% include "x" %}', 3, 'tag_not_allowed'],
    ['{% assign x = 1 %}', 1, 'tag_not_allowed'],
    ['{{ email | downcase }}', 1, 'filter_not_allowed'],
    ['{{ email.length }}', 1, 'not_understood'],
    ['{{ first_name', 1, 'tag_not_closed'],
    ['{% if plan %}\n', 1, 'block_not_closed'],
    ['\n{% endif %}', 2, 'block_not_open'],
    ['{% if plan %}{% else %}{% else %}{% endif %}', 1, 'block_not_open'],
    ['{% if plan = "x" %}{% endif %}', 1, 'not_understood'],
    ['{% if nick %}{% endif %}', 1, 'unknown_field'],
    ['{{ joined | date: "%999999999Y" }}', 1, 'not_understood'],
    ['{{ plan | default: nick }}', 1, 'unknown_field'],
    ['{{ }}', 1, 'not_understood'],
  ])('%j is refused with its line', (source, line, code) => {
    expect(problemsOf(source)).toContainEqual(expect.objectContaining({ line, code, severity: 'error' }));
  });
});

// Attacks on Liquid, Handlebars, Jinja and Twig, Go templates, ERB and EJS, FreeMarker and Velocity.
const attacks = [
  '{{ 7*7 }}',
  '{{ "a" | append: "b" }}',
  '{% raw %}x{% endraw %}',
  '{% include "/etc/passwd" %}',
  '{% render "x" %}',
  '{% layout "x" %}',
  '{% assign a = 1 %}{{ a }}',
  '{% capture a %}{% endcapture %}',
  '{% liquid echo 1 %}',
  '{% echo email %}',
  '{% # comment %}',
  '{% for i in (1..100000000) %}x{% endfor %}',
  '{% tablerow i in (1..9) %}{% endtablerow %}',
  '{{ (1..100) | join }}',
  '{% cycle "a" %}',
  '{{ email.constructor }}',
  '{{ email["constructor"] }}',
  '{{ __proto__ }}',
  '{{ constructor.constructor }}',
  '{{ email | map: "x" }}',
  '{{{ email }}}',
  '{{#each this}}x{{/each}}',
  '{{#with "s" as |s|}}{{s}}{{/with}}',
  '{{> partial }}',
  '{{lookup this "email"}}',
  '{{&email}}',
  '{{!-- c --}}',
  '{{#if email}}x{{/if}}',
  '{{@root}}',
  '{{../email}}',
  '{{this.constructor}}',
  '{{helperMissing}}',
  '{{log "x"}}',
  '{{else}}',
  "{{ ''.__class__.__mro__[1].__subclasses__() }}",
  '{{ config.items() }}',
  '{{ self.__init__.__globals__ }}',
  '{{ request.application }}',
  '{{ cycler.__init__.__globals__.os.popen("id").read() }}',
  '{% import os %}',
  '{% set x = 1 %}',
  '{% macro x() %}{% endmacro %}',
  '{% block x %}{% endblock %}',
  '{{ _self.env.registerUndefinedFilterCallback("exec") }}',
  '{{ ["id"]|filter("system") }}',
  '{{ dump() }}',
  '{{ app.request.server.all }}',
  '{# comment #}',
  '{{ env "CANARY" }}',
  '{{ getenv "CANARY" }}',
  '{{ .Email }}',
  '{{ printf "%s" .Env }}',
  '{{ template "x" . }}',
  '{{ range . }}x{{ end }}',
  '{{ $x := 1 }}',
  '{{ call .F }}',
  '{{ index .Env "CANARY" }}',
  '{{ js "x" }}',
  '{{ with .X }}{{ end }}',
  '{{- .X -}}',
  '{{ define "T" }}{{ end }}',
  '<%= ENV["CANARY"] %>',
  '<%= process.env.CANARY %>',
  '<%- include("x") %>',
  '<% system("id") %>',
  '<%== 7*7 %>',
  '<%# x %>',
  '${process.env.CANARY}',
  '${7*7}',
  '#{7*7}',
  '*{7*7}',
  '${{7*7}}',
  '${env.CANARY}',
  '${"freemarker.template.utility.Execute"?new()("id")}',
  '<#assign x="x">',
  '<@include x/>',
  '#set($x=7*7)$x',
  '$class.inspect("java.lang.Runtime")',
  '#include("x")',
  '[[${7*7}]]',
  '@(7*7)',
  '~{x}',
  '${T(java.lang.Runtime)}',
];

test(`none of ${attacks.length} template attacks runs: each is refused or stays what it is (T10, T11)`, async () => {
  process.env['CANARY'] = 'canary-31415926';
  expect(attacks.length).toBeGreaterThanOrEqual(80);

  for (const attack of attacks) {
    const draft = aDraft({ html: `<p>${attack}</p>`, text: `says ${attack} here`, subject: 'Plain' });
    const { problems } = await compileContent(draft, 'https://mail.example.com/');
    if (problems.some(({ severity }) => severity === 'error')) continue;

    const { message } = (await mailingOf(draft)).compose(aRecipient());
    const mail = await simpleParser(message);
    expect(mail.text, attack).toContain(`says ${attack} here`);
    expect(message.toString(), attack).not.toContain('canary-31415926');
    expect(mail.html, attack).not.toMatch(/>49</);
  }
  delete process.env['CANARY'];
});

const megabyte = (unit: string) => unit.repeat(Math.floor(1_048_576 / unit.length));

test.each([
  '{% if plan %}',
  '{{ plan }}',
  '{{',
  '{%',
  '{{{{',
  '{% case plan %}{% when 1 %}',
  '{% if plan %}a{% endif %}',
  '{{ plan | default: "',
  '{{ plan | upcase | upcase | upcase }}',
  '{{ plan | upcase ',
  "{% if plan == 'x' or ",
])('a megabyte of %j is settled in 100 ms and 20 MB', async (unit) => {
  const draft = aDraft({ html: megabyte(unit) });
  await compileContent(aDraft({ html: unit }), 'https://mail.example.com/');
  const memory = process.memoryUsage().rss;
  const before = process.cpuUsage();

  const { problems } = await compileContent(draft, 'https://mail.example.com/');

  const { user, system } = process.cpuUsage(before);
  expect(problems.some(({ severity }) => severity === 'error')).toBe(true);
  expect((user + system) / 1_000).toBeLessThan(100);
  expect(process.memoryUsage().rss - memory).toBeLessThan(20 * 1_048_576);
});

describe('whatever is known of a reader', async () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ maxLength: 300 }),
    fc.constantFrom(
      '<b>x</b>',
      '{{ email }}',
      '{% if a %}',
      '\r\nBcc: x@y.z',
      '.',
      '\r\n.\r\n',
      'From me',
      '\u202Eevil',
      '👩‍👩‍👧',
      '&amp;',
      '=20',
      '\uE000u\uE001',
    ),
  );
  const mailing = await mailingOf(
    aDraft({ subject: 'For {{ note }}', html: '<p title="{{ note }}">[{{ note }}]</p>', text: '[{{ note }}]' }),
  );

  test('arrives as it is, in text and as text in HTML, and nowhere else', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (note) => {
        const { message } = mailing.compose(aRecipient({ attributes: { note } }));
        const mail = await simpleParser(message, { skipTextToHtml: true });

        const printable = note
          .toWellFormed()
          .replaceAll(/[^\P{Cc}\t\n\r]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
        const shown = (printable.trim() === '' ? '' : printable).replaceAll(/\r\n?/g, '\n');
        expect(mail.text?.slice(0, mail.text.lastIndexOf(']\n\n-- ') + 1)).toBe(`[${shown}]`);
        expect(String(mail.html).match(/<p title="([^"<>]*)">\[([^<>]*)\]<\/p>/)).not.toBeNull();
        expect([...mail.headers.keys()]).not.toContain('bcc');
      }),
      { numRuns: 300 },
    );
  });

  test('is cut when it is a megabyte long', () => {
    const { message } = mailing.compose(aRecipient({ attributes: { note: 'é'.repeat(1_048_576) } }));

    expect(message.length).toBeLessThan(300_000);
  });
});
