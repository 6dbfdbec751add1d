import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Null where there is nothing short to say, as of the words of an email. */
type Said = { name: string; value: ReactNode };

/** What one part said and says. */
export function PartChange({ label, before, after }: { label: string; before: Said; after: Said }) {
  const { t } = useTranslation('automation-versions');
  if (before.value === null && after.value === null) {
    return (
      <p className="text-sm text-ink">
        <span className="font-medium">{label}</span> <span className="text-muted">{t('isChanged')}</span>
      </p>
    );
  }
  return (
    <div className="text-sm">
      <p className="font-medium text-ink">{label}</p>
      <dl className="mt-0.5 grid grid-cols-[minmax(4.5rem,max-content)_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        {[before, after].map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere] text-ink">{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
