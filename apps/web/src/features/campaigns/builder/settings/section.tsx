import type { ReactNode } from 'react';

/** What it is about on the left, the controls on the right. */
export function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid gap-x-8 gap-y-4 md:grid-cols-[14rem_minmax(0,1fr)]">
      <div>
        <h2 className="text-sm font-semibold text-ink">{title}</h2>
        <p className="mt-1 text-xs text-muted">{text}</p>
      </div>
      <div className="flex max-w-xl min-w-0 flex-col gap-4">{children}</div>
    </section>
  );
}
