import type { Import } from '@waggle/contracts/imports';
import { Tag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCounted } from './counted.ts';

/** The tags this import would make, before it does: a column that was no list of tags shows here. */
export function NewTags({ found: { newTags, moreNewTags } }: { found: Import }) {
  const { t } = useTranslation('contacts-import');
  const counted = useCounted();
  if (newTags.length === 0) return null;
  const title = t('review.newTags', counted(newTags.length + moreNewTags));
  return (
    <section aria-label={title}>
      <h3 className="text-sm font-semibold text-ink">{title}</h3>
      <p className="mb-2 text-sm text-muted">{t('review.newTagsText')}</p>
      <ul className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto">
        {newTags.map(({ name, contacts }) => (
          <li
            key={name.toLowerCase()}
            className="flex max-w-full items-center gap-1.5 rounded-sm bg-fill px-2 py-0.5 text-xs"
          >
            <Tag aria-hidden className="size-3 shrink-0 text-subtle" />
            <span className="truncate font-medium text-ink">{name}</span>
            <span className="shrink-0 text-muted">{t('review.tagContacts', counted(contacts))}</span>
          </li>
        ))}
        {moreNewTags > 0 && (
          <li className="px-1 py-0.5 text-xs text-subtle">{t('review.moreTags', counted(moreNewTags))}</li>
        )}
      </ul>
    </section>
  );
}
