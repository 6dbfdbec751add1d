import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentOf, separatorFor } from './exact-text.ts';

const open = (text: string) => {
  const extensions = separatorFor(text);
  return EditorState.create({ doc: EditorState.create({ extensions }).toText(text), extensions });
};
const html = fc
  .array(
    fc.oneof(
      fc.constantFrom('\r', '\n', '\r\n', '\t', ' ', '<p>', '</p>', '&nbsp;', '\u0000', '\uFEFF', '{{ first_name }}'),
      fc.string(),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

test('HTML comes out of the editor with the bytes it went in with', () => {
  fc.assert(
    fc.property(html, (text) => {
      expect(documentOf(open(text))).toBe(text);
    }),
    { numRuns: 5_000 },
  );
});

test('HTML pasted into an empty or filled field keeps its bytes', () => {
  fc.assert(
    fc.property(html, html, (before, pasted) => {
      const state = open(before);
      const at = state.doc.length;
      const after = state.update({ changes: { from: at, insert: state.toText(pasted) } }).state;
      expect(documentOf(after)).toBe(before + pasted);
    }),
    { numRuns: 5_000 },
  );
  expect(documentOf(open('<p>\r\n</p>\n'))).toBe('<p>\r\n</p>\n');
});
