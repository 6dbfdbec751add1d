// @vitest-environment happy-dom
import { getSchema } from '@tiptap/core';
import { emailFonts, Inline, TextBlock, type InlineRun, type RichNode } from '@waggle/contracts/email-document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inlineContent, richContent, toInline, toRich } from './convert.ts';
import { textExtensions } from './extensions.ts';

const nothing = { onUndo() {}, onRedo() {}, onLeave() {}, chip: (name: string) => name };
const schemas = {
  rich: getSchema(textExtensions('rich', nothing)),
  lines: getSchema(textExtensions('lines', nothing)),
};

const flag = fc.constantFrom(undefined, true as const);
const marks = fc
  .record({
    bold: flag,
    italic: flag,
    underline: flag,
    strike: flag,
    color: fc.constantFrom(undefined, 'accent' as const, '#8a4f16'),
    href: fc.constantFrom(undefined, 'https://example.com/a', 'mailto:a@example.com'),
  })
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)));
const words = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => Inline.safeParse([{ text }]).success);
const run = fc.oneof(
  fc.tuple(words, marks).map(([text, marked]) => ({ text, ...marked })),
  fc.tuple(fc.constantFrom('first_name', 'city'), words, marks).map(([field, fallback, marked]) => ({
    field,
    fallback: fallback.replaceAll(/[{}]/g, ''),
    ...marked,
  })),
  fc.constant({ break: true as const }),
);
/** Neighbours with the same marks are one run, as in every document the editor wrote. */
const runs = fc.array(run, { maxLength: 8 }).map((all) =>
  all.filter((one, at) => {
    const { text: _, ...own } = one as { text?: string };
    const { text, ...before } = (all[at - 1] ?? {}) as { text?: string };
    return !('text' in one) || text === undefined || JSON.stringify(own) !== JSON.stringify(before);
  }),
) as fc.Arbitrary<InlineRun[]>;
const rich = fc.array(
  fc.oneof(
    fc
      .tuple(runs, fc.constantFrom(undefined, 'left' as const, 'center' as const))
      .map(([children, align]) => ({ type: 'paragraph' as const, children, ...(align && { align }) })),
    fc
      .tuple(fc.constantFrom('bullets' as const, 'numbers' as const), fc.array(runs, { minLength: 1, maxLength: 4 }))
      .map(([type, items]) => ({ type, items })),
  ),
  { minLength: 1, maxLength: 6 },
) as fc.Arbitrary<RichNode[]>;

test('text that is opened and left alone keeps its bytes', () => {
  fc.assert(
    fc.property(rich, (body) => {
      const opened = schemas.rich.nodeFromJSON(richContent(body));
      opened.check();
      expect(JSON.stringify(toRich(opened.toJSON()))).toBe(JSON.stringify(body));
    }),
    { numRuns: 2_000 },
  );
});

test('headings and buttons keep theirs', () => {
  fc.assert(
    fc.property(runs, (line) => {
      const opened = schemas.lines.nodeFromJSON(inlineContent(line));
      expect(JSON.stringify(toInline(opened.toJSON()))).toBe(JSON.stringify(line));
    }),
    { numRuns: 2_000 },
  );
});

test('what was pasted with tabs, line ends and endless words can be saved', () => {
  const text = `a\tb\u2028c${'x'.repeat(45_000)}`;
  const body = toRich({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });

  expect(TextBlock.safeParse({ kind: 'text', id: 'a', body, font: emailFonts[0] }).error).toBeUndefined();
});
