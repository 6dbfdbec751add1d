import { useQuery } from '@tanstack/react-query';
import type { audienceGroups } from '@waggle/contracts/campaign-audience';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useBuilder } from '../builder-context.ts';
import { typeOf } from '../draft.ts';
import { audiencePeopleQuery } from '../queries.ts';
import { useReasonName } from './use-reason-name.ts';

export type Group = (typeof audienceGroups)[number];

type AudiencePeopleProps = { group: Group; people: number; onClose: () => void };

/** The names behind one number, fifty at a time, by the rule that counted them. */
export function AudiencePeople({ group, people, onClose }: AudiencePeopleProps) {
  const { t } = useTranslation('campaign-builder');
  const format = useFormat();
  const reasonName = useReasonName();
  const [search, setSearch] = useState('');
  return (
    <Sheet
      open
      modal
      onOpenChange={(open) => !open && onClose()}
      title={group === 'recipient' ? t('recipients.people.get') : reasonName(group)}
      description={t('recipients.people.count', { count: people, n: format.number(people) })}
      footer={group !== 'recipient' && <p className="text-sm text-muted">{t(`recipients.hints.${group}`)}</p>}
    >
      <div className="flex flex-col gap-3">
        <SearchInput
          label={t('recipients.findContact')}
          placeholder={t('recipients.findContact')}
          value={search}
          onValueChange={setSearch}
          hotkey={false}
        />
        <People key={search} group={group} search={search} />
      </div>
    </Sheet>
  );
}

function People({ group, search }: { group: Group; search: string }) {
  const { t } = useTranslation('campaign-builder');
  const { draft, clientId } = useBuilder();
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined]);
  const { recipients, topicId } = draft;
  const question = { recipients, clientId, type: typeOf(draft), topicId };
  const asked = { ...question, group, ...(search && { search }), cursor: cursors.at(-1) };
  const found = useQuery(audiencePeopleQuery(asked));
  if (found.isPending) return <SkeletonRows />;
  if (found.isError)
    return (
      <LoadError
        title={t('recipients.contactsFailed')}
        message={problemText(found.error)}
        retry={() => void found.refetch()}
        busy={found.isFetching}
      />
    );
  const { items, nextCursor } = found.data;
  if (items.length === 0) return <p className="text-sm text-muted">{t('recipients.noContacts')}</p>;
  return (
    <>
      <ul aria-label={t('recipients.contacts')} className="divide-y divide-line border-y border-line">
        {items.map(({ contactId, email, name }) => (
          <li key={contactId} className="flex min-w-0 items-center gap-2.5 py-2 text-sm">
            <Avatar name={name ?? email} size={28} />
            <span className="min-w-0">
              {name && <span className="block truncate font-[550] text-ink">{name}</span>}
              <span className="block truncate text-xs text-subtle">{email}</span>
            </span>
          </li>
        ))}
      </ul>
      {(nextCursor || cursors.length > 1) && (
        <div className="flex justify-end gap-2">
          <Button size="sm" disabled={cursors.length === 1} onClick={() => setCursors(cursors.slice(0, -1))}>
            {t('recipients.previous')}
          </Button>
          <Button size="sm" disabled={!nextCursor} onClick={() => setCursors([...cursors, nextCursor ?? undefined])}>
            {t('recipients.next')}
          </Button>
        </div>
      )}
    </>
  );
}
