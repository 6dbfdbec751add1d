import { expect, test } from 'vitest';
import { portAfter, presetKeys, presetOf, presets } from './presets.ts';

test('every preset is recognised by what it fills in', () => {
  for (const key of presetKeys)
    expect(
      presetOf({ kind: presets[key].kind, host: presets[key].host, username: presets[key].username ?? 'me' }),
    ).toBe(key);
});

test('a server nobody knows, and a login that is not the usual one, show every field', () => {
  expect(presetOf({ kind: 'smtp', host: 'smtp.gmail.com.evil.example', username: null })).toBe('own');
  expect(presetOf({ kind: 'smtp', host: 'smtp.sendgrid.net', username: 'somebody' })).toBe('own');
  expect(presetOf({ kind: 'smtp', host: 'smtp.eu.mailgun.org', username: 'postmaster@mg.example' })).toBe('mailgun');
});

test('the port follows the encryption unless somebody chose another one', () => {
  expect(portAfter(587, 'implicit')).toBe(465);
  expect(portAfter(465, 'starttls')).toBe(587);
  expect(portAfter(587, 'none')).toBe(25);
  expect(portAfter(Number.NaN, 'implicit')).toBe(465);
  expect(portAfter(2525, 'implicit')).toBe(2525);
});
