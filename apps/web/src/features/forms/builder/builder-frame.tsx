import * as Radix from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { enterLayer, returnFocus } from '#ui/layer-focus.ts';

type BuilderFrameProps = {
  /** Over the whole width; holds the `BuilderTitle`. */
  head: ReactNode;
  onClose: () => void;
  /** Whether Escape was used up inside. */
  onEscape?: ((event: KeyboardEvent) => boolean) | undefined;
  children: ReactNode;
};

/** A dialog over the whole window. A press beside it does not close it: much work is in it. */
export function BuilderFrame({ head, onClose, onEscape, children }: BuilderFrameProps) {
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-(--z-dialog) motion-scrim bg-scrim" />
        <div className="pointer-events-none fixed inset-0 z-(--z-dialog) grid p-4 max-lg:p-2 max-sm:p-0">
          <Radix.Content
            aria-describedby={undefined}
            onOpenAutoFocus={enterLayer}
            onCloseAutoFocus={returnFocus}
            onEscapeKeyDown={(event) => onEscape?.(event) && event.preventDefault()}
            onInteractOutside={(event) => event.preventDefault()}
            className="pointer-events-auto motion-dialog relative flex h-full min-h-0 w-full flex-col overflow-hidden bg-raised shadow-xl outline-none sm:rounded-xl"
          >
            {head}
            <div data-layer-body className="flex min-h-0 flex-1 flex-col">
              {children}
            </div>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The name of the dialog. */
export function BuilderTitle({ children }: { children: string }) {
  return (
    <Radix.Title className="font-display text-md leading-6 font-semibold max-w-full truncate text-ink">
      {children}
    </Radix.Title>
  );
}
