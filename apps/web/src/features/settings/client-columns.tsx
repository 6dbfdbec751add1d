import type { Client } from '@waggle/contracts/clients';
import { Archive, Ellipsis, Eye, Link2, Pencil } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds, useShowClient } from '#features/accounts/index.ts';
import { Time } from '#lib/time.tsx';
import type { Column } from '#ui/data-table.tsx';
import { Hexagon } from '#ui/hexagon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';

type Chosen = (chosen: { client: Client; what: 'edit' | 'guest-links' | 'archive' }) => void;

export function useClientColumns(choose: Chosen): Column<Client>[] {
  const { t } = useTranslation('settings');
  const mayManage = useHolds('clients:manage');
  return useMemo(() => {
    const columns: Column<Client>[] = [
      {
        id: 'name',
        header: t('clients.name'),
        sortable: true,
        primary: true,
        cell: (client) => <ClientName name={client.name} />,
      },
      { id: 'email', header: t('clients.email'), cell: (client) => client.email ?? '–' },
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
        cell: (client) => <ClientMenu client={client} choose={mayManage ? choose : undefined} />,
      },
    ];
    return columns;
  }, [t, choose, mayManage]);
}

export function ClientName({ name }: { name: string }) {
  return (
    <span className="flex min-w-0 items-center gap-3 text-ink">
      <Hexagon name={name} size={26} />
      {name}
    </span>
  );
}

/** `choose` is absent for people who may look but not change. */
function ClientMenu({ client, choose }: { client: Client; choose: Chosen | undefined }) {
  const { t } = useTranslation(['settings', 'guest-links']);
  const show = useShowClient();
  return (
    <Menu trigger={<IconButton label={t('clients.menuOf', { name: client.name })} icon={Ellipsis} />}>
      <MenuItem icon={Eye} onSelect={() => show(client.id)}>
        {t('clients.show')}
      </MenuItem>
      {choose && (
        <>
          <MenuItem icon={Pencil} onSelect={() => choose({ client, what: 'edit' })}>
            {t('clients.edit')}
          </MenuItem>
          <MenuItem icon={Link2} onSelect={() => choose({ client, what: 'guest-links' })}>
            {t('guest-links:menu')}
          </MenuItem>
          <MenuItem icon={Archive} onSelect={() => choose({ client, what: 'archive' })}>
            {t('clients.archive')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
