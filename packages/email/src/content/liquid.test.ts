import { describe, expect, test } from 'vitest';
import { findTags } from './grammar.ts';
import { parsePieces, Reader, renderPieces } from './liquid.ts';
import { complaintsAbout, type ContentProblem } from './problems.ts';

const fields = new Set([
  'first_name',
  'last_name',
  'email',
  'phone',
  'company',
  'plan',
  'seats',
  'joined',
  'constructor',
  'tostring',
]);

const reader = { email: 'reader@example.org', lastName: 'Reader', phone: '+4915112345678', company: 'Bee & Co' };

function problemsOf(source: string): ContentProblem[] {
  const problems: ContentProblem[] = [];
  findTags(source, fields, complaintsAbout('html', source, problems), true);
  return problems;
}

function render(source: string, attributes: Record<string, unknown> = {}, firstName: string | null = 'Ada'): string {
  expect(problemsOf(source)).toEqual([]);
  return renderPieces(parsePieces(source), new Reader({ ...reader, firstName, attributes }));
}

describe('personalisation', () => {
  test.each([
    ['{{ first_name }}', 'Ada'],
    ['{{first_name}} {{ last_name | upcase }}', 'Ada READER'],
    ['{{ company | default: "your company" }}', 'Bee & Co'],
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

  test('fills an empty company from a custom field of its name, which may be older, and no other field', () => {
    const said = (company: string | null) =>
      renderPieces(
        parsePieces('{{ company | default: "you" }}{% if company %}!{% endif %}'),
        new Reader({ ...reader, firstName: null, company, attributes: { company: 'Old Bee' } }),
      );

    expect([said('Bee'), said(null), said(' ')]).toEqual(['Bee!', 'Old Bee!', 'Old Bee!']);
    expect(render('{{ first_name }}|', { first_name: 'Old' }, null)).toBe('|');
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
