import type { SendingDomain } from '@waggle/contracts/sending';
import { Ellipsis, Eye, EyeOff, KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Confirm } from '#ui/confirm.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { toast } from '#ui/toast-store.ts';
import { useDeleteDomain, useRotateKeys } from './queries.ts';

type DomainMenuProps = { domain: SendingDomain; isOpen: boolean; onToggle: () => void };

export function DomainMenu({ domain, isOpen, onToggle }: DomainMenuProps) {
  const { t } = useTranslation('sending');
  const mayManage = useHolds('sending:manage');
  const [asking, setAsking] = useState<'rotate' | 'remove'>();
  const stop = () => setAsking(undefined);

  return (
    <>
      <Menu trigger={<IconButton label={t('domains.menuOf', { domain: domain.domain })} icon={Ellipsis} />}>
        {domain.state === 'verified' && (
          <MenuItem icon={isOpen ? EyeOff : Eye} onSelect={onToggle}>
            {t(isOpen ? 'domains.hide' : 'domains.show')}
          </MenuItem>
        )}
        {mayManage && (
          <>
            <MenuItem icon={KeyRound} onSelect={() => setAsking('rotate')}>
              {t('domains.rotate')}
            </MenuItem>
            <MenuItem icon={Trash2} danger onSelect={() => setAsking('remove')}>
              {t('remove')}
            </MenuItem>
          </>
        )}
      </Menu>
      {asking === 'rotate' && <RotateQuestion domain={domain} onClose={stop} onDone={isOpen ? stop : onToggle} />}
      {asking === 'remove' && <RemoveQuestion domain={domain} onClose={stop} />}
    </>
  );
}

type QuestionProps = { domain: SendingDomain; onClose: () => void };

function RotateQuestion({ domain: { id, domain }, onClose, onDone }: QuestionProps & { onDone: () => void }) {
  const { t } = useTranslation('sending');
  const rotate = useRotateKeys();
  const confirm = () =>
    runMutation(rotate, id, {
      onSuccess: () => {
        onDone();
        toast({ tone: 'success', title: t('domains.rotated'), description: t('domains.rotatedText') });
      },
      onError: (error) => toast({ tone: 'error', title: t('error'), description: problemText(error) }),
      onSettled: onClose,
    });
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('domains.rotateQuestion', { domain })}
      confirmLabel={t('domains.rotate')}
      variant="primary"
      busy={rotate.isPending}
      onConfirm={confirm}
    >
      {t('domains.rotateText')}
    </Confirm>
  );
}

function RemoveQuestion({ domain: { id, domain }, onClose }: QuestionProps) {
  const { t } = useTranslation('sending');
  const remove = useDeleteDomain();
  // Not by `mutate`: its callbacks are dropped when the list comes back without this domain before the rest is read again.
  const confirm = () =>
    void remove
      .mutateAsync(id)
      .then(
        () => toast({ tone: 'success', title: t('domains.removed'), description: domain }),
        (error: unknown) => toast({ tone: 'error', title: t('error'), description: problemText(error) }),
      )
      .finally(onClose);
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t('domains.removeQuestion', { domain })}
      confirmLabel={t('remove')}
      busy={remove.isPending}
      onConfirm={confirm}
    >
      {t('domains.removeText')}
    </Confirm>
  );
}
