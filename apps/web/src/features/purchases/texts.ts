import type app from './locales/en/app.json';
import type purchases from './locales/en/purchases.json';
import type revenueSettings from './locales/en/revenue-settings.json';
import type shell from './locales/en/shell.json';

declare module '#lib/i18n.ts' {
  interface FeatureTexts {
    purchases: {
      app: typeof app;
      purchases: typeof purchases;
      'revenue-settings': typeof revenueSettings;
      shell: typeof shell;
    };
  }
}
