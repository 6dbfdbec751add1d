import { useState } from 'react';
import { Dialog, type DialogProps } from '#ui/dialog.tsx';
import { DirtyFormContext } from './dirty-form.ts';
import { useLeaveGuard } from './unsaved-changes.tsx';

/** A dialog around a form of `useContractForm`: Esc, the X and Cancel ask before what was typed is lost. */
export function FormDialog({ onOpenChange, ...rest }: DialogProps) {
  const [dirty, setDirty] = useState(false);
  const { guard, question } = useLeaveGuard(dirty);
  return (
    <DirtyFormContext value={setDirty}>
      <Dialog {...rest} onOpenChange={(open) => (open ? onOpenChange?.(true) : guard(() => onOpenChange?.(false)))} />
      {question}
    </DirtyFormContext>
  );
}
