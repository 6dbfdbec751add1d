import type app from './locales/en/app.json';
import type audit from './locales/en/audit.json';
import type dashboard from './locales/en/dashboard.json';
import type guestLinks from './locales/en/guest-links.json';
import type hosts from './locales/en/hosts.json';
import type sending from './locales/en/sending.json';
import type setUp from './locales/en/set-up.json';
import type settings from './locales/en/settings.json';
import type shell from './locales/en/shell.json';
import type topics from './locales/en/topics.json';
import type whiteLabel from './locales/en/white-label.json';

declare module '#lib/i18n.ts' {
  interface FeatureTexts {
    settings: {
      app: typeof app;
      audit: typeof audit;
      dashboard: typeof dashboard;
      'guest-links': typeof guestLinks;
      hosts: typeof hosts;
      sending: typeof sending;
      'set-up': typeof setUp;
      settings: typeof settings;
      shell: typeof shell;
      topics: typeof topics;
      'white-label': typeof whiteLabel;
    };
  }
}
