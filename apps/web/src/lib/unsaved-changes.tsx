import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
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

type LeavingProps = { asks: boolean; isLeaving: ShouldBlockFn };

function Leaving({ asks, isLeaving }: LeavingProps) {
  const leaving = useBlocker({
    shouldBlockFn: (step) => asks && isLeaving(step),
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

const isOtherPage: ShouldBlockFn = ({ current, next }) => current.pathname !== next.pathname;

/** Asks before a page with unsaved changes is left: by a link, a tab, the back button, a reload or the end of the tab. */
export function UnsavedChanges({ asks }: { asks: boolean }) {
  return <Leaving asks={asks} isLeaving={isOtherPage} />;
}

/** Does it, or asks first. */
export type LeaveGuard = (fn: () => void) => void;

type Release = ReturnType<typeof useRelease>;

/** For a layer that itself goes to another address, as it does once all is saved: right before, it calls `release`. */
export function useRelease() {
  const released = useRef(false);
  const release = () => {
    released.current = true;
    // The router asks each of those who may object in turn, so not before all of this moment is done.
    setTimeout(() => {
      released.current = false;
    });
  };
  return { released, release };
}

/**
 * The same for a layer that closes while the page stays. Which one is open may stand in the search of the address, so
 * every step to another address may take it away, and asks. `question` goes beside the layer.
 */
export function useLeaveGuard(dirty: boolean, given?: Release): { guard: LeaveGuard; question: ReactNode } {
  const [leave, setLeave] = useState<() => void>();
  const own = useRelease();
  const { released, release } = given ?? own;
  const guard: LeaveGuard = (fn) => (dirty ? setLeave(() => fn) : fn());
  const question = (
    <>
      <Leaving asks={dirty} isLeaving={() => !released.current} />
      <Question
        open={leave !== undefined}
        onStay={() => setLeave(undefined)}
        onLeave={() => {
          setLeave(undefined);
          release();
          leave?.();
        }}
      />
    </>
  );
  return { guard, question };
}
