import type { Host } from '@waggle/contracts/hosts';
import { Ellipsis, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { toast } from '#ui/toast-store.ts';
import { HostUsesDialog } from './host-uses-dialog.tsx';
import { useDeleteHost } from './queries.ts';

type HostMenuProps = { host: Host; isOpen: boolean; onToggle: (() => void) | undefined };

export function HostMenu({ host, isOpen, onToggle }: HostMenuProps) {
  const { t } = useTranslation('hosts');
  const mayManage = useHolds('sending:manage');
  const [asking, setAsking] = useState<'uses' | 'remove'>();
  const close = () => setAsking(undefined);
  return (
    <>
      <Menu trigger={<IconButton label={t('menuOf', { host: host.host })} icon={Ellipsis} />}>
        {onToggle && (
          <MenuItem icon={isOpen ? EyeOff : Eye} onSelect={onToggle}>
            {t(isOpen ? 'hide' : 'show')}
          </MenuItem>
        )}
        {mayManage && (
          <MenuItem icon={Pencil} onSelect={() => setAsking('uses')}>
            {t('changeUses')}
          </MenuItem>
        )}
        {mayManage && (
          <MenuItem icon={Trash2} danger onSelect={() => setAsking('remove')}>
            {t('remove')}
          </MenuItem>
        )}
      </Menu>
      {asking === 'uses' && <HostUsesDialog host={host} onClose={close} />}
      <RemoveHost host={host} open={asking === 'remove'} onClose={close} />
    </>
  );
}

function RemoveHost({ host: { id, host, state }, open, onClose }: { host: Host; open: boolean; onClose: () => void }) {
  const { t } = useTranslation('hosts');
  const remove = useDeleteHost();
  const confirm = () =>
    runMutation(remove, id, {
      onSuccess: () => toast({ tone: 'success', title: t('removed'), description: host }),
      onError: (error) => toast({ tone: 'error', title: t('error'), description: problemText(error) }),
      onSettled: onClose,
    });
  return (
    <Confirm
      open={open}
      onOpenChange={onClose}
      title={t('removeQuestion', { host })}
      confirmLabel={t('remove')}
      busy={remove.isPending}
      onConfirm={confirm}
    >
      {t(state === 'pending' ? 'removePending' : 'removeText', { host })}
    </Confirm>
  );
}
