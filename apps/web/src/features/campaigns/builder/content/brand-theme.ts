import { labelOn } from '@waggle/contracts/accent';
import type { Brand } from '@waggle/contracts/brand';
import { defaultTheme, type EmailPalette, type EmailTheme } from '@waggle/contracts/email-document';
import { readableOn } from '../../editor/blocks/dark-colors.ts';

export type BrandLook = Pick<Brand, 'accent' | 'highlight' | 'headingFont' | 'bodyFont' | 'socialLinks' | 'footerText'>;

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
