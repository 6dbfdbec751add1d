import type analytics from './locales/en/analytics.json';
import type ask from './locales/en/ask.json';
import type app from './locales/en/app.json';
import type shell from './locales/en/shell.json';

declare module '#lib/i18n.ts' {
  interface FeatureTexts {
    analytics: {
      analytics: typeof analytics;
      app: typeof app;
      ask: typeof ask;
      shell: typeof shell;
    };
  }
}
