import type clientTemplates from './locales/en/client-templates.json';

declare module '#lib/i18n.ts' {
  interface FeatureTexts {
    'client-templates': { 'client-templates': typeof clientTemplates };
  }
}
