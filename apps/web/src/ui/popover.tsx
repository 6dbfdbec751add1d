import * as Radix from 'radix-ui/popover';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './class-names.ts';

type PopoverProps = {
  trigger: ReactElement;
  /** Names the panel for screen readers. */
  label: string;
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  flush?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
};

export function Popover({
  trigger,
  label,
  align = 'start',
  side = 'bottom',
  open,
  onOpenChange,
  flush,
  className,
  children,
}: PopoverProps) {
  return (
    <Radix.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className={cx(
            'z-(--z-popover) motion-popover max-h-(--radix-popover-content-available-height) min-w-56 overflow-y-auto rounded-lg border border-line-strong bg-raised text-sm shadow-lg',
            flush ? 'p-1' : 'p-3',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
