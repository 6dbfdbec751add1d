import { LoaderCircle } from 'lucide-react';
import { cx } from './class-names.ts';
import { useUiText } from './ui-text.tsx';

/** Only for the auth check, the public form fetch and buttons; everything else loads as a skeleton. */
export function Spinner({ label, className }: { label?: string | undefined; className?: string | undefined }) {
  const text = useUiText();
  return (
    <output className={cx('inline-flex text-subtle', className)}>
      <SpinnerIcon className="size-5" />
      <span className="sr-only">{label ?? text.loading}</span>
    </output>
  );
}

export function SpinnerIcon({ className }: { className?: string | undefined }) {
  return <LoaderCircle aria-hidden className={cx('animate-spin', className)} />;
}
