// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { localPath } from './local-path.ts';

test.each(['/dashboard', '/dashboard/settings/team?search=priya', '/dashboard#top'])(
  '%s is a path of this installation',
  (path) => {
    expect(localPath(path)).toBe(path);
  },
);

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'dashboard',
  '/dash\\board',
  '/..//evil.example',
  '',
  undefined,
  42,
])('%s leads elsewhere', (candidate) => {
  expect(localPath(candidate)).toBeUndefined();
});
