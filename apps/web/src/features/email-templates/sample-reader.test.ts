import { expect, test } from 'vitest';
import { forSampleReader, inScheme } from './sample-reader.ts';

test('a field shows its fallback, or nothing', () => {
  expect(forSampleReader('Hi {{ first_name | default: "there" }}, {{ email }}!')).toBe('Hi there, !');
  expect(forSampleReader(`{{ plan | default: 'a "b"' }}`)).toBe('a "b"');
});

test('what only some see is shown, without its condition', () => {
  expect(forSampleReader('{% if plan == "pro" %}Pro{% endif %}')).toBe('Pro');
});

test('an email is shown in either theme', () => {
  const email = '<style>@media (prefers-color-scheme:dark){p{color:red}}</style>';

  expect(inScheme(email, true)).toContain('(min-width:0px)');
  expect(inScheme(email, false)).toContain('(max-width:0px)');
});
