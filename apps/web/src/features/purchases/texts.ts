import type purchases from './locales/en/purchases.json';
import type shell from './locales/en/shell.json';

declare module '#lib/i18n.ts' {
  interface FeatureTexts {
    purchases: {
      purchases: typeof purchases;
      shell: typeof shell;
    };
  }
}
