import { expect, test } from 'vitest';
import { onlyIn } from './only-in.ts';

test('of two texts the lines that only one has are told, and blanks are no difference', () => {
  const [mine, theirs] = ['Hello\n\nOur own line  \nBye\n', 'Hello \nA new line\nBye'];

  const marked = (text: string, other: string) =>
    onlyIn(text, other)
      .filter(({ isOnly }) => isOnly)
      .map(({ line }) => line);

  expect(marked(mine, theirs)).toEqual(['Our own line  ']);
  expect(marked(theirs, mine)).toEqual(['A new line']);
  expect(onlyIn(mine, theirs).map(({ line }) => line)).toEqual(['Hello', '', 'Our own line  ', 'Bye']);
});
