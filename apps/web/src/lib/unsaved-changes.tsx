import { useBlocker } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirm } from '#ui/confirm.tsx';

type QuestionProps = { open: boolean; onStay: () => void; onLeave: () => void };

function Question({ open, onStay, onLeave }: QuestionProps) {
  const { t } = useTranslation('shell');
  return (
    <Confirm
      open={open}
      onOpenChange={(next) => !next && onStay()}
      title={t('unsaved.title')}
      confirmLabel={t('unsaved.leave')}
      cancelLabel={t('unsaved.stay')}
      onConfirm={onLeave}
    >
      {t('unsaved.text')}
    </Confirm>
  );
}

/** Asks before a page with unsaved changes is left: by a link, a tab, the back button, a reload or the end of the tab. */
export function UnsavedChanges({ asks }: { asks: boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => asks && current.pathname !== next.pathname,
    enableBeforeUnload: () => asks,
    withResolver: true,
  });
  return (
    <Question
      open={leaving.status === 'blocked'}
      onStay={() => leaving.reset?.()}
      onLeave={() => leaving.proceed?.()}
    />
  );
}

/** Does it, or asks first. */
export type LeaveGuard = (fn: () => void) => void;

/** The same for a layer that closes while the page stays. `question` goes beside the layer. */
export function useLeaveGuard(dirty: boolean): { guard: LeaveGuard; question: ReactNode } {
  const [leave, setLeave] = useState<() => void>();
  const guard: LeaveGuard = (fn) => (dirty ? setLeave(() => fn) : fn());
  const question = (
    <>
      <UnsavedChanges asks={dirty} />
      <Question
        open={leave !== undefined}
        onStay={() => setLeave(undefined)}
        onLeave={() => {
          setLeave(undefined);
          leave?.();
        }}
      />
    </>
  );
  return { guard, question };
}
