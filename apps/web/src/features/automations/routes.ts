import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '#app/routes.ts';
import { flag, listAddress, word } from '#lib/address.ts';
import { loadTexts } from '#lib/i18n.ts';

const automations = createRoute({
  getParentRoute: () => signedIn,
  path: '/automations',
  staticData: { title: 'titles.automations' },
  validateSearch: (search) => ({ ...listAddress(search), ...word(search, 'status'), ...flag(search, 'create') }),
  loader: () => loadTexts('automations', 'automation-recipes'),
  component: lazyRouteComponent(() => import('./list/automations-screen.tsx'), 'AutomationsScreen'),
});

/** A version by its number, or the draft. */
const versionWord = <Name extends string>(
  search: Record<string, unknown>,
  name: Name,
): { [Key in Name]?: number | 'draft' | undefined } =>
  (search[name] === 'draft' || Number.isInteger(search[name]) ? { [name]: search[name] } : {}) as {
    [Key in Name]?: number | 'draft';
  };

/** `step`, `state` and `search` narrow the runs; `run` opens the path of one person; `version` and `against` are compared. */
const automation = createRoute({
  getParentRoute: () => signedIn,
  path: '/automations/$automationId',
  staticData: { title: 'titles.automations' },
  validateSearch: (search) => ({
    ...word(search, 'tab'),
    ...word(search, 'state'),
    ...word(search, 'step'),
    ...word(search, 'run'),
    ...word(search, 'search'),
    ...versionWord(search, 'version'),
    ...versionWord(search, 'against'),
  }),
  loader: () => loadTexts('automations', 'automation-editor', 'automation-entering', 'automation-runs'),
  component: lazyRouteComponent(() => import('./editor/editor-screen.tsx'), 'EditorScreen'),
});

export const automationRoutes = { signedIn: [automations, automation] } as const;
