import { contrastOf } from '@waggle/contracts/accent';
import { defaultTheme } from '@waggle/contracts/email-document';
import { expect, test } from 'vitest';
import { themeColors, withColor } from './dark-colors.ts';

const colors = ['#ffffff', '#000000', '#e0f0ff', '#ffd400', '#0044cc', '#c81e5b', '#777777'];

test.each(themeColors)('the dark colors follow the light ones: %s', (role) => {
  const { light, dark } = withColor(defaultTheme, role, '#0044cc');

  expect(light[role]).toBe('#0044cc');
  expect(dark[role]).not.toBe(defaultTheme.dark[role]);
});

test('words, links and buttons stay readable in the dark, whatever is chosen', () => {
  for (const role of themeColors)
    for (const color of colors) {
      const { dark } = withColor(defaultTheme, role, color);

      expect(contrastOf(dark.text, dark.paper)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(dark.accent, dark.paper)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(dark.onAccent, dark.accent)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf('#ffffff', dark.background)).toBeGreaterThan(15);
    }
});

test('a color that suits the dark as it is stays', () => {
  expect(withColor(defaultTheme, 'accent', '#e7a757').dark.accent).toBe('#e7a757');
});
