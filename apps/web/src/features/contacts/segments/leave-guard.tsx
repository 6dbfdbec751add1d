import { useBlocker } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirm } from '#ui/confirm.tsx';

type LeaveGuardProps = {
  asks: boolean;
  /** True when the screen itself goes on. */
  released: RefObject<boolean>;
};

/** Asks before unsaved changes are left behind, by a link, the back button or the end of the tab. */
export function LeaveGuard({ asks, released }: LeaveGuardProps) {
  const { t } = useTranslation('segments');
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => asks && !released.current && current.pathname !== next.pathname,
    enableBeforeUnload: () => asks,
    withResolver: true,
  });
  return (
    <Confirm
      open={leaving.status === 'blocked'}
      onOpenChange={(open) => !open && leaving.reset?.()}
      title={t('leave.title')}
      confirmLabel={t('leave.confirm')}
      cancelLabel={t('leave.stay')}
      onConfirm={() => leaving.proceed?.()}
    >
      {t('leave.text')}
    </Confirm>
  );
}
