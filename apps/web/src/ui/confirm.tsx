import * as Radix from 'radix-ui/alert-dialog';
import { useState, type ReactNode } from 'react';
import { bottomLayerClass, fromBottomClass } from './bottom-layer.ts';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { Field } from './field.tsx';
import { rememberOpener, returnFocus } from './layer-focus.ts';
import { TextInput } from './text-input.tsx';
import { useUiText } from './ui-text.tsx';

type ConfirmProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question. */
  title: string;
  /** What is lost, with counts and dependants. */
  children: ReactNode;
  /** The verb. */
  confirmLabel: string;
  cancelLabel?: string | undefined;
  onConfirm: () => void;
  busy?: boolean | undefined;
  busyLabel?: string | undefined;
  /** What must be typed before the button works: for over 100 records, or a whole client. */
  phrase?: string | undefined;
  /** `primary` for confirmations that lose nothing, such as sending. */
  variant?: 'danger' | 'primary' | undefined;
};

export function Confirm({ open, onOpenChange, ...rest }: ConfirmProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-(--z-dialog) motion-scrim bg-scrim" />
        <div className={cx('pointer-events-none fixed inset-0 z-(--z-dialog) grid', fromBottomClass)}>
          <Radix.Content
            onOpenAutoFocus={rememberOpener}
            onCloseAutoFocus={returnFocus}
            className={cx(
              'pointer-events-auto relative motion-dialog w-full overflow-y-auto bg-raised p-5 shadow-xl sm:max-w-(--dialog-sm)',
              bottomLayerClass,
            )}
          >
            <ConfirmBody {...rest} />
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

function ConfirmBody(props: Omit<ConfirmProps, 'open' | 'onOpenChange'>) {
  const { title, children, confirmLabel, cancelLabel, onConfirm, busy, busyLabel, phrase, variant = 'danger' } = props;
  const text = useUiText();
  const [typed, setTyped] = useState('');
  const locked = phrase !== undefined && typed.trim() !== phrase;

  return (
    <>
      <Radix.Title className="text-md font-semibold text-ink">{title}</Radix.Title>
      <Radix.Description asChild>
        <div className="mt-1.5 text-sm text-muted">{children}</div>
      </Radix.Description>
      {phrase !== undefined && (
        <Field label={text.typeToConfirm(phrase)} className="mt-4">
          {(control) => (
            <TextInput
              {...control}
              value={typed}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <div className="mt-4 flex flex-wrap justify-end gap-2 max-sm:flex-col-reverse max-sm:*:w-full">
        <Radix.Cancel asChild>
          <Button>{cancelLabel ?? text.cancel}</Button>
        </Radix.Cancel>
        <Button
          variant={variant}
          busy={busy}
          busyLabel={busyLabel}
          disabledReason={locked ? text.typeToConfirmReason(phrase) : undefined}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      </div>
    </>
  );
}
