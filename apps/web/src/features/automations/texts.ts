import type app from './locales/en/app.json';
import type automationEditor from './locales/en/automation-editor.json';
import type automationEntering from './locales/en/automation-entering.json';
import type automationRecipes from './locales/en/automation-recipes.json';
import type automationRuns from './locales/en/automation-runs.json';
import type automationVersions from './locales/en/automation-versions.json';
import type automations from './locales/en/automations.json';
import type shell from './locales/en/shell.json';

declare module '#lib/i18n.ts' {
  interface FeatureTexts {
    automations: {
      app: typeof app;
      'automation-editor': typeof automationEditor;
      'automation-entering': typeof automationEntering;
      'automation-recipes': typeof automationRecipes;
      'automation-runs': typeof automationRuns;
      'automation-versions': typeof automationVersions;
      automations: typeof automations;
      shell: typeof shell;
    };
  }
}
