import { useQuery } from '@tanstack/react-query';
import type { Recipients } from '@waggle/contracts/campaigns';
import { Filter, Plus, User, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { Popover } from '#ui/popover.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { TagChip } from '#ui/tag-chip.tsx';
import { useBuilder, useOwner } from '../builder-context.ts';
import { nameOf } from '../contact-name.ts';
import { contactQuery, contactsQuery, segmentQuery, segmentsQuery, tagsQuery } from '../queries.ts';
import { toggled } from './recipient-kind.ts';
import type { CountedAudience } from './use-audience.ts';

type Exclude = Recipients['exclude'];
type Kind = keyof Exclude;
/** Matches of one kind that the list shows. */
const mostShown = 8;

/** Who is left out of the chosen ones. */
export function Exclusions({ audience }: { audience: CountedAudience['data'] }) {
  const { t } = useTranslation('campaign-builder');
  const format = useFormat();
  const { readOnly, draft } = useBuilder();
  const { exclude } = draft.recipients;
  const people = audience?.leftOut.find(({ reason }) => reason === 'excluded')?.people ?? 0;
  const isEmpty = exclude.tagIds.length + exclude.segmentIds.length + exclude.contactIds.length === 0;
  if (readOnly && isEmpty) return null;
  return (
    <section aria-labelledby="leave-out" className="flex flex-col gap-2.5">
      <h2 id="leave-out" className="text-sm font-medium text-ink">
        {t('recipients.leaveOut')}
      </h2>
      <div className="flex flex-wrap items-center gap-2">
        {exclude.tagIds.map((id) => (
          <ExcludedTag key={id} id={id} />
        ))}
        {exclude.segmentIds.map((id) => (
          <ExcludedSegment key={id} id={id} />
        ))}
        {exclude.contactIds.map((id) => (
          <ExcludedContact key={id} id={id} />
        ))}
        {!readOnly && <AddExclusion />}
      </div>
      {!isEmpty && audience && (
        <p className="text-xs text-subtle">
          {t('recipients.excludedCount', { count: people, n: format.number(people) })}
        </p>
      )}
    </section>
  );
}

function useExclude() {
  const { draft, change, readOnly } = useBuilder();
  const { recipients } = draft;
  const toggle = (kind: Kind, id: string) =>
    change({
      recipients: { ...recipients, exclude: { ...recipients.exclude, [kind]: toggled(recipients.exclude[kind], id) } },
    });
  return { exclude: recipients.exclude, toggle, readOnly };
}

function ExcludedTag({ id }: { id: string }) {
  const { t } = useTranslation('campaign-builder');
  const { toggle, readOnly } = useExclude();
  const tag = useQuery(tagsQuery(useOwner(), '')).data?.items.find((one) => one.id === id);
  const name = tag?.name ?? t('recipients.aTag');
  return (
    <TagChip
      name={name}
      color={tag?.color ?? 'var(--text-subtle)'}
      onRemove={readOnly ? undefined : () => toggle('tagIds', id)}
      removeLabel={t('recipients.leaveIn', { name })}
    />
  );
}

function ExcludedSegment({ id }: { id: string }) {
  const { t } = useTranslation('campaign-builder');
  const { toggle } = useExclude();
  const name = useQuery(segmentQuery(id)).data?.name ?? t('recipients.aSegment');
  return (
    <Chip icon={<Filter aria-hidden className="size-3" />} name={name} onRemove={() => toggle('segmentIds', id)} />
  );
}

function ExcludedContact({ id }: { id: string }) {
  const { t } = useTranslation('campaign-builder');
  const { toggle } = useExclude();
  const contact = useQuery(contactQuery(id)).data;
  const name = contact ? nameOf(contact) || contact.email : t('recipients.aContact');
  return <Chip icon={<User aria-hidden className="size-3" />} name={name} onRemove={() => toggle('contactIds', id)} />;
}

function Chip({ icon, name, onRemove }: { icon: ReactNode; name: string; onRemove: () => void }) {
  const { t } = useTranslation('campaign-builder');
  const { readOnly } = useBuilder();
  return (
    <span className="inline-flex h-5.5 max-w-full min-w-0 items-center gap-1.5 rounded-sm bg-fill px-2 text-xs text-muted">
      {icon}
      <span className="truncate">{name}</span>
      {!readOnly && (
        <button
          type="button"
          aria-label={t('recipients.leaveIn', { name })}
          onClick={onRemove}
          className="relative -mr-1 grid size-4.5 shrink-0 place-items-center rounded-xs text-subtle before:absolute before:-inset-1 coarse:before:-inset-3 hover:bg-fill-pressed hover:text-ink"
        >
          <X aria-hidden className="size-3" />
        </button>
      )}
    </span>
  );
}

function AddExclusion() {
  const { t } = useTranslation('campaign-builder');
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={t('recipients.addExclusion')}
      open={open}
      onOpenChange={setOpen}
      className="w-80 max-w-[calc(100vw-2rem)]"
      trigger={
        <Button size="sm" icon={Plus}>
          {t('recipients.addExclusion')}
        </Button>
      }
    >
      <ExclusionList onPicked={() => setOpen(false)} />
    </Popover>
  );
}

function ExclusionList({ onPicked }: { onPicked: () => void }) {
  const { t } = useTranslation('campaign-builder');
  const { exclude, toggle } = useExclude();
  const [search, setSearch] = useState('');
  const owner = useOwner();
  const tags = useQuery(tagsQuery(owner, search)).data?.items ?? [];
  const segments = useQuery(segmentsQuery(owner, search)).data?.items ?? [];
  const found = useQuery({ ...contactsQuery(owner, { search, limit: 10 }), enabled: search !== '' });
  const contacts = found.data?.items ?? [];
  const groups = [
    { kind: 'tagIds', label: t('recipients.tagGroup'), items: tags },
    { kind: 'segmentIds', label: t('recipients.segments'), items: segments },
    {
      kind: 'contactIds',
      label: t('recipients.contactGroup'),
      items:
        search === '' ? [] : contacts.map((contact) => ({ id: contact.id, name: nameOf(contact) || contact.email })),
    },
  ] as const;
  return (
    <div className="flex flex-col gap-2">
      <SearchInput
        label={t('recipients.findExclusion')}
        placeholder={t('recipients.findExclusion')}
        value={search}
        onValueChange={setSearch}
        hotkey={false}
      />
      {groups.map(({ kind, label, items }) => {
        const open = items.filter(({ id }) => !exclude[kind].includes(id)).slice(0, mostShown);
        if (open.length === 0) return null;
        return (
          <div key={kind} role="group" aria-label={label} className="flex flex-col">
            <span className="px-2 pt-1 pb-0.5 text-2xs font-medium text-subtle">{label}</span>
            {open.map(({ id, name }) => (
              <Button
                key={id}
                variant="ghost"
                size="sm"
                className="justify-start"
                onClick={() => {
                  toggle(kind, id);
                  onPicked();
                }}
              >
                <span className="truncate">{name}</span>
              </Button>
            ))}
          </div>
        );
      })}
    </div>
  );
}
