import { useQuery } from '@tanstack/react-query';
import type { Client } from '@waggle/contracts/clients';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useShowClient } from '#features/accounts/index.ts';
import { useListAddress } from '#lib/list-address.ts';
import { ListView } from '#lib/list-view.tsx';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Time } from '#lib/time.tsx';
import { Button } from '#ui/button.tsx';
import type { Column, PhoneRow } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Hexagon } from '#ui/hexagon.tsx';
import { toast } from '#ui/toast-store.ts';
import { ClientName } from './client-columns.tsx';
import { clientsQuery, useRestoreClient } from './queries.ts';

const byId = (client: Client) => client.id;

const phoneRow = (client: Client): PhoneRow => ({
  leading: <Hexagon name={client.name} />,
  title: client.name,
  subtitle: client.archivedAt && <Time at={client.archivedAt} />,
  aside: <ArchivedActions client={client} />,
});

/** Everything of them stays: they are opened to read and export, and brought back. */
export function ArchivedClients() {
  const { t } = useTranslation('settings');
  const list = useListAddress(['name', '-name', 'createdAt', '-createdAt']);
  const clients = useQuery(clientsQuery({ ...list.query, active: 'false' }));
  const columns = useArchivedColumns();
  return (
    <ListView
      page={clients}
      list={list}
      label={t('clients.views.archived.label')}
      searchLabel={t('clients.search')}
      failedTitle={t('clients.failed')}
      columns={columns}
      rowId={byId}
      phoneRow={phoneRow}
      empty={
        <EmptyState title={t(list.search ? 'clients.notFound' : 'clients.noneArchived')} headingLevel={3}>
          {list.search ? t('noMatch', { search: list.search }) : t('clients.noneArchivedText')}
        </EmptyState>
      }
    />
  );
}

function useArchivedColumns(): Column<Client>[] {
  const { t } = useTranslation('settings');
  return useMemo(
    (): Column<Client>[] => [
      {
        id: 'name',
        header: t('clients.name'),
        sortable: true,
        primary: true,
        cell: (client) => <ClientName name={client.name} />,
      },
      {
        id: 'archivedAt',
        header: t('clients.archivedAt'),
        width: '10rem',
        cell: (client) => (client.archivedAt ? <Time at={client.archivedAt} /> : '–'),
      },
      {
        id: 'actions',
        header: t('actions'),
        hideHeader: true,
        align: 'end',
        width: '15rem',
        cell: (client) => <ArchivedActions client={client} />,
      },
    ],
    [t],
  );
}

function ArchivedActions({ client: { id, name } }: { client: Client }) {
  const { t } = useTranslation('settings');
  const show = useShowClient();
  const restore = useRestoreClient();
  const bringBack = () =>
    runMutation(restore, id, {
      onSuccess: () =>
        toast({ tone: 'success', title: t('archive.back', { name }), description: t('archive.backText') }),
      onError: (error) => toast({ tone: 'error', title: t('error'), description: problemText(error) }),
    });
  return (
    <span className="flex justify-end gap-2">
      <Button size="sm" onClick={() => show(id)} aria-label={t('archive.openOne', { name })}>
        {t('archive.open')}
      </Button>
      <Button size="sm" busy={restore.isPending} onClick={bringBack} aria-label={t('archive.restoreOne', { name })}>
        {t('archive.restore')}
      </Button>
    </span>
  );
}
