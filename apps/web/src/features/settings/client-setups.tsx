import { useQuery } from '@tanstack/react-query';
import type { ClientSetup } from '@waggle/contracts/client-setups';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useListAddress } from '#lib/list-address.ts';
import { ListView } from '#lib/list-view.tsx';
import { Time } from '#lib/time.tsx';
import type { Column, PhoneRow } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Hexagon } from '#ui/hexagon.tsx';
import { BrandCell, DomainCell, SenderCell } from './client-setup-cells.tsx';
import { ClientName } from './client-columns.tsx';
import { clientSetupsQuery } from './queries.ts';

const byId = (client: ClientSetup) => client.id;

const phoneRow = (client: ClientSetup): PhoneRow => ({
  leading: <Hexagon name={client.name} />,
  title: client.name,
  subtitle: (
    <span className="flex flex-col items-start gap-1">
      <BrandCell client={client} isLabeled />
      <DomainCell client={client} isLabeled />
      <SenderCell client={client} isLabeled />
    </span>
  ),
});

/** What each client has of its own, what it takes from the organization and what is missing. */
export function ClientSetups() {
  const { t } = useTranslation('settings');
  const list = useListAddress(['name', '-name', 'createdAt', '-createdAt']);
  const setups = useQuery(clientSetupsQuery(list.query));
  const columns = useSetupColumns();
  return (
    <ListView
      page={setups}
      list={list}
      label={t('clients.views.setup.label')}
      searchLabel={t('clients.search')}
      failedTitle={t('clients.failed')}
      columns={columns}
      rowId={byId}
      density="roomy"
      phoneRow={phoneRow}
      empty={
        <EmptyState title={t(list.search ? 'clients.notFound' : 'clients.none')} headingLevel={3}>
          {list.search ? t('noMatch', { search: list.search }) : t('clients.noneText')}
        </EmptyState>
      }
    />
  );
}

function useSetupColumns(): Column<ClientSetup>[] {
  const { t } = useTranslation('settings');
  return useMemo(
    (): Column<ClientSetup>[] => [
      {
        id: 'name',
        header: t('clients.name'),
        sortable: true,
        primary: true,
        cell: (client) => <ClientName name={client.name} />,
      },
      { id: 'brand', header: t('sections.brand'), cell: (client) => <BrandCell client={client} /> },
      { id: 'domain', header: t('setups.domain'), cell: (client) => <DomainCell client={client} /> },
      { id: 'sender', header: t('setups.sender'), cell: (client) => <SenderCell client={client} /> },
      {
        id: 'checkedAt',
        header: t('setups.checked'),
        width: '9rem',
        cell: ({ domain }) => (domain?.checkedAt ? <Time at={domain.checkedAt} /> : '–'),
      },
    ],
    [t],
  );
}
