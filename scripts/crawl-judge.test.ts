import { expect, test } from 'vitest';
import { judge } from '../e2e/crawl/judge.ts';

const seen = (text: string, cut = 0) => [{ text, at: 'main', cut }];

test('the crawl finds what is planted: a key, English in other languages, a text that is cut off', () => {
  expect(judge(seen('saveSegment.button'), 'en')).toEqual([expect.stringContaining('the key')]);
  expect(judge(seen('Save as segment'), 'es')).toEqual([expect.stringContaining('not translated')]);
  expect(judge(seen('Sorted by Name'), 'fr')).toEqual([expect.stringContaining('not translated')]);
  expect(judge(seen('Save as segment', 4), 'en')).toEqual([expect.stringContaining('4 px cut off')]);
});

test('the crawl lets pass what is right, and what people typed', () => {
  expect(judge(seen('Save as segment'), 'en')).toEqual([]);
  expect(judge(seen('Maple & Rye Bakery', 40), 'es')).toEqual([]);
});
