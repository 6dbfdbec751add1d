import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirm } from '#ui/confirm.tsx';

/** Does it, or asks first. */
export type LeaveGuard = (deed: () => void) => void;

/** Unsaved edits ask before they are lost. */
export function useLeaveGuard(dirty: boolean) {
  const { t } = useTranslation('contacts');
  const [leave, setLeave] = useState<() => void>();
  const guard: LeaveGuard = (deed) => (dirty ? setLeave(() => deed) : deed());
  const question = (
    <Confirm
      open={leave !== undefined}
      onOpenChange={() => setLeave(undefined)}
      title={t('form.discardQuestion')}
      confirmLabel={t('form.discard')}
      cancelLabel={t('form.keepEditing')}
      onConfirm={() => {
        setLeave(undefined);
        leave?.();
      }}
    >
      {t('form.discardText')}
    </Confirm>
  );
  return { guard, question };
}
