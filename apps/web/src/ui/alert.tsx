import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import type { Icon } from './icon.ts';
import { IconButton } from './icon-button.tsx';
import { useUiText } from './ui-text.tsx';

export type AlertTone = 'danger' | 'warning' | 'info' | 'success' | 'neutral';

type AlertProps = {
  tone?: AlertTone | undefined;
  title?: ReactNode;
  children?: ReactNode;
  /** Replaces the tone's own icon. */
  icon?: Icon | undefined;
  /** A button or link at the right end. */
  action?: ReactNode;
  onDismiss?: (() => void) | undefined;
  className?: string | undefined;
};

const toneClass: Record<AlertTone, string> = {
  danger: 'border-danger-line bg-danger-soft',
  warning: 'border-warning-line bg-warning-soft',
  info: 'border-info-line bg-info-soft',
  success: 'border-success-line bg-success-soft',
  neutral: 'border-line-strong bg-fill',
};

const toneText: Record<AlertTone, string> = {
  danger: 'text-danger-text',
  warning: 'text-warning-text',
  info: 'text-info-text',
  success: 'text-success-text',
  neutral: 'text-muted',
};

const toneIcon: Record<AlertTone, Icon> = {
  danger: CircleAlert,
  warning: TriangleAlert,
  info: Info,
  success: CircleCheck,
  neutral: Info,
};

/** Danger interrupts the screen reader, everything else waits its turn. */
export function Alert({ tone = 'info', title, children, icon, action, onDismiss, className }: AlertProps) {
  const text = useUiText();
  const Icon = icon ?? toneIcon[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx(
        'flex items-center gap-3 rounded-lg border px-3.5 py-3 text-sm max-sm:flex-wrap',
        toneClass[tone],
        className,
      )}
    >
      <Icon aria-hidden className={cx('size-[1.125rem]', title && children && 'self-start', toneText[tone])} />
      <div className="min-w-0 flex-1 text-muted max-sm:basis-48">
        {title && <p className="font-semibold text-ink">{title}</p>}
        {children}
      </div>
      {action && <div className="flex shrink-0 items-center gap-2">{action}</div>}
      {onDismiss && <IconButton label={text.dismiss} icon={X} size="sm" onClick={onDismiss} />}
    </div>
  );
}
