import { Link } from '@tanstack/react-router';
import type { Client } from '@waggle/contracts/clients';
import { Archive, ArrowRight, Ellipsis, Pencil, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { useGoToClient } from './use-go-to-client.ts';

/** What somebody wants to do with a client. */
export type ChosenClient = { client: Client; what: 'edit' | 'archive' };

type ClientMenuProps = { client: Client; onChoose: (chosen: ChosenClient) => void };

export function ClientMenu({ client, onChoose }: ClientMenuProps) {
  const { t } = useTranslation('control-room');
  const goTo = useGoToClient();
  const mayManage = useHolds('clients:manage');
  const mayInvite = useHolds('team:manage');
  return (
    <Menu trigger={<IconButton label={t('list.menuOf', { name: client.name })} icon={Ellipsis} />}>
      <MenuItem icon={ArrowRight} onSelect={() => goTo(client.id)}>
        {t('list.open')}
      </MenuItem>
      {mayManage && (
        <MenuItem icon={Pencil} onSelect={() => onChoose({ client, what: 'edit' })}>
          {t('list.edit')}
        </MenuItem>
      )}
      {mayInvite && (
        <MenuItem asChild>
          <Link to="/dashboard/settings/team" search={{}}>
            <UserPlus aria-hidden className="size-4 text-subtle" />
            {t('invite')}
          </Link>
        </MenuItem>
      )}
      {mayManage && (
        <>
          <MenuSeparator />
          <MenuItem icon={Archive} onSelect={() => onChoose({ client, what: 'archive' })}>
            {t('list.archive')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
