import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

type FoldProps = { label: string; open?: boolean | undefined; children: ReactNode };

/** What most people leave alone, behind one line. */
export function Fold({ label, open, children }: FoldProps) {
  return (
    <details className="group" {...(open && { open: true })}>
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 rounded-sm py-1 text-sm font-medium text-muted hover:text-ink coarse:py-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 transition-transform group-open:rotate-90" />
        {label}
      </summary>
      <div className="mt-3 flex flex-col gap-4">{children}</div>
    </details>
  );
}
