import { CloudOff, RotateCw } from 'lucide-react';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { useUiText } from './ui-text.tsx';

type LoadErrorProps = {
  /** What failed: "Couldn't load contacts". */
  title: string;
  /** In plain words; 'Network error occurred' unless told. */
  message?: string | undefined;
  retry?: (() => void) | undefined;
  busy?: boolean | undefined;
  className?: string | undefined;
};

export function LoadError({ title, message, retry, busy, className }: LoadErrorProps) {
  const text = useUiText();
  return (
    <div role="alert" className={cx('flex flex-col items-center px-4 py-12 text-center', className)}>
      <span className="mb-3.5 grid size-10 place-items-center rounded-full bg-danger-soft text-danger-text">
        <CloudOff aria-hidden className="size-[1.125rem]" />
      </span>
      <h2 className="text-[0.9375rem] leading-6 font-semibold text-ink">{title}</h2>
      <p className="mt-0.5 max-w-[52ch] text-sm text-muted">{message ?? text.networkError}</p>
      {retry && (
        <Button icon={RotateCw} className="mt-3.5" busy={busy} onClick={retry}>
          {text.tryAgain}
        </Button>
      )}
    </div>
  );
}
