import { useId, type ReactNode } from 'react';

type PanelSectionProps = { title: string; description?: string | undefined; children: ReactNode };

/** The frame of a panel: a heading, a line about it, and its fields. */
export function PanelSection({ title, description, children }: PanelSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div>
        <h3 id={id} className="text-sm font-semibold text-ink">
          {title}
        </h3>
        {description && <p className="mt-0.5 text-xs text-subtle">{description}</p>}
      </div>
      {children}
    </section>
  );
}
