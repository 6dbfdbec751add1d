import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
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
import { ActiveBadge, useClientColumns } from './client-columns.tsx';
import { ClientDialog } from './client-dialog.tsx';
import { clientsQuery } from './queries.ts';
import { Section } from './section.tsx';

export function ClientsSection() {
  const { t } = useTranslation('settings');
  const mayManage = useHolds('clients:manage');
  const { add = false } = useSearch({ from: '/dashboard/settings/clients' });
  const navigate = useNavigate({ from: '/dashboard/settings/clients' });
  const setAdding = (open: boolean) =>
    void navigate({ search: (now) => ({ ...now, add: open || undefined }), replace: true });
  const addButton = mayManage && (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      {t('clients.add')}
    </Button>
  );

  return (
    <Section
      title={t('sections.clients')}
      description={t(mayManage ? 'clients.text' : 'clients.readOnly')}
      actions={addButton}
    >
      <ClientList onAdd={mayManage ? () => setAdding(true) : undefined} />
      {mayManage && add && <ClientDialog onClose={() => setAdding(false)} />}
    </Section>
  );
}

const byId = (client: Client) => client.id;

const phoneRow = (client: Client): PhoneRow => ({
  leading: <Hexagon name={client.name} />,
  title: client.name,
  subtitle: client.email,
  aside: <ActiveBadge client={client} />,
});

function ClientList({ onAdd }: { onAdd: (() => void) | undefined }) {
  const { t } = useTranslation('settings');
  const mayManage = useHolds('clients:manage');
  const list = useListAddress(['name', '-name', 'createdAt', '-createdAt']);
  const clients = useQuery(clientsQuery(list.query));
  const [edited, setEdited] = useState<Client>();
  const columns = useClientColumns(setEdited);

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
        onRowOpen={mayManage ? setEdited : undefined}
        phoneRow={phoneRow}
        empty={<NoClients search={list.search} clear={() => list.setSearch('')} onAdd={onAdd} />}
      />
      {edited && <ClientDialog client={edited} onClose={() => setEdited(undefined)} />}
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
