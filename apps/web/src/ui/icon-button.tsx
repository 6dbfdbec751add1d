import { buttonClass, buttonLook } from './button-class.ts';
import type { ButtonProps } from './button.tsx';
import { cx } from './class-names.ts';
import type { Icon } from './icon.ts';
import { pressable } from './pressable.ts';
import { SpinnerIcon } from './spinner.tsx';
import { Tooltip } from './tooltip.tsx';

export type IconButtonProps = Omit<
  ButtonProps,
  'icon' | 'iconEnd' | 'busyLabel' | 'block' | 'children' | 'aria-label'
> & {
  /** Read aloud and shown in the tooltip. */
  label: string;
  icon: Icon;
  shortcut?: string | undefined;
  tooltipSide?: 'top' | 'right' | 'bottom' | 'left' | undefined;
};

export function IconButton(props: IconButtonProps) {
  const { label, icon: Icon, shortcut, tooltipSide, variant = 'ghost', size = 'md', busy, disabled, ...others } = props;
  const { disabledReason, className, onClick, type = 'button', ...rest } = others;
  const { inactive, pressProps } = pressable({ busy, disabled, disabledReason, onClick });
  const iconClass = size === 'sm' ? 'size-3.5' : 'icon-control';

  return (
    <Tooltip label={disabledReason ?? label} shortcut={shortcut} side={tooltipSide}>
      <button
        {...rest}
        {...pressProps}
        type={type}
        aria-label={label}
        className={cx(buttonClass({ variant: buttonLook(variant, inactive), size: `icon-${size}` }), className)}
      >
        {busy ? <SpinnerIcon className={iconClass} /> : <Icon aria-hidden className={iconClass} />}
      </button>
    </Tooltip>
  );
}
