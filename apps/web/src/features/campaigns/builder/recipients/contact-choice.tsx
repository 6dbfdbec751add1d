import { useQueries, useQuery } from '@tanstack/react-query';
import type { Contact } from '@waggle/contracts/contacts';

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useBuilder, useOwner } from '../builder-context.ts';
import { nameOf } from '../contact-name.ts';
import { contactQuery, contactsQuery } from '../queries.ts';
import { toggled } from './recipient-kind.ts';

/** Contacts the server gives at once. */
const pageSize = 50;
/** Contacts that one campaign can name one by one; more are reached by a tag or a segment. */
const mostChosen = 1_000;
/** Chosen contacts shown at once; each is read by itself. */
const mostShown = 50;

export function ContactChoice({ total }: { total: number | undefined }) {
  const { t } = useTranslation('campaign-builder');
  const format = useFormat();
  const { contactIds } = useBuilder().draft.recipients;
  const [search, setSearch] = useState('');
  const [onlyChosen, setOnlyChosen] = useState(false);
  return (
    <div className="flex flex-col gap-3">
      <SearchInput
        label={t('recipients.findContact')}
        placeholder={t('recipients.findContact')}
        value={search}
        onValueChange={(next) => {
          setSearch(next);
          setOnlyChosen(false);
        }}
        hotkey={false}
      />
      <div className="flex items-center justify-between gap-3 text-sm text-muted">
        <span>
          {t('recipients.chosen', {
            n: format.number(contactIds.length),
            total: total === undefined ? '…' : format.number(total),
          })}
        </span>
        {contactIds.length > 0 && (
          <Button variant="ghost" size="sm" onClick={() => setOnlyChosen(!onlyChosen)}>
            {t(onlyChosen ? 'recipients.showAll' : 'recipients.showChosen')}
          </Button>
        )}
      </div>
      {onlyChosen ? <ChosenContacts /> : <FoundContacts key={search} search={search} />}
    </div>
  );
}

function FoundContacts({ search }: { search: string }) {
  const { t } = useTranslation('campaign-builder');
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined]);
  const found = useQuery(contactsQuery(useOwner(), { search, cursor: cursors.at(-1), limit: pageSize }));
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
      <ContactList contacts={items} />
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

function ChosenContacts() {
  const { t } = useTranslation('campaign-builder');
  const { contactIds } = useBuilder().draft.recipients;
  const shown = useQueries({ queries: contactIds.slice(0, mostShown).map(contactQuery) });
  const rest = contactIds.length - mostShown;
  return (
    <>
      <ContactList contacts={shown.flatMap(({ data }) => (data ? [data] : []))} />
      {rest > 0 && <p className="text-sm text-subtle">{t('recipients.andMore', { count: rest })}</p>}
    </>
  );
}

function ContactList({ contacts }: { contacts: readonly Contact[] }) {
  const { t } = useTranslation('campaign-builder');
  const { draft, change, readOnly } = useBuilder();
  const { recipients } = draft;
  const isFull = recipients.contactIds.length >= mostChosen;
  return (
    <ul
      aria-label={t('recipients.contacts')}
      className="max-h-[28rem] divide-y divide-line overflow-y-auto border-y border-line"
    >
      {contacts.map((contact) => {
        const isChosen = recipients.contactIds.includes(contact.id);
        return (
          <li key={contact.id} className="flex items-center gap-2 py-2">
            <Checkbox
              label={<ContactLine contact={contact} />}
              checked={isChosen}
              disabled={readOnly || (isFull && !isChosen)}
              onCheckedChange={() =>
                change({ recipients: { ...recipients, contactIds: toggled(recipients.contactIds, contact.id) } })
              }
            />
            {contact.status !== 'active' && contact.status !== 'lead' && (
              <Badge tone={contact.status === 'bounced' ? 'danger' : 'neutral'} className="ml-auto">
                {t(`recipients.status.${contact.status}`)}
              </Badge>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function ContactLine({ contact }: { contact: Contact }) {
  const name = nameOf(contact);
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={name || contact.email} size={28} />
      <span className="min-w-0">
        {name && <span className="block truncate font-[550] text-ink">{name}</span>}
        <span className="block truncate text-xs text-subtle">{contact.email}</span>
      </span>
    </span>
  );
}
