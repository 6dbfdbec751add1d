import type app from './locales/en/app.json';
import type emailTemplates from './locales/en/email-templates.json';
import type shell from './locales/en/shell.json';

declare module '#lib/i18n.ts' {
  interface FeatureTexts {
    'email-templates': {
      app: typeof app;
      'email-templates': typeof emailTemplates;
      shell: typeof shell;
    };
  }
}
