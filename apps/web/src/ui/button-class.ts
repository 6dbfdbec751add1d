import { cva } from 'class-variance-authority';

const looks = {
  primary:
    'border-accent-edge bg-accent font-semibold text-on-accent shadow-sm hover:bg-accent-hover active:bg-accent-pressed',
  secondary:
    'border-line-strong bg-surface font-[550] text-ink shadow-xs hover:bg-fill active:bg-fill-pressed data-[state=open]:bg-fill',
  ghost:
    'border-transparent font-[550] text-muted hover:bg-fill hover:text-ink active:bg-fill-pressed data-[state=open]:bg-fill data-[state=open]:text-ink',
  danger: 'border-transparent bg-danger font-semibold text-on-danger shadow-sm hover:bg-danger-hover',
  /** Busy or disabled: any variant but ghost. */
  inactive: 'border-transparent bg-fill font-[550] text-subtle',
  inactiveGhost: 'border-transparent font-[550] text-subtle',
};

/** Also for links that look like buttons: `<Link className={buttonClass({ variant: 'primary' })}>`. */
export const buttonClass = cva(
  'inline-flex shrink-0 items-center justify-center rounded-md border whitespace-nowrap transition-colors duration-(--duration-instant) select-none aria-disabled:cursor-not-allowed aria-busy:cursor-progress',
  {
    variants: {
      variant: looks,
      size: {
        sm: 'h-(--control-sm) gap-1.5 px-2.5 text-xs',
        md: 'h-(--control-md) gap-2 px-3.5 text-sm',
        lg: 'h-(--control-lg) gap-2 px-5 text-base',
        'icon-sm': 'size-(--control-sm)',
        'icon-md': 'size-(--control-md)',
        'icon-lg': 'size-(--control-lg)',
      },
      block: { true: 'w-full', false: '' },
    },
    defaultVariants: { variant: 'secondary', size: 'md', block: false },
  },
);

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

export function buttonLook(variant: ButtonVariant, inactive: boolean) {
  if (!inactive) return variant;
  return variant === 'ghost' ? 'inactiveGhost' : 'inactive';
}
