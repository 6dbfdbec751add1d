import { useId, type ReactNode } from 'react';

type SettingsSectionProps = { title: string; text?: string; children: ReactNode };

export function SettingsSection({ title, text, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div>
        <h2 id={id} className="text-md font-semibold text-ink">
          {title}
        </h2>
        {text && <p className="max-w-(--measure) text-sm text-muted">{text}</p>}
      </div>
      {children}
    </section>
  );
}
