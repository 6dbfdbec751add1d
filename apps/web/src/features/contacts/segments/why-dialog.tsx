import { useQuery } from '@tanstack/react-query';
import type { Contact } from '@waggle/contracts/contacts';
import type { Segment } from '@waggle/contracts/segments';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { contactName } from './contact-name.ts';
import { foundContactsQuery, whyQuery } from './queries.ts';
import { VerdictTree } from './verdict-tree.tsx';

type WhyDialogProps = {
  segment: Segment;
  /** Whom it was opened for; without one somebody is searched first. */
  first: Contact | undefined;
  dirty: boolean;
  onClose: () => void;
};

/** Why somebody is in a segment, or why not: every rule with its verdict. */
export function WhyDialog({ segment, first, dirty, onClose }: WhyDialogProps) {
  const { t } = useTranslation('segments');
  const [contact, setContact] = useState(first);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="md"
      title={first && contact === first ? t('why.title', { name: contactName(first) }) : t('why.titleAny')}
      description={segment.name}
      footer={contact && <Button onClick={() => setContact(undefined)}>{t('why.another')}</Button>}
    >
      <div className="flex min-h-64 flex-col gap-3">
        {dirty && <Alert tone="neutral">{t('why.savedOnly')}</Alert>}
        {contact ? <Answer segmentId={segment.id} contact={contact} /> : <FindContact onPick={setContact} />}
      </div>
    </Dialog>
  );
}

function Answer({ segmentId, contact }: { segmentId: string; contact: Contact }) {
  const { t } = useTranslation('segments');
  const why = useQuery(whyQuery(segmentId, contact.id));
  return (
    <>
      <div className="flex items-center gap-3">
        <Person contact={contact} />
        {why.data && (
          <Badge tone={why.data.member ? 'success' : 'neutral'} dot>
            {t(why.data.member ? 'why.in' : 'why.out')}
          </Badge>
        )}
      </div>
      {why.isPending && <SkeletonRows />}
      {why.isError && (
        <LoadError
          title={t('why.failed')}
          message={problemText(why.error)}
          retry={() => void why.refetch()}
          busy={why.isFetching}
        />
      )}
      {why.data && <VerdictTree verdict={why.data.verdict} />}
    </>
  );
}

function Person({ contact }: { contact: Contact }) {
  const name = contactName(contact);
  return (
    <span className="flex min-w-0 flex-1 items-center gap-2.5 text-left">
      <Avatar name={name} size={32} />
      <span className="min-w-0">
        <span className="block truncate text-sm font-medium text-ink">{name}</span>
        <span className="block truncate text-xs text-muted">{contact.email}</span>
      </span>
    </span>
  );
}

function FindContact({ onPick }: { onPick: (contact: Contact) => void }) {
  const { t } = useTranslation('segments');
  const [search, setSearch] = useState('');
  const found = useQuery({ ...foundContactsQuery(search), enabled: search.trim() !== '' });
  const contacts = search.trim() === '' ? undefined : found.data?.items;
  return (
    <>
      <SearchInput
        label={t('why.search')}
        placeholder={t('why.search')}
        value={search}
        onValueChange={setSearch}
        hotkey={false}
      />
      {!contacts && !found.isError && <p className="text-sm text-subtle">{t('why.searchHint')}</p>}
      {found.isError && <Alert tone="danger">{problemText(found.error)}</Alert>}
      {contacts?.length === 0 && <p className="text-sm text-subtle">{t('why.noContact')}</p>}
      <ul>
        {contacts?.map((contact) => (
          <li key={contact.id}>
            <button
              type="button"
              onClick={() => onPick(contact)}
              className="-mx-2 flex w-[calc(100%+1rem)] items-center rounded-md px-2 py-1.5 hover:bg-row-hover"
            >
              <Person contact={contact} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
