import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '#app/routes.ts';
import { loadTexts } from '#lib/i18n.ts';

const notifications = createRoute({
  getParentRoute: () => signedIn,
  path: '/notifications',
  staticData: { title: 'titles.notifications' },
  loader: () => loadTexts('notifications'),
  component: lazyRouteComponent(() => import('./notifications-screen.tsx'), 'NotificationsScreen'),
});

export const notificationRoutes = { signedIn: [notifications] } as const;
