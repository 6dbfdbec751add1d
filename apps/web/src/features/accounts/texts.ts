import type accounts from './locales/en/accounts.json';
import type app from './locales/en/app.json';
import type guest from './locales/en/guest.json';
import type joining from './locales/en/joining.json';
import type legal from './locales/en/legal.json';
import type shell from './locales/en/shell.json';

declare module '#lib/i18n.ts' {
  interface FeatureTexts {
    accounts: {
      accounts: typeof accounts;
      app: typeof app;
      guest: typeof guest;
      joining: typeof joining;
      legal: typeof legal;
      shell: typeof shell;
    };
  }
}
