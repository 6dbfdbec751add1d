import type { Client } from '@waggle/contracts/clients';
import { CirclePause, CirclePlay, Ellipsis, Eye, Pencil } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds, useShowClient } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Time } from '#lib/time.tsx';
import { Badge } from '#ui/badge.tsx';
import type { Column } from '#ui/data-table.tsx';
import { Hexagon } from '#ui/hexagon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUpdateClient } from './queries.ts';

export function useClientColumns(edit: (client: Client) => void): Column<Client>[] {
  const { t } = useTranslation('settings');
  const mayManage = useHolds('clients:manage');
  return useMemo(() => {
    const columns: Column<Client>[] = [
      {
        id: 'name',
        header: t('clients.name'),
        sortable: true,
        primary: true,
        cell: (client) => (
          <span className="flex min-w-0 items-center gap-3 text-ink">
            <Hexagon name={client.name} size={26} />
            {client.name}
          </span>
        ),
      },
      { id: 'email', header: t('clients.email'), cell: (client) => client.email ?? '–' },
      { id: 'status', header: t('clients.status'), width: '8rem', cell: (client) => <ActiveBadge client={client} /> },
      {
        id: 'createdAt',
        header: t('clients.created'),
        sortable: true,
        width: '9rem',
        cell: (client) => <Time at={client.createdAt} />,
      },
      {
        id: 'actions',
        header: t('actions'),
        hideHeader: true,
        align: 'end',
        width: '3.5rem',
        cell: (client) => <ClientMenu client={client} edit={mayManage ? edit : undefined} />,
      },
    ];
    return columns;
  }, [t, edit, mayManage]);
}

export function ActiveBadge({ client }: { client: Client }) {
  const { t } = useTranslation('settings');
  return (
    <Badge tone={client.isActive ? 'success' : 'neutral'}>
      {t(client.isActive ? 'clients.active' : 'clients.inactive')}
    </Badge>
  );
}

/** Reversible, so it happens at once and offers Undo. */
export function useToggleClient(client: Client) {
  const { t } = useTranslation('settings');
  const update = useUpdateClient();
  const failed = (error: Error) => void toast({ tone: 'error', title: t('error'), description: problemText(error) });
  return () => {
    const { id: clientId, isActive, name } = client;
    runMutation(
      update,
      { clientId, isActive: !isActive },
      {
        onError: failed,
        onSuccess: () =>
          toast({
            title: t(isActive ? 'clients.deactivated' : 'clients.reactivated', { name }),
            action: {
              label: t('undo'),
              undo: true,
              onAction: () => runMutation(update, { clientId, isActive }, { onError: failed }),
            },
          }),
      },
    );
  };
}

/** `edit` is absent for people who may look but not change. */
function ClientMenu({ client, edit }: { client: Client; edit: ((client: Client) => void) | undefined }) {
  const { t } = useTranslation('settings');
  const toggle = useToggleClient(client);
  const show = useShowClient();
  return (
    <Menu trigger={<IconButton label={t('clients.menuOf', { name: client.name })} icon={Ellipsis} />}>
      <MenuItem icon={Eye} disabled={!client.isActive} onSelect={() => show(client.id)}>
        {t('clients.show')}
      </MenuItem>
      {edit && (
        <>
          <MenuItem icon={Pencil} onSelect={() => edit(client)}>
            {t('clients.edit')}
          </MenuItem>
          <MenuItem icon={client.isActive ? CirclePause : CirclePlay} onSelect={toggle}>
            {t(client.isActive ? 'clients.deactivate' : 'clients.reactivate')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
