import type app from './locales/en/app.json';
import type dashboard from './locales/en/dashboard.json';
import type links from './locales/en/links.json';
import type shell from './locales/en/shell.json';

declare module '#lib/i18n.ts' {
  interface FeatureTexts {
    links: {
      app: typeof app;
      dashboard: typeof dashboard;
      links: typeof links;
      shell: typeof shell;
    };
  }
}
