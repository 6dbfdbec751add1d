import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './class-names.ts';
import { enterLayer, returnFocus } from './layer-focus.ts';
import { bottomLayerClass, fromBottomClass } from './bottom-layer.ts';
import { IconButton } from './icon-button.tsx';
import { useUiText } from './ui-text.tsx';

export type DialogProps = {
  open?: boolean | undefined;
  /** Called with false on Esc, scrim and close button; ask about unsaved edits here. */
  onOpenChange?: ((open: boolean) => void) | undefined;
  trigger?: ReactElement | undefined;
  title: ReactNode;
  description?: ReactNode;
  hideTitle?: boolean | undefined;
  size?: 'sm' | 'md' | 'lg' | 'xl' | 'full' | undefined;
  /** Buttons, primary last. */
  footer?: ReactNode;
  /** Beside the close button of a full-screen dialog. */
  actions?: ReactNode;
  /** Body without padding, for content that brings its own. */
  flush?: boolean | undefined;
  children?: ReactNode;
};

const sizeClass = {
  sm: 'sm:w-(--dialog-sm)',
  md: 'sm:w-(--dialog-md)',
  lg: 'sm:w-(--dialog-lg)',
  xl: 'sm:w-(--dialog-xl) h-[min(50rem,calc(100dvh-2rem))]',
  full: '',
};

/** For a task with a clear end. Wrap body and footer in a form through `children` when Enter should submit. */
export function Dialog({ open, onOpenChange, trigger, size = 'sm', ...rest }: DialogProps) {
  return (
    <Radix.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-(--z-dialog) motion-scrim bg-scrim" />
        <div
          className={cx(
            'pointer-events-none fixed inset-0 z-(--z-dialog) grid',
            size === 'full' ? 'p-2 max-sm:p-0' : fromBottomClass,
          )}
        >
          <Radix.Content
            onOpenAutoFocus={enterLayer}
            onCloseAutoFocus={returnFocus}
            {...(!rest.description && { 'aria-describedby': undefined })}
            className={cx(
              'pointer-events-auto motion-dialog relative flex min-h-0 w-full max-w-full flex-col overflow-hidden bg-raised shadow-xl outline-none',
              size === 'full' ? 'h-full sm:rounded-xl' : bottomLayerClass,
              sizeClass[size],
            )}
          >
            <DialogHead {...rest} />
            <div
              data-scroll
              data-layer-body
              className={cx('min-h-0 flex-1 overflow-y-auto', !rest.flush && 'px-5 py-1 last:pb-5')}
            >
              {rest.children}
            </div>
            {rest.footer && <DialogFooter>{rest.footer}</DialogFooter>}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

function DialogHead({ title, description, hideTitle, actions }: Omit<DialogProps, 'size'>) {
  const text = useUiText();
  return (
    <header className={cx('flex shrink-0 items-start gap-3 px-5 pt-4 pb-3', hideTitle && 'sr-only')}>
      <div className="min-w-0 flex-1 pt-1">
        <Radix.Title className="text-md leading-6 font-semibold text-ink">{title}</Radix.Title>
        {description && <Radix.Description className="mt-1 text-sm text-muted">{description}</Radix.Description>}
      </div>
      {actions}
      <Radix.Close asChild>
        <IconButton label={text.close} icon={X} className="-mr-1.5" />
      </Radix.Close>
    </header>
  );
}

/** Also usable inside a form that is the dialog's child. */
export function DialogFooter({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <footer className={cx('flex shrink-0 flex-wrap items-center justify-end gap-2 px-5 pt-4 pb-5', className)}>
      {children}
    </footer>
  );
}

/** `<DialogClose><Button>Cancel</Button></DialogClose>` */
export function DialogClose({ children }: { children: ReactElement }) {
  return <Radix.Close asChild>{children}</Radix.Close>;
}
