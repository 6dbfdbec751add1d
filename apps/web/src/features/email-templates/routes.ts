import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '#app/routes.ts';
import { loadTexts } from '#lib/i18n.ts';

const templates = createRoute({
  getParentRoute: () => signedIn,
  path: '/campaigns/templates',
  staticData: { title: 'titles.emailTemplates' },
  loader: () => loadTexts('email-templates'),
  component: lazyRouteComponent(() => import('./manage/templates-screen.tsx'), 'TemplatesScreen'),
});

export const templateRoutes = { signedIn: [templates] } as const;
