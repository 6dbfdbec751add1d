import { expect, test } from 'vitest';
import { inLook } from './color-scheme.ts';

const email = '<style>@media (prefers-color-scheme:dark){p{color:#fff}}</style><p>Hi</p>';

test('each look has the theme of its program', () => {
  expect(inLook(email, 'dark')).toContain('@media (min-width: 0px)');
  expect(inLook(email, 'light')).toContain('@media (max-width: 0px)');
  expect(inLook(email, 'inverted')).toContain('@media (max-width: 0px)');
});

test('a program that inverts turns everything around but pictures', () => {
  expect(inLook(email, 'inverted')).toMatch(/html\{[^}]*invert\(1\)[^}]*\}img[^}]*invert\(1\)/);
  expect(inLook(email, 'light')).not.toContain('invert');
  expect(inLook('', 'inverted')).toBe('');
});
