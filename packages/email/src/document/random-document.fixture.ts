import {
  colorRoles,
  columnRatios,
  defaultTheme,
  emailFonts,
  type EmailBlock,
  type EmailDocument,
  socialNetworks,
} from '@waggle/contracts/email-document';
import fc from 'fast-check';

/** What people write, and what somebody writes who wants to break out of it. */
const nasty = [
  '',
  ' ',
  'Hello',
  '</td></tr></table>',
  '<script>alert(1)</script>',
  '{{ first_name }}',
  '{% if x %}',
  '%}',
  '}}',
  '{{',
  '"><img src=x onerror=alert(1)>',
  '<!--[if mso]>',
  '-->',
  '<![endif]-->',
  '&amp;lt;',
  'slot0z',
  '</mj-text><mj-raw>',
  '\u202E\u200F',
  '𝕬é漢字🙂',
  'it\'s "quoted"',
  '$& $1 $$',
];
const words = fc.oneof(fc.constantFrom(...nasty), fc.string({ unit: 'grapheme', maxLength: 20 }).map(oneLined));
function oneLined(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '');
}
const short = words.map((text) => text.trim());
const fallback = words.map((text) => text.replaceAll(/[{}]/g, '').trim());
const color = fc.constantFrom(...colorRoles, '#000000', '#ffffff', '#8a4f16', '#ff0000');
const field = fc.constantFrom('first_name', 'last_name', 'email', 'plan', 'note');
const href = fc.constantFrom(
  '',
  'https://example.com/?a=1&b="x"',
  'example.com/{{x}}',
  'mailto:a@example.com',
  '{{ unsubscribe_url }}',
  '#top',
  'nowhere',
);
const align = fc.constantFrom('left' as const, 'center' as const, 'right' as const);
const yes = fc.constant(true as const);

const maybe = (shape: Record<string, fc.Arbitrary<unknown>>) => fc.record(shape, { requiredKeys: [] });
const marks = { bold: yes, italic: yes, underline: yes, strike: yes, color, href };
const run = fc.oneof(
  fc.tuple(words, maybe(marks)).map(([text, more]) => ({ text, ...more })),
  fc.tuple(field, fallback, maybe(marks)).map(([name, or, more]) => ({ field: name, fallback: or, ...more })),
  fc.constant({ break: true as const }),
);
const inline = fc.array(run, { maxLength: 4 });
const rich = fc.array(
  fc.oneof(
    inline.map((children) => ({ type: 'paragraph' as const, children })),
    fc.array(inline, { minLength: 1, maxLength: 3 }).map((items) => ({ type: 'bullets' as const, items })),
    fc.array(inline, { minLength: 1, maxLength: 3 }).map((items) => ({ type: 'numbers' as const, items })),
  ),
  { maxLength: 3 },
);

const showIf = fc.oneof(
  fc.record({
    kind: fc.constant('field'),
    field,
    op: fc.constantFrom('isSet', 'isNotSet', 'is', 'isNot'),
    value: fc.oneof(fallback, fc.constantFrom('5', 'true')),
  }),
  fc.record({ kind: fc.constant('tag'), tagId: fc.uuid(), has: fc.boolean() }),
);
const pixels = (most: number) => fc.integer({ min: 0, max: most });
const common = {
  showIf,
  background: color,
  space: maybe({ top: pixels(160), bottom: pixels(160), side: pixels(120) }),
};
const letters = { align, color, font: fc.constantFrom(...emailFonts), size: fc.integer({ min: 10, max: 140 }) };

const kind = (
  name: string,
  needed: Record<string, fc.Arbitrary<unknown>>,
  optional: Record<string, fc.Arbitrary<unknown>> = {},
) =>
  fc
    .tuple(fc.record(needed), maybe({ ...common, ...optional }))
    .map(([must, may]) => ({ kind: name, ...must, ...may }));

const html = fc.oneof(
  words,
  fc.constantFrom(
    '<table><tr><td>',
    '<p>{% if plan %}a{% else %}b{% endif %}</p>',
    '<a href="javascript:x">y</a>',
    '<style>td{color:red}',
    '<b>{{ email }}',
  ),
);
const cellBlock = fc.oneof(
  kind(
    'heading',
    { text: inline, level: fc.constantFrom(1, 2, 3) },
    { ...letters, weight: fc.constantFrom('normal', 'bold') },
  ),
  kind('text', { body: rich }, letters),
  kind('footer', { body: rich }, letters),
  kind(
    'image',
    { src: fc.constantFrom('', 'https://example.com/a.png?x="&{{'), alt: short },
    { href, align, width: fc.integer({ min: 8, max: 700 }), radius: pixels(350) },
  ),
  kind(
    'button',
    { label: inline, href },
    {
      align,
      fullWidth: fc.boolean(),
      look: fc.constantFrom('filled', 'outline'),
      color,
      textColor: color,
      size: fc.integer({ min: 12, max: 28 }),
    },
  ),
  kind(
    'divider',
    {},
    { color, thickness: fc.integer({ min: 1, max: 12 }), look: fc.constantFrom('solid', 'dashed', 'dotted') },
  ),
  kind('spacer', { height: fc.integer({ min: 4, max: 200 }) }),
  kind(
    'social',
    { links: fc.array(fc.record({ network: fc.constantFrom(...socialNetworks), href }), { maxLength: 3 }) },
    { align, color },
  ),
  kind('html', { html }),
);
const columns = fc.constantFrom(...columnRatios).chain((ratio) => {
  const count = ratio.split(':').length;
  const cells = fc.array(fc.array(cellBlock, { maxLength: 3 }), { minLength: count, maxLength: count });
  const box = maybe({
    background: color,
    border: color,
    borderLook: fc.constantFrom('solid', 'dashed'),
    radius: pixels(48),
    padding: pixels(64),
  });
  return kind(
    'columns',
    { ratio: fc.constant(ratio), cells },
    { gap: pixels(64), verticalAlign: fc.constantFrom('top', 'middle', 'bottom'), keepOnPhone: fc.boolean(), box },
  );
});

/** Documents of any blocks; ids are given afterwards, so that they differ. */
export const randomDocument: fc.Arbitrary<EmailDocument> = fc
  .record({
    version: fc.constant(1 as const),
    theme: fc.record({
      ...Object.fromEntries(Object.entries(defaultTheme).map(([key, value]) => [key, fc.constant(value)])),
      width: fc.integer({ min: 480, max: 700 }),
      radius: pixels(32),
    }),
    blocks: fc.array(fc.oneof({ arbitrary: cellBlock, weight: 4 }, { arbitrary: columns, weight: 1 }), {
      maxLength: 6,
    }),
  })
  .map((document) => numbered(document as unknown as EmailDocument));

function numbered(document: EmailDocument): EmailDocument {
  let next = 0;
  const withId = <Block extends EmailBlock>(block: Block): Block => ({ ...block, id: `b${(next += 1)}` });
  const blocks = document.blocks.map((block) =>
    block.kind === 'columns' ? withId({ ...block, cells: block.cells.map((cell) => cell.map(withId)) }) : withId(block),
  );
  return { ...document, blocks };
}
