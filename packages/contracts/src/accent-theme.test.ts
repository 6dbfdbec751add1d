import { expect, test } from 'vitest';
import { contrastOf } from './accent.ts';
import { accentTheme, grounds } from './accent-theme.ts';

/** The same colors in every run. */
function* randomColors(count: number): Generator<string> {
  let state = 20_261_118;
  for (let made = 0; made < count; made += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield `#${(state >>> 8).toString(16).padStart(6, '0')}`;
  }
}

const corners = ['00', '80', 'ff'].flatMap((red) =>
  ['00', '80', 'ff'].flatMap((green) => ['00', '80', 'ff'].map((blue) => `#${red}${green}${blue}`)),
);
const colors = [...corners, '#f9ad1b', '#191714', '#181613', '#757575', ...randomColors(2_000)];

test.each(['light', 'dark'] as const)('whatever the color, every text can be read in the %s theme', (theme) => {
  const failed = colors.filter((color) => {
    const roles = accentTheme(color)[theme];
    const label = roles['on-accent'];
    const onButtons = ['accent', 'accent-hover', 'accent-pressed'] as const;
    const texts = [roles['accent-text'], roles.link];
    const surfaces = [
      ...grounds[theme].surfaces,
      roles['accent-soft'],
      roles['accent-soft-strong'],
      roles['row-selected'],
    ];
    return (
      onButtons.some((role) => contrastOf(roles[role], label) < 4.5) ||
      texts.some((text) => surfaces.some((surface) => contrastOf(text, surface) < 4.5))
    );
  });

  expect(failed).toEqual([]);
});

test.each(['light', 'dark'] as const)('marks, focus and edges of buttons stand out in the %s theme', (theme) => {
  const failed = colors.filter((color) => {
    const roles = accentTheme(color)[theme];
    const [surface] = grounds[theme].surfaces;
    return (
      grounds[theme].surfaces.some((one) => contrastOf(roles['accent-mark'], one) < 3) ||
      grounds[theme].surfaces.some((one) => contrastOf(roles.focus, one) < 3) ||
      contrastOf(roles['accent-edge'], surface) < 3
    );
  });

  expect(failed).toEqual([]);
});

test('a color that can be read stays as it was chosen', () => {
  const { light, dark } = accentTheme('#2c4f98');

  expect(light).toMatchObject({ accent: '#2c4f98', 'on-accent': '#ffffff', link: '#2c4f98' });
  expect(dark.accent).not.toBe('#2c4f98');
  expect(Object.values({ ...light, ...dark }).every((color) => /^#[0-9a-f]{6}$/.test(color))).toBe(true);
});

test('text of the design can be read on what the color tints', () => {
  const failed = colors.filter((color) => {
    const { light, dark } = accentTheme(color);
    return (
      contrastOf('#191714', light['accent-soft-strong']) < 4.5 ||
      contrastOf('#5d5953', light['row-selected']) < 4.5 ||
      contrastOf('#f4f1eb', dark['accent-soft-strong']) < 4.5 ||
      contrastOf('#b9b4ab', dark['row-selected']) < 4.5
    );
  });

  expect(failed).toEqual([]);
});
