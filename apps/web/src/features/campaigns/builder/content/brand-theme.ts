import { contrastOf, labelOn } from '@waggle/contracts/accent';
import type { Brand } from '@waggle/contracts/brand';
import { defaultTheme, type EmailPalette, type EmailTheme } from '@waggle/contracts/email-document';

export type BrandLook = Pick<Brand, 'accent' | 'highlight' | 'headingFont' | 'bodyFont' | 'socialLinks' | 'footerText'>;

const toward = (color: string, end: 0 | 255, part: number): string =>
  `#${[1, 3, 5]
    .map((at) => {
      const value = Number.parseInt(color.slice(at, at + 2), 16);
      return Math.round(value + (end - value) * part)
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;

const steps = Array.from({ length: 21 }, (_, step) => step / 20);

/** The color itself where links in it can be read on the paper, else the nearest darker or lighter one that can. */
function readableOn(paper: string, color: string): string {
  const end = contrastOf(paper, '#000000') > contrastOf(paper, '#ffffff') ? 0 : 255;
  const tried = steps.map((part) => toward(color, end, part));
  return tried.find((one) => contrastOf(paper, one) >= 4.5) ?? tried.at(-1)!;
}

function branded(palette: EmailPalette, { accent, highlight }: BrandLook): EmailPalette {
  const readable = accent && readableOn(palette.paper, accent);
  return {
    ...palette,
    ...(readable && { accent: readable, onAccent: labelOn(readable) }),
    ...(highlight && { deep: highlight, onDeep: labelOn(highlight) }),
  };
}

/** The look of a new email: colors and fonts of the brand, and the usual where it has none. */
export const brandTheme = (brand: BrandLook): EmailTheme => ({
  ...defaultTheme,
  light: branded(defaultTheme.light, brand),
  dark: branded(defaultTheme.dark, brand),
  headingFont: brand.headingFont ?? defaultTheme.headingFont,
  bodyFont: brand.bodyFont ?? defaultTheme.bodyFont,
});
