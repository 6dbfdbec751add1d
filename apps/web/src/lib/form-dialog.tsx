import { useState } from 'react';
import { Dialog, type DialogProps } from '#ui/dialog.tsx';
import { DirtyFormContext } from './dirty-form.ts';
import { useLeaveGuard } from './unsaved-changes.tsx';

/**
 * A dialog around a form of `useContractForm`: Esc, the X, Cancel and every other address ask before what was typed is
 * lost. So its form closes it by a state: an address changed right after saving would be asked about as well.
 */
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
