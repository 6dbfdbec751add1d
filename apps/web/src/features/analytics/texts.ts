import type analytics from './locales/en/analytics.json';
import type app from './locales/en/app.json';
import type shell from './locales/en/shell.json';

declare module '#lib/i18n.ts' {
  interface FeatureTexts {
    analytics: {
      analytics: typeof analytics;
      app: typeof app;
      shell: typeof shell;
    };
  }
}
