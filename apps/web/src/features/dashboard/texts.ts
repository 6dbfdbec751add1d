import type app from './locales/en/app.json';
import type controlRoom from './locales/en/control-room.json';
import type dashboard from './locales/en/dashboard.json';
import type goals from './locales/en/goals.json';
import type metrics from './locales/en/metrics.json';
import type shell from './locales/en/shell.json';

declare module '#lib/i18n.ts' {
  interface FeatureTexts {
    dashboard: {
      app: typeof app;
      'control-room': typeof controlRoom;
      dashboard: typeof dashboard;
      goals: typeof goals;
      metrics: typeof metrics;
      shell: typeof shell;
    };
  }
}
