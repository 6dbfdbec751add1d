import type { ComponentProps, ReactNode } from 'react';
import { buttonClass, buttonLook, type ButtonSize, type ButtonVariant } from './button-class.ts';
import { cx } from './class-names.ts';
import type { Icon } from './icon.ts';
import { pressable } from './pressable.ts';
import { SpinnerIcon } from './spinner.tsx';
import { Tooltip } from './tooltip.tsx';

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  block?: boolean | undefined;
  icon?: Icon | undefined;
  iconEnd?: Icon | undefined;
  busy?: boolean | undefined;
  /** Replaces the label while busy; room for it is kept from the start, so the width never changes. */
  busyLabel?: string | undefined;
  /** Why the button cannot be used now. Disables it and is told in a tooltip, on focus too. */
  disabledReason?: string | undefined;
};

export function Button(props: ButtonProps) {
  const {
    variant = 'secondary',
    size = 'md',
    block,
    icon,
    iconEnd: IconEnd,
    busy = false,
    busyLabel,
    ...others
  } = props;
  const { disabled, disabledReason, className, onClick, children, type = 'button', ...rest } = others;
  const { inactive, pressProps } = pressable({ busy, disabled, disabledReason, onClick });
  const iconClass = size === 'sm' ? 'size-3.5' : 'icon-control';
  const spin = busy && (icon !== undefined || busyLabel === undefined);

  const button = (
    <button
      {...rest}
      {...pressProps}
      type={type}
      className={cx(buttonClass({ variant: buttonLook(variant, inactive), size, block }), className)}
    >
      <ButtonIcon icon={icon} spin={spin} className={iconClass} />
      <ButtonLabel busy={busy} busyLabel={busyLabel}>
        {children}
      </ButtonLabel>
      {IconEnd && <IconEnd aria-hidden className={iconClass} />}
    </button>
  );

  return disabledReason === undefined ? button : <Tooltip label={disabledReason}>{button}</Tooltip>;
}

type ButtonIconProps = { icon: Icon | undefined; spin: boolean; className: string };

function ButtonIcon({ icon: Icon, spin, className }: ButtonIconProps) {
  if (spin) return <SpinnerIcon className={className} />;
  return Icon ? <Icon aria-hidden className={className} /> : null;
}

type ButtonLabelProps = { busy: boolean; busyLabel: string | undefined; children: ReactNode };

function ButtonLabel({ busy, busyLabel, children }: ButtonLabelProps) {
  if (busyLabel === undefined) return children;
  const reserve = busy ? (typeof children === 'string' ? children : undefined) : busyLabel;
  return (
    <span
      data-reserve={reserve}
      className="inline-grid justify-items-center after:invisible after:h-0 after:overflow-hidden after:content-[attr(data-reserve)]"
    >
      {busy ? busyLabel : children}
    </span>
  );
}
