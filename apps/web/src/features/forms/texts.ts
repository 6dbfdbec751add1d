import type app from './locales/en/app.json';
import type dashboard from './locales/en/dashboard.json';
import type formBuilder from './locales/en/form-builder.json';
import type formSubmissions from './locales/en/form-submissions.json';
import type forms from './locales/en/forms.json';
import type formShare from './locales/en/form-share.json';
import type shell from './locales/en/shell.json';

declare module '#lib/i18n.ts' {
  interface FeatureTexts {
    forms: {
      app: typeof app;
      dashboard: typeof dashboard;
      'form-builder': typeof formBuilder;
      'form-submissions': typeof formSubmissions;
      forms: typeof forms;
      'form-share': typeof formShare;
      shell: typeof shell;
    };
  }
}
