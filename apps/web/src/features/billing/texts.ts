import type app from './locales/en/app.json';
import type billing from './locales/en/billing.json';
import type shell from './locales/en/shell.json';

declare module '#lib/i18n.ts' {
  interface FeatureTexts {
    billing: {
      app: typeof app;
      billing: typeof billing;
      shell: typeof shell;
    };
  }
}
