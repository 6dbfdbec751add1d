import { useNavigate, useSearch } from '@tanstack/react-router';
import { analyticsPeriods } from '@waggle/contracts/analytics';
import { useAdvancedAnalyticsLock, useIsGuest, useShownClients } from '#features/accounts/index.ts';
import type { Period } from './queries.ts';

const tabs = ['overview', 'contacts', 'campaigns', 'codes', 'funnel', 'clients'] as const;
export type TabName = (typeof tabs)[number];

/** Clients stand beside each other where an agency shows all of them. */
export function useTabs(): readonly TabName[] {
  const clients = useShownClients();
  // Nobody tells a guest what a plan of the agency lacks.
  const isGuest = useIsGuest();
  const hidesFunnel = useAdvancedAnalyticsLock() !== undefined && isGuest;
  return tabs.filter((tab) => (tab !== 'clients' || clients.size > 0) && (tab !== 'funnel' || !hidesFunnel));
}

/** Period and tab live in the address: 30 days and the first tab unless it says otherwise. A page of a list belongs to both. */
export function useShown() {
  const address = useSearch({ strict: false }) as { period?: string; tab?: string; ask?: string };
  const navigate = useNavigate();
  const period = analyticsPeriods.find((one) => one === address.period) ?? '30d';
  const visible = useTabs();
  const tab = visible.find((one) => one === address.tab) ?? 'overview';
  const show = (next: { period?: Period; tab?: TabName }) => {
    const wanted = { period, tab, ...next };
    void navigate({
      to: '.',
      search: {
        period: wanted.period === '30d' ? undefined : wanted.period,
        tab: wanted.tab === 'overview' ? undefined : wanted.tab,
        ask: address.ask,
      },
      replace: true,
      resetScroll: false,
    } as never);
  };
  return { period, tab, show };
}

/** Where a tab of this screen is, in the period that is shown; guests have the screen at an address of their own. */
export function useTabAddress() {
  const isGuest = useIsGuest();
  return (tab: TabName, period: Period) =>
    ({
      to: isGuest ? '/guest/analytics' : '/dashboard/analytics',
      search: { tab, ...(period !== '30d' && { period }) },
      resetScroll: false,
    }) as const;
}
