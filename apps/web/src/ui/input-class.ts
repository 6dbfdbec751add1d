import { cva } from 'class-variance-authority';

/** The frame shared by text inputs, text areas and select triggers. */
export const inputClass = cva(
  'w-full min-w-0 rounded-md border border-line-control bg-surface text-ink shadow-xs transition-colors duration-(--duration-instant) placeholder:text-subtle [&[readonly]]:bg-sunken disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-fill disabled:text-subtle aria-invalid:border-danger',
  {
    variants: {
      // 16 px below the desktop width: iOS zooms into anything smaller.
      size: {
        sm: 'h-(--control-sm) px-2.5 text-sm max-lg:coarse:text-md',
        md: 'h-(--control-md) px-3 text-base max-lg:coarse:text-md',
        lg: 'h-(--control-lg) px-3.5 text-[0.9375rem] max-lg:coarse:text-md',
      },
    },
    defaultVariants: { size: 'md' },
  },
);

export type InputSize = 'sm' | 'md' | 'lg';
