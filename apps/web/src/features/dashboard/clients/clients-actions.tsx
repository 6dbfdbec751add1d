import { Link } from '@tanstack/react-router';
import { Plus, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { buttonClass } from '#ui/button-class.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { useIsPhone } from '#ui/use-media-query.ts';
import { ViewSwitch } from '../view-switch.tsx';

/** What can be done with all clients. On a phone there is room for the most important alone. */
export function ClientsActions({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('control-room');
  const isPhone = useIsPhone();
  const mayManage = useHolds('clients:manage');
  const mayInvite = useHolds('team:manage');
  if (isPhone) return mayManage && <IconButton variant="primary" icon={Plus} label={t('add')} onClick={onAdd} />;
  return (
    <>
      <ViewSwitch />
      {mayInvite && (
        <Link
          to="/dashboard/settings/team"
          search={{}}
          className={cx(buttonClass({ variant: 'secondary' }), 'max-xl:hidden!')}
        >
          <UserPlus aria-hidden className="icon-control" />
          {t('invite')}
        </Link>
      )}
      {mayManage && (
        <Button variant="primary" icon={Plus} onClick={onAdd}>
          {t('add')}
        </Button>
      )}
    </>
  );
}
