import { useQuery } from '@tanstack/react-query';
import type { RuleGroup } from '@waggle/contracts/contact-rules';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { ScrollRegion } from '#ui/scroll-region.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { candidatesQuery } from './queries.ts';

export type ChosenPerson = { id: string; name: string };
type PeopleChoiceProps = {
  chosen: readonly ChosenPerson[];
  rules: RuleGroup | undefined;
  onChange: (chosen: readonly ChosenPerson[]) => void;
};

/** Contacts found by typing, each ticked or not; those that were chosen stay in sight whatever is searched next. */
export function PeopleChoice({ chosen, rules, onChange }: PeopleChoiceProps) {
  const { t } = useTranslation('automation-entering');
  const [search, setSearch] = useState('');
  const found = useQuery(candidatesQuery(search, rules));
  const drop = (id: string) => onChange(chosen.filter((one) => one.id !== id));
  return (
    <div className="flex flex-col gap-3">
      <Chosen chosen={chosen} onDrop={drop} />
      <SearchInput label={t('find')} placeholder={t('find')} value={search} onValueChange={setSearch} hotkey={false} />
      {found.isError && (
        <LoadError
          title={t('contactsFailed')}
          message={problemText(found.error)}
          retry={() => void found.refetch()}
          busy={found.isFetching}
        />
      )}
      {found.isPending && <SkeletonRows />}
      {found.data?.items.length === 0 && (
        <p className="py-2 text-sm text-muted">{t(search === '' ? 'noContacts' : 'notFound')}</p>
      )}
      {found.data && found.data.items.length > 0 && (
        <ScrollRegion label={t('contacts')} className="max-h-72 rounded-lg border border-line-strong">
          <ul className="divide-y divide-line">
            {found.data.items.map(({ id, firstName, lastName, email }) => {
              const name = [firstName, lastName].filter(Boolean).join(' ') || email;
              return (
                <li key={id}>
                  <label className="flex items-center gap-3 px-3 py-2 hover:bg-row-hover coarse:min-h-(--target-touch)">
                    <Checkbox
                      aria-label={name}
                      checked={chosen.some((one) => one.id === id)}
                      onCheckedChange={(on) => (on ? onChange([...chosen, { id, name }]) : drop(id))}
                    />
                    <Avatar name={name} size={26} />
                    <span className="min-w-0 flex-1">
                      <span className="block truncate text-sm text-ink">{name}</span>
                      {name !== email && <span className="block truncate text-xs text-muted">{email}</span>}
                    </span>
                  </label>
                </li>
              );
            })}
          </ul>
        </ScrollRegion>
      )}
    </div>
  );
}

function Chosen({ chosen, onDrop }: { chosen: readonly ChosenPerson[]; onDrop: (id: string) => void }) {
  const { t } = useTranslation('automation-entering');
  if (chosen.length === 0) return null;
  return (
    <ul aria-label={t('chosen')} className="flex max-h-28 flex-wrap gap-1.5 overflow-y-auto">
      {chosen.map(({ id, name }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onDrop(id)}
            className="flex h-(--control-sm) max-w-60 items-center gap-1.5 rounded-full border border-line-strong pr-2 pl-1 text-xs text-ink hover:bg-fill coarse:min-h-(--target-touch)"
          >
            <Avatar name={name} size={18} />
            <span className="truncate">{name}</span>
            <X aria-hidden className="size-3 shrink-0 text-subtle" />
            <span className="sr-only">{t('drop')}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
