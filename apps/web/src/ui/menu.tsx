import { Check } from 'lucide-react';
import * as Radix from 'radix-ui/dropdown-menu';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { cx } from './class-names.ts';
import type { Icon } from './icon.ts';
import { Kbd } from './kbd.tsx';

type MenuProps = {
  trigger: ReactElement;
  align?: 'start' | 'center' | 'end' | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  /** As wide as the trigger at least. */
  matchWidth?: boolean | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  /** The keyboard goes back to the trigger, unless this prevents it. */
  onCloseFocus?: ((event: Event) => void) | undefined;
  children: ReactNode;
};

export function Menu(props: MenuProps) {
  const { trigger, align = 'end', side = 'bottom', matchWidth, open, onOpenChange, onCloseFocus, children } = props;
  const triggerRef = useRef<HTMLButtonElement>(null);
  return (
    <Radix.Root modal={false} {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
      <Radix.Trigger ref={triggerRef} asChild>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          {...(onCloseFocus && { onCloseAutoFocus: onCloseFocus })}
          // The trigger opens and closes by itself. While the menu fades out it still hears the press as one outside, and
          // would close again what the press has just opened.
          onPointerDownOutside={(event) => {
            if (triggerRef.current?.contains(event.target as Node)) event.preventDefault();
          }}
          className={cx(
            'z-(--z-popover) motion-popover max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-lg border border-line-strong bg-raised p-1 shadow-lg',
            matchWidth && 'max-w-80 min-w-(--radix-dropdown-menu-trigger-width)',
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const itemClass =
  'flex min-h-8 w-full items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-left text-sm text-ink outline-none select-none data-disabled:text-faint data-highlighted:bg-fill coarse:min-h-(--target-touch)';

export type MenuItemProps = {
  icon?: Icon | undefined;
  leading?: ReactNode;
  shortcut?: string | undefined;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Second line; also the place to say why an entry is disabled. */
  description?: ReactNode;
  onSelect?: ((event: Event) => void) | undefined;
  /** The child is a link that becomes the item. */
  asChild?: boolean | undefined;
  children: ReactNode;
};

export function MenuItem({
  icon: Icon,
  leading,
  shortcut,
  danger,
  disabled,
  description,
  onSelect,
  asChild,
  children,
}: MenuItemProps) {
  const shared = {
    disabled: disabled ?? false,
    ...(onSelect && { onSelect }),
    className: cx(itemClass, danger && 'text-danger-text! data-highlighted:bg-danger-soft!'),
  };
  if (asChild) {
    return (
      <Radix.Item {...shared} asChild>
        {children}
      </Radix.Item>
    );
  }
  return (
    <Radix.Item {...shared}>
      {Icon && <Icon aria-hidden className={cx('size-4', danger ? 'text-danger-text' : 'text-subtle')} />}
      {leading}
      <span className="min-w-0 flex-1">
        {children}
        {description && <span className="block max-w-64 text-xs text-subtle">{description}</span>}
      </span>
      {shortcut && <Kbd>{shortcut}</Kbd>}
    </Radix.Item>
  );
}

export type MenuChoice = { value: string; label: ReactNode; icon?: Icon | undefined; leading?: ReactNode };

type MenuChoicesProps = { value: string; onValueChange: (value: string) => void; options: readonly MenuChoice[] };

/** One of several, e.g. the active client. */
export function MenuChoices({ value, onValueChange, options }: MenuChoicesProps) {
  return (
    <Radix.RadioGroup value={value} onValueChange={onValueChange}>
      {options.map(({ value: own, label, icon: Icon, leading }) => (
        <Radix.RadioItem key={own} value={own} className={itemClass}>
          {Icon && <Icon aria-hidden className="size-4 text-subtle" />}
          {leading}
          <span className="min-w-0 flex-1 truncate">{label}</span>
          <span className="size-4">{own === value && <Check aria-hidden className="size-4" />}</span>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

export const MenuSeparator = () => <Radix.Separator className="my-1 h-px bg-line" />;

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 pt-1.5 pb-1 text-2xs font-medium text-subtle">{children}</Radix.Label>;
}
