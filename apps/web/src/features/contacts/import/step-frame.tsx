import type { ReactNode } from 'react';
import { DialogFooter } from '#ui/dialog.tsx';

type StepFrameProps = {
  /** At the left of the footer. */
  note?: ReactNode;
  /** Buttons, primary last. */
  actions: ReactNode;
  children: ReactNode;
};

/** A step of the dialog: its content scrolls, its buttons stay in sight. */
export function StepFrame({ note, actions, children }: StepFrameProps) {
  return (
    <>
      <div className="min-h-72 px-5 pb-5">{children}</div>
      <DialogFooter className="sticky bottom-0 z-(--z-sticky) border-t border-line bg-sunken py-3.5!">
        {note && <div className="mr-auto flex min-w-0 items-center gap-2 text-sm text-muted">{note}</div>}
        {actions}
      </DialogFooter>
    </>
  );
}
