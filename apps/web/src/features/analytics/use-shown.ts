import { useNavigate, useSearch } from '@tanstack/react-router';
import { analyticsPeriods } from '@waggle/contracts/analytics';
import { useShownClients } from '#features/accounts/index.ts';
import type { Period } from './queries.ts';

const from = '/dashboard/analytics';

const tabs = ['overview', 'contacts', 'campaigns', 'codes', 'funnel', 'clients'] as const;
export type TabName = (typeof tabs)[number];

/** Clients stand beside each other where an agency shows all of them. */
export function useTabs(): readonly TabName[] {
  const clients = useShownClients();
  return clients.size > 0 ? tabs : tabs.filter((tab) => tab !== 'clients');
}

/** Period and tab live in the address: 30 days and the first tab unless it says otherwise. A page of a list belongs to both. */
export function useShown() {
  const address = useSearch({ from });
  const navigate = useNavigate({ from });
  const period = analyticsPeriods.find((one) => one === address.period) ?? '30d';
  const visible = useTabs();
  const tab = visible.find((one) => one === address.tab) ?? 'overview';
  const show = (next: { period?: Period; tab?: TabName }) => {
    const wanted = { period, tab, ...next };
    void navigate({
      search: {
        period: wanted.period === '30d' ? undefined : wanted.period,
        tab: wanted.tab === 'overview' ? undefined : wanted.tab,
        ask: address.ask,
      },
      replace: true,
      resetScroll: false,
    });
  };
  return { period, tab, show };
}
