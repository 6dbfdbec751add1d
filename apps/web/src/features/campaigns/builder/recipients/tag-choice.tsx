import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { cx } from '#ui/class-names.ts';
import { SearchInput } from '#ui/search-input.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { useBuilder, useOwner } from '../builder-context.ts';
import { tagsQuery } from '../queries.ts';
import { toggled } from './recipient-kind.ts';

/** More tags than this get a search box. */
const many = 20;

export function TagChoice() {
  const { t } = useTranslation('campaign-builder');
  const { draft, change, readOnly } = useBuilder();
  const { recipients } = draft;
  const [search, setSearch] = useState('');
  const tags = useQuery(tagsQuery(useOwner(), search));
  const listed = tags.data?.items ?? [];
  const isMany = search !== '' || (tags.data?.total ?? 0) > many;
  if (tags.data && listed.length === 0 && search === '')
    return <p className="text-sm text-muted">{t('recipients.noTags')}</p>;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Trans
          t={t}
          i18nKey="recipients.match"
          components={{
            choice: (
              <SegmentedControl
                label={t('recipients.matchLabel')}
                options={[
                  { value: 'any', label: t('recipients.any') },
                  { value: 'all', label: t('recipients.allOf') },
                ]}
                value={recipients.tagMatch}
                onValueChange={(tagMatch) => !readOnly && change({ recipients: { ...recipients, tagMatch } })}
              />
            ),
          }}
        />
      </div>
      {isMany && (
        <SearchInput
          label={t('recipients.findTag')}
          placeholder={t('recipients.findTag')}
          value={search}
          onValueChange={setSearch}
          hotkey={false}
        />
      )}
      <ul aria-label={t('recipients.tags')} className="flex flex-wrap gap-2">
        {listed.map((tag) => (
          <li key={tag.id}>
            <TagToggle
              {...tag}
              pressed={recipients.tagIds.includes(tag.id)}
              onToggle={() =>
                !readOnly && change({ recipients: { ...recipients, tagIds: toggled(recipients.tagIds, tag.id) } })
              }
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

type TagToggleProps = { name: string; color: string; contacts: number; pressed: boolean; onToggle: () => void };

function TagToggle({ name, color, contacts, pressed, onToggle }: TagToggleProps) {
  const format = useFormat();
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onToggle}
      className={cx(
        'flex min-h-8 coarse:min-h-(--target-touch) max-w-full items-center gap-2 rounded-md border px-2.5 text-sm font-[550]',
        pressed
          ? 'border-ink text-ink shadow-[inset_0_0_0_1px_var(--text)]'
          : 'border-line-strong text-muted hover:text-ink',
      )}
    >
      {pressed ? (
        <Check aria-hidden className="size-3.5 shrink-0" />
      ) : (
        <span aria-hidden className="size-1.75 shrink-0 rounded-full" style={{ background: color }} />
      )}
      <span className="truncate">{name}</span>
      <span className="font-normal text-subtle tabular-nums">{format.number(contacts)}</span>
    </button>
  );
}
