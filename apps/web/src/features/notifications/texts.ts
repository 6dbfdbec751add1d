import type app from './locales/en/app.json';
import type notifications from './locales/en/notifications.json';
import type shell from './locales/en/shell.json';

declare module '#lib/i18n.ts' {
  interface FeatureTexts {
    notifications: {
      app: typeof app;
      notifications: typeof notifications;
      shell: typeof shell;
    };
  }
}
