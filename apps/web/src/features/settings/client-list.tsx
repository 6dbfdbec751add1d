import { useQuery } from '@tanstack/react-query';
import type { Client } from '@waggle/contracts/clients';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useListAddress } from '#lib/list-address.ts';
import { ListView } from '#lib/list-view.tsx';
import { Button } from '#ui/button.tsx';
import type { PhoneRow } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Hexagon } from '#ui/hexagon.tsx';
import { ArchiveDialog } from './archive-dialog.tsx';
import { useClientColumns } from './client-columns.tsx';
import { ClientDialog } from './client-dialog.tsx';
import { GuestLinksDialog } from './guest-links-dialog.tsx';
import { clientsQuery } from './queries.ts';

const byId = (client: Client) => client.id;

const phoneRow = (client: Client): PhoneRow => ({
  leading: <Hexagon name={client.name} />,
  title: client.name,
  subtitle: client.email,
});

type Open = { client: Client; what: 'edit' | 'guest-links' | 'archive' };

/** Those an agency works for. */
export function ClientList({ onAdd }: { onAdd: (() => void) | undefined }) {
  const { t } = useTranslation('settings');
  const mayManage = useHolds('clients:manage');
  const list = useListAddress(['name', '-name', 'createdAt', '-createdAt']);
  const clients = useQuery(clientsQuery({ ...list.query, active: 'true' }));
  const [open, setOpen] = useState<Open>();
  const columns = useClientColumns(setOpen);
  const close = () => setOpen(undefined);

  return (
    <>
      <ListView
        page={clients}
        list={list}
        label={t('sections.clients')}
        searchLabel={t('clients.search')}
        failedTitle={t('clients.failed')}
        columns={columns}
        rowId={byId}
        onRowOpen={mayManage ? (client) => setOpen({ client, what: 'edit' }) : undefined}
        phoneRow={phoneRow}
        empty={<NoClients search={list.search} clear={() => list.setSearch('')} onAdd={onAdd} />}
      />
      {open?.what === 'edit' && (
        <ClientDialog
          client={open.client}
          onClose={close}
          onArchive={() => setOpen({ client: open.client, what: 'archive' })}
          onGuestLinks={() => setOpen({ client: open.client, what: 'guest-links' })}
        />
      )}
      {open?.what === 'guest-links' && <GuestLinksDialog client={open.client} onClose={close} />}
      {open?.what === 'archive' && <ArchiveDialog client={open.client} onClose={close} />}
    </>
  );
}

type NoClientsProps = { search: string; clear: () => void; onAdd: (() => void) | undefined };

function NoClients({ search, clear, onAdd }: NoClientsProps) {
  const { t } = useTranslation('settings');
  if (search) {
    return (
      <EmptyState
        title={t('clients.notFound')}
        headingLevel={3}
        action={<Button onClick={clear}>{t('clearSearch')}</Button>}
      >
        {t('noMatch', { search })}
      </EmptyState>
    );
  }
  // The honey button is in the header of the section already.
  return (
    <EmptyState
      title={t('clients.none')}
      headingLevel={3}
      action={
        onAdd && (
          <Button icon={Plus} onClick={onAdd}>
            {t('clients.addFirst')}
          </Button>
        )
      }
    >
      {t('clients.noneText')}
    </EmptyState>
  );
}
