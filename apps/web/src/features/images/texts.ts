import type app from './locales/en/app.json';
import type images from './locales/en/images.json';
import type shell from './locales/en/shell.json';

declare module '#lib/i18n.ts' {
  interface FeatureTexts {
    images: { app: typeof app; images: typeof images; shell: typeof shell };
  }
}
