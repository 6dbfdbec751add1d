import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '#app/routes.ts';
import { flag, listAddress, word } from '#lib/address.ts';
import { loadTexts } from '#lib/i18n.ts';

/** What is open above the list is named by the address: a form's id, or `create`. Its analytics may begin with one submission. */
const forms = createRoute({
  getParentRoute: () => signedIn,
  path: '/forms',
  staticData: { title: 'titles.forms' },
  validateSearch: (search) => ({
    ...listAddress(search),
    ...word(search, 'active'),
    ...flag(search, 'create'),
    ...word(search, 'edit'),
    ...word(search, 'analytics'),
    ...word(search, 'submission'),
    ...word(search, 'share'),
  }),
  loader: () => loadTexts('forms', 'form-submissions', 'purchases'),
  component: lazyRouteComponent(() => import('./list/forms-screen.tsx'), 'FormsScreen'),
});

export const formRoutes = { signedIn: [forms] } as const;
