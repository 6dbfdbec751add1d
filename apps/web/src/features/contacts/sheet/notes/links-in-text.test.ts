import { expect, test } from 'vitest';
import { partsOf } from './links-in-text.ts';

const linksIn = (text: string) => partsOf(text).flatMap(({ href }) => href ?? []);
const whole = (text: string) =>
  partsOf(text)
    .map((part) => part.text)
    .join('');

test('addresses of the web become links, without what closes the sentence around them', () => {
  const text = 'See https://maple.example/menu?a=1, (http://rye.example) and https://x.example/a_(b).';

  expect(linksIn(text)).toEqual(['https://maple.example/menu?a=1', 'http://rye.example', 'https://x.example/a_(b']);
  expect(whole(text)).toBe(text);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'ftp://x.example',
  'https://',
  '<b>bold</b>\n& more',
])('%j stays text', (text) => {
  expect(linksIn(text)).toEqual([]);
  expect(whole(text)).toBe(text);
});
