import { Link } from '@tanstack/react-router';
import type { Client } from '@waggle/contracts/clients';
import { type ClientInControlRoom, snoozeDays } from '@waggle/contracts/control-room';
import { AlarmClock, AlarmClockOff, Archive, ArrowRight, Ellipsis, Pencil, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { useGoToClient } from './use-go-to-client.ts';
import { useSnooze } from './use-snooze.ts';

/** What somebody wants to do with a client. */
export type ChosenClient = { client: Client; what: 'edit' | 'archive' };

type ClientMenuProps = { client: ClientInControlRoom; onChoose: (chosen: ChosenClient) => void };

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
      <SnoozeItems client={client} />
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

/** Both where something came up after the rest was snoozed. */
function SnoozeItems({ client }: { client: ClientInControlRoom }) {
  const { t } = useTranslation('control-room');
  const { monthDay } = useFormat();
  const { snooze, showAgain } = useSnooze(client);
  const { reasons, snoozedUntil } = client;
  return (
    <>
      {reasons.length > 0 && (
        <MenuItem icon={AlarmClock} onSelect={snooze}>
          {t('list.snooze', { days: snoozeDays })}
        </MenuItem>
      )}
      {snoozedUntil && (
        <MenuItem icon={AlarmClockOff} onSelect={showAgain}>
          {t('list.showAgain', { day: monthDay(snoozedUntil) })}
        </MenuItem>
      )}
    </>
  );
}
