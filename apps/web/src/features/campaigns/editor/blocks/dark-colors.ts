import { contrastOf, labelOn } from '@waggle/contracts/accent';
import type { EmailPalette, EmailTheme } from '@waggle/contracts/email-document';

const steps = Array.from({ length: 21 }, (_, step) => step / 20);

const toward = (color: string, end: 0 | 255, part: number): string =>
  `#${[1, 3, 5]
    .map((at) => {
      const value = Number.parseInt(color.slice(at, at + 2), 16);
      return Math.round(value + (end - value) * part)
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;

/** The color itself where words in it can be read on the paper, else the nearest darker or lighter one that can. */
export function readableOn(paper: string, color: string, least = 4.5): string {
  const end = contrastOf(paper, '#000000') > contrastOf(paper, '#ffffff') ? 0 : 255;
  const tried = steps.map((part) => toward(color, end, part));
  return tried.find((one) => contrastOf(paper, one) >= least) ?? tried.at(-1)!;
}

export const themeColors = ['accent', 'background', 'paper', 'text'] as const;
export type ThemeColor = (typeof themeColors)[number];

/** Contrast of the dark paper and of what is around it with white words, and of usual words with the paper. */
const onWhite = { background: 18, paper: 16.5 };
const ofText = 12;

const recolored = (palette: EmailPalette, role: ThemeColor, color: string): EmailPalette => ({
  ...palette,
  [role]: color,
  ...(role === 'accent' && { onAccent: labelOn(color) }),
});

/** Surfaces in the same hue, as dark as a dark theme has them; words and the accent as near to what was chosen as can be read there. */
function darkened(dark: EmailPalette, role: ThemeColor, color: string): EmailPalette {
  if (role === 'background') return recolored(dark, role, readableOn('#ffffff', color, onWhite.background));
  if (role === 'text') return recolored(dark, role, readableOn(dark.paper, color, ofText));
  if (role === 'accent') return recolored(dark, role, readableOn(dark.paper, color));
  const paper = readableOn('#ffffff', color, onWhite.paper);
  const words = recolored({ ...dark, paper }, 'text', readableOn(paper, dark.text, ofText));
  return recolored(words, 'accent', readableOn(paper, dark.accent));
}

/** A color of the whole email, in the light and in the dark. */
export const withColor = ({ light, dark }: EmailTheme, role: ThemeColor, color: string) => ({
  light: recolored(light, role, color),
  dark: darkened(dark, role, color),
});
