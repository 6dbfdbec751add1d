import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { holds } from '@waggle/contracts/rights';
import { LostView, signedIn } from '#app/routes.ts';
import { sessionQuery } from '#features/accounts/index.ts';
import { flag, word } from '#lib/address.ts';
import { loadTexts } from '#lib/i18n.ts';

const billing = createRoute({
  getParentRoute: () => signedIn,
  path: '/billing',
  staticData: { title: 'titles.billing' },
  // Stripe adds the second one when a bank sent the person back; all else it adds is left out of the address.
  validateSearch: (search) => ({ ...flag(search, 'success'), ...word(search, 'redirect_status') }),
  loader: async ({ context }) => {
    const user = await context.queryClient.ensureQueryData(sessionQuery);
    if (!user?.sellsPlans || !holds(user.role, 'billing:manage')) throw notFound();
    await loadTexts('billing');
  },
  notFoundComponent: LostView,
  component: lazyRouteComponent(() => import('./billing-screen.tsx'), 'BillingScreen'),
});

export const billingRoutes = { signedIn: [billing] } as const;
