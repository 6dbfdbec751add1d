import * as Radix from 'radix-ui/switch';
import { useId, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Tooltip } from './tooltip.tsx';

type SwitchProps = {
  label: ReactNode;
  hideLabel?: boolean | undefined;
  description?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
  /** Disables the switch and says why, on focus too. */
  disabledReason?: string | undefined;
  /** Label left and switch at the right end, for settings rows. */
  spread?: boolean | undefined;
  className?: string | undefined;
};

export function Switch(props: SwitchProps) {
  const { label, hideLabel, description, checked, onCheckedChange, disabled, disabledReason, spread, className } =
    props;
  const id = useId();
  const inactive = disabled === true || disabledReason !== undefined;

  const control = (
    <Radix.Root
      id={id}
      checked={checked}
      aria-disabled={inactive || undefined}
      aria-describedby={description ? `${id}-about` : undefined}
      onCheckedChange={(next) => !inactive && onCheckedChange(next)}
      // The invisible rim makes the 20 px track a 28 px target, 44 on touch.
      className="relative h-5 w-8.5 shrink-0 rounded-full bg-line-control transition-colors duration-(--duration-fast) before:absolute before:-inset-1 coarse:before:-inset-3 aria-disabled:opacity-50 data-[state=checked]:bg-control-on"
    >
      <Radix.Thumb className="block size-4 translate-x-0.5 rounded-full bg-surface shadow-sm transition-transform duration-(--duration-fast) data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-control" />
    </Radix.Root>
  );

  return (
    <div
      className={cx(
        'flex items-start gap-2.5 coarse:min-h-(--target-touch)',
        spread && 'flex-row-reverse justify-between',
        className,
      )}
    >
      {disabledReason === undefined ? control : <Tooltip label={disabledReason}>{control}</Tooltip>}
      <div className={cx('min-w-0', hideLabel && 'sr-only')}>
        <label htmlFor={id} className="block pt-px text-sm text-ink">
          {label}
        </label>
        {description && (
          <p id={`${id}-about`} className="text-xs text-subtle">
            {description}
          </p>
        )}
      </div>
    </div>
  );
}
