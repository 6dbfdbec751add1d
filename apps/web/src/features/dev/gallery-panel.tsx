import type { ReactNode } from 'react';

/** One titled box of the gallery. */
export function Panel({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section
      className={`min-w-0 rounded-lg border border-line-strong bg-surface p-5 max-sm:p-4 ${wide ? 'col-span-full' : ''}`}
    >
      <h2 className="mb-3 text-xs text-subtle">{title}</h2>
      {children}
    </section>
  );
}

export const Line = ({ children }: { children: ReactNode }) => (
  <div className="mb-3 flex flex-wrap items-center gap-2.5 last:mb-0">{children}</div>
);
