import type app from './locales/en/app.json';
import type dashboard from './locales/en/dashboard.json';
import type campaignReport from './locales/en/campaign-report.json';
import type campaignBuilder from './locales/en/campaign-builder.json';
import type campaigns from './locales/en/campaigns.json';
import type emailEditor from './locales/en/email-editor.json';
import type shell from './locales/en/shell.json';

declare module '#lib/i18n.ts' {
  interface FeatureTexts {
    campaigns: {
      app: typeof app;
      'campaign-report': typeof campaignReport;
      'campaign-builder': typeof campaignBuilder;
      campaigns: typeof campaigns;
      dashboard: typeof dashboard;
      'email-editor': typeof emailEditor;
      shell: typeof shell;
    };
  }
}
