import { expect, test } from 'vitest';
import { inertName } from './inert-name.ts';

test.each([
  'https://evil.example/win',
  'Win at evil.example/win',
  'www.evil',
  'HTTP://X',
  'mailto: a@b.example',
  'evil。example',
  'evil．example',
  'ｅｖｉｌ．com',
  'ev\u200bil\u2060.example',
  'evil\n.example.com',
  '10.0.0.1',
  'xn--bcher-kva.example',
  'bücher.de',
  '\u200b',
])('P14: %j is replaced', (name) => {
  expect(inertName(name, 'Someone')).toBe('Someone');
});

test.each([
  'Priya Raman',
  'St. Mary & Sons, Inc.',
  'J.P. Morgan',
  'Müller GmbH & Co. KG',
  'Café 24/7',
  '株式会社ミツバチ',
  'Version 2.0',
])('P14: %j stays', (name) => {
  expect(inertName(name, 'Someone')).toBe(name);
});

test('P14: line breaks and unseen signs do not reach a mail', () => {
  expect(inertName('Priya\r\nBcc: x\u202e', 'Someone')).toBe('PriyaBcc: x');
});
