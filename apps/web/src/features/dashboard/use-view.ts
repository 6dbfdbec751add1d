import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { clientChoicesQuery, organizationQuery, useUser } from '#features/accounts/index.ts';

export const overviewViews = ['summary', 'clients'] as const;
export type OverviewView = (typeof overviewViews)[number];

const from = '/dashboard/';

/** Whether somebody looks at all clients of an agency; undefined until the organization is known. */
function useSeesClients(): boolean | undefined {
  const { activeClientId, clientId: limit } = useUser();
  const { data, isError } = useQuery(organizationQuery);
  if (activeClientId !== null || limit !== null || isError) return false;
  return data && data.type === 'AGENCY';
}

/** The clients once there are some; undefined until that is known. */
function useUsualView(seesClients: boolean | undefined): OverviewView | undefined {
  const clients = useQuery({ ...clientChoicesQuery, enabled: seesClients === true });
  if (seesClients === false || clients.isError) return 'summary';
  if (!clients.data) return undefined;
  return clients.data.total > 0 ? 'clients' : 'summary';
}

/** What Overview shows: an agency that looks at all its clients chooses, and the choice lives in the address. */
export function useView() {
  const address = useSearch({ from });
  const navigate = useNavigate({ from });
  const seesClients = useSeesClients();
  const usual = useUsualView(seesClients);
  const chosen = overviewViews.find((one) => one === address.view);
  return {
    view: seesClients && chosen ? chosen : usual,
    canChoose: seesClients === true,
    show: (view: OverviewView) => void navigate({ search: { view }, replace: true }),
  };
}
