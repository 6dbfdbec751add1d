import type { MergePreview } from '@waggle/contracts/contacts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { TagChip } from '#ui/tag-chip.tsx';
import { ConsentBadge, StatusBadge } from '../contact-words.tsx';
import { OptOutBand } from '../sheet/opt-out-band.tsx';
import { PropertyLine } from '../sheet/property-row.tsx';

/** What stays of both together. The stricter consent always wins, so there is nothing to choose. */
export function MergeOutcome({ preview: { contact, notes, openTasks, emails } }: { preview: MergePreview }) {
  const { t } = useTranslation(['contact-sheet', 'contacts']);
  const { number } = useFormat();
  return (
    <section aria-live="polite" className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold text-ink">{t('merge.after')}</h3>
      <OptOutBand contact={contact} />
      <dl className="grid gap-x-6 sm:grid-cols-2">
        <PropertyLine label={t('contacts:form.status')}>
          <StatusBadge status={contact.status} />
        </PropertyLine>
        <PropertyLine label={t('contacts:sheet.consent')}>
          <ConsentBadge state={contact.emailConsent} />
        </PropertyLine>
        <PropertyLine label={t('contacts:columns.tags')} wide>
          <span className="flex flex-wrap gap-1.5 py-1">
            {contact.tags.map((tag) => (
              <TagChip key={tag.id} name={tag.name} color={tag.color} />
            ))}
            {contact.tags.length === 0 && <span className="text-subtle">{t('contacts:sheet.nothing')}</span>}
          </span>
        </PropertyLine>
        <PropertyLine label={t('merge.history')} wide>
          {t('merge.counts', { notes: number(notes), tasks: number(openTasks), emails: number(emails) })}
        </PropertyLine>
      </dl>
      <p className="text-xs text-subtle">{t('merge.stricter')}</p>
    </section>
  );
}
