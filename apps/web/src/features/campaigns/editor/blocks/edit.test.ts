import {
  allBlocks,
  columnRatios,
  defaultTheme,
  EmailDocument,
  type EmailBlock,
  type EmailBlockKind,
} from '@waggle/contracts/email-document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { record, redo, startHistory, undo } from '#lib/history.ts';
import {
  duplicateBlock,
  insertBlock,
  moveBlock,
  removeBlock,
  replaceBlock,
  stepAside,
  stepBlock,
  withRatio,
} from './edit.ts';
import { makeBlock } from './make.ts';
import { placesFor } from './places.ts';

const email = (...blocks: EmailBlock[]): EmailDocument => ({ version: 1, theme: defaultTheme, blocks });
const text = (id: string) => makeBlock('text', id);
const columns = (id: string, ...cells: string[][]): EmailBlock => ({
  kind: 'columns',
  id,
  ratio: cells.length === 3 ? '1:1:1' : '1:1',
  cells: cells.map((own) => own.map((inner) => makeBlock('text', inner) as never)),
});
/** `a [b c|d] e` */
const drawn = ({ blocks }: EmailDocument): string =>
  blocks
    .map((block) =>
      block.kind === 'columns'
        ? `[${block.cells.map((own) => own.map(({ id }) => id).join(' ')).join('|')}]`
        : block.id,
    )
    .join(' ');
const sample = email(text('a'), columns('x', ['b'], ['c']), text('d'));

test('a block moves down through every place of the email, into columns and out again', () => {
  const steps = [sample];
  for (let at = 0; at < 7; at += 1) steps.push(stepBlock(steps.at(-1) ?? sample, 'a', 1));

  expect(steps.map(drawn)).toEqual([
    'a [b|c] d',
    '[a b|c] d',
    '[b a|c] d',
    '[b|a c] d',
    '[b|c a] d',
    '[b|c] a d',
    '[b|c] d a',
    '[b|c] d a',
  ]);
});

test('going back up undoes every step down', () => {
  let there = sample;
  for (let at = 0; at < 6; at += 1) there = stepBlock(there, 'a', 1);
  for (let at = 0; at < 6; at += 1) there = stepBlock(there, 'a', -1);

  expect(there).toEqual(sample);
});

test('columns step over columns and never into them', () => {
  const two = email(columns('x', ['a'], []), columns('y', [], ['b']));

  expect(drawn(stepBlock(two, 'x', 1))).toBe('[|b] [a|]');
  expect(moveBlock(two, 'x', { list: { columnsId: 'y', cell: 0 }, index: 0 })).toBe(two);
});

test('a block steps aside into the next column', () => {
  expect(drawn(stepAside(sample, 'b', 1))).toBe('a [|b c] d');
  expect(stepAside(sample, 'b', -1)).toBe(sample);
  expect(stepAside(sample, 'a', 1)).toBe(sample);
});

test('a block dropped above or below itself stays where it was', () => {
  expect(moveBlock(sample, 'a', { list: 'email', index: 0 })).toBe(sample);
  expect(moveBlock(sample, 'a', { list: 'email', index: 1 })).toBe(sample);
  expect(drawn(moveBlock(sample, 'a', { list: 'email', index: 3 }))).toBe('[b|c] d a');
});

test('fewer columns lose no block', () => {
  const three = columns('x', ['a'], ['b'], ['c']);

  expect(drawn(email(withRatio(three as never, '1:2')))).toBe('[a|b c]');
  expect(drawn(email(withRatio(three as never, '1')))).toBe('[a b c]');
});

test('a copy of columns has ids of its own', () => {
  let next = 0;

  expect(drawn(duplicateBlock(sample, 'x', () => `n${(next += 1)}`))).toBe('a [b|c] [n2|n3] d');
});

test('no edit makes more than 300 blocks', () => {
  const full = email(...Array.from({ length: 300 }, (_, at) => text(`t${at}`)));

  expect(insertBlock(full, text('more'), { list: 'email', index: 0 })).toBe(full);
  expect(duplicateBlock(full, 't1', () => 'more')).toBe(full);
});

const kinds: EmailBlockKind[] = [
  'heading',
  'text',
  'image',
  'button',
  'columns',
  'divider',
  'spacer',
  'social',
  'html',
  'footer',
];
const script = fc.array(
  fc.record({
    what: fc.constantFrom('insert', 'move', 'remove', 'duplicate', 'step', 'aside', 'ratio', 'space', 'theme'),
    kind: fc.constantFrom(...kinds),
    block: fc.nat(),
    place: fc.nat(),
    back: fc.boolean(),
  }),
  { maxLength: 25 },
);
type Edit = typeof script extends fc.Arbitrary<(infer One)[]> ? One : never;

type Target = { document: EmailDocument; edit: Edit; target: EmailBlock; id: string };

const onBlock: Record<string, (input: Target) => EmailDocument> = {
  move({ document, edit, target }) {
    const places = placesFor(document.blocks, target.kind);
    return moveBlock(document, target.id, places[edit.place % places.length] ?? { list: 'email', index: 0 });
  },
  remove: ({ document, target }) => removeBlock(document, target.id),
  duplicate({ document, target, id }) {
    let next = 0;
    return duplicateBlock(document, target.id, () => `${id}_${(next += 1)}`);
  },
  step: ({ document, edit, target }) => stepBlock(document, target.id, edit.back ? -1 : 1),
  aside: ({ document, edit, target }) => stepAside(document, target.id, edit.back ? -1 : 1),
  space: ({ document, edit, target }) => replaceBlock(document, { ...target, space: { top: edit.place % 161 } }),
  ratio: ({ document, edit, target }) =>
    target.kind === 'columns'
      ? replaceBlock(document, withRatio(target, columnRatios[edit.place % columnRatios.length] ?? '1'))
      : document,
};

function apply(document: EmailDocument, edit: Edit, id: string): EmailDocument {
  if (edit.what === 'theme') return { ...document, theme: { ...document.theme, radius: edit.place % 33 } };
  if (edit.what === 'insert') {
    const places = placesFor(document.blocks, edit.kind);
    const place = places[edit.place % places.length] ?? { list: 'email', index: 0 };
    return insertBlock(document, makeBlock(edit.kind, id), place);
  }
  const all = allBlocks(document.blocks);
  const target = all[edit.block % Math.max(1, all.length)];
  return (target && onBlock[edit.what]?.({ document, edit, target, id })) ?? document;
}

test('undoing every step and doing it again gives the same email, whatever was done', () => {
  fc.assert(
    fc.property(script, (edits) => {
      let history = startHistory(email());
      const first = history.present;
      for (const [at, edit] of edits.entries()) history = record(history, apply(history.present, edit, `b${at}`));
      const last = history.present;
      const steps = history.past.length;
      const seen = [...history.past, last];

      for (let at = 0; at < steps; at += 1) {
        history = undo(history);
        expect(history.present).toBe(seen[steps - 1 - at]);
      }
      expect(history.present).toBe(first);
      expect(undo(history)).toBe(history);
      for (let at = 0; at < steps; at += 1) history = redo(history);
      expect(history.present).toBe(last);
      expect(JSON.stringify(history.past)).toBe(JSON.stringify(seen.slice(0, -1)));
      expect(redo(history)).toBe(history);
    }),
    { numRuns: 5_000 },
  );
});

test('no edit loses a block, and every result is an email that can be saved', () => {
  fc.assert(
    fc.property(script, (edits) => {
      let document = email();
      for (const [at, edit] of edits.entries()) document = apply(document, edit, `b${at}`);
      expect(EmailDocument.safeParse(document).error).toBeUndefined();
    }),
    { numRuns: 1_000 },
  );
});

test('typing in one block is one step until there is a rest', () => {
  const [one, two, three, four] = ['a', 'b', 'c', 'd'].map((id) => email(text(id)));
  let history = startHistory(sample);
  history = record(history, one ?? sample, { key: 'text a', at: 0 });
  history = record(history, two ?? sample, { key: 'text a', at: 300 });
  history = record(history, three ?? sample, { key: 'text b', at: 400 });
  history = record(history, four ?? sample, { key: 'text b', at: 2_000 });

  expect(history.past).toEqual([sample, two, three]);
});
