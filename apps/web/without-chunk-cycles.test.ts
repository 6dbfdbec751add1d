import { expect, test } from 'vitest';
import { cycleIn } from './without-chunk-cycles.ts';

const chunk = (fileName: string, imports: string[], modules: string[]) => ({
  type: 'chunk' as const,
  fileName,
  imports,
  modules: Object.fromEntries(modules.map((id) => [id, {}])),
});

const bundleOf = (...chunks: ReturnType<typeof chunk>[]) =>
  Object.fromEntries([
    ...chunks.map((each) => [each.fileName, each] as const),
    ['style.css', { type: 'asset' as const }],
  ]);

test('files that need each other are told by what the smallest of them holds, over others too', () => {
  const bundle = bundleOf(
    chunk('first.js', [], ['react.js']),
    chunk('screens.js', ['first.js', 'middle.js'], ['a.ts', 'b.ts', 'c.ts']),
    chunk('middle.js', ['money.js'], ['d.ts', 'e.ts']),
    chunk('money.js', ['screens.js'], ['money.ts']),
  );

  expect(cycleIn(bundle)).toEqual(['money.ts']);
});

test('files that only need the same ones are none', () => {
  const bundle = bundleOf(
    chunk('first.js', [], ['react.js']),
    chunk('screens.js', ['first.js'], ['a.ts']),
    chunk('money.js', ['screens.js', 'first.js'], ['money.ts']),
  );

  expect(cycleIn(bundle)).toBeUndefined();
});
