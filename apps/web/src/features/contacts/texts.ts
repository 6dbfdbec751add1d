import type app from './locales/en/app.json';
import type contactSheet from './locales/en/contact-sheet.json';
import type contacts from './locales/en/contacts.json';
import type contactsImport from './locales/en/contacts-import.json';
import type dashboard from './locales/en/dashboard.json';
import type segments from './locales/en/segments.json';
import type shell from './locales/en/shell.json';

declare module '#lib/i18n.ts' {
  interface FeatureTexts {
    contacts: {
      app: typeof app;
      'contact-sheet': typeof contactSheet;
      contacts: typeof contacts;
      'contacts-import': typeof contactsImport;
      dashboard: typeof dashboard;
      segments: typeof segments;
      shell: typeof shell;
    };
  }
}
