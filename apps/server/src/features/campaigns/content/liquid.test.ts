import { compileContent } from '@waggle/email/content/compile';
import { aDraft } from '@waggle/email/content/draft.fixture';
import fc from 'fast-check';
import { simpleParser } from 'mailparser';
import { describe, expect, test } from 'vitest';
import { loadMjml } from './load-mjml.ts';
import { aRecipient, mailingOf } from './test-harness.ts';

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
    const { problems } = await compileContent(draft, 'https://mail.example.com/', loadMjml);
    if (problems.some(({ severity }) => severity === 'error')) continue;

    const { message } = (await mailingOf(draft)).compose(aRecipient());
    const mail = await simpleParser(message);
    expect(mail.text, attack).toContain(`says ${attack} here`);
    expect(message.toString(), attack).not.toContain('canary-31415926');
    expect(mail.html, attack).not.toMatch(/>49</);
  }
  delete process.env['CANARY'];
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
