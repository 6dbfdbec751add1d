import { useQuery } from '@tanstack/react-query';
import type { ContactDetail } from '@waggle/contracts/contacts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Avatar } from '#ui/avatar.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { nameOf, StatusBadge } from '../contact-words.tsx';
import { contactsQuery } from '../queries.ts';

type ChooseOtherProps = { contact: ContactDetail; onPick: (contactId: string) => void };

/** Found by what is typed; at first by the name of the contact itself, since a duplicate mostly has it too. */
export function ChooseOther({ contact, onPick }: ChooseOtherProps) {
  const { t } = useTranslation('contact-sheet');
  const [search, setSearch] = useState([contact.firstName, contact.lastName].filter(Boolean).join(' '));
  return (
    <div className="flex min-h-72 flex-col gap-3 pb-3">
      <SearchInput
        label={t('merge.search')}
        placeholder={t('merge.search')}
        value={search}
        onValueChange={setSearch}
        hotkey={false}
      />
      <Found contact={contact} search={search} onPick={onPick} />
    </div>
  );
}

function Found({ contact, search, onPick }: ChooseOtherProps & { search: string }) {
  const { t } = useTranslation('contact-sheet');
  const found = useQuery(contactsQuery({ search: search || undefined, limit: 25 }));
  if (found.isPending) return <SkeletonRows />;
  if (found.isError) {
    return (
      <LoadError
        title={t('merge.failed')}
        message={problemText(found.error)}
        retry={() => void found.refetch()}
        busy={found.isFetching}
      />
    );
  }
  // Contacts of two clients are two relations, and stay apart.
  const others = found.data.items.filter(({ id, clientId }) => id !== contact.id && clientId === contact.clientId);
  if (others.length === 0) return <p className="py-4 text-sm text-subtle">{t('merge.nobody')}</p>;
  return (
    <ul className="max-h-96 divide-y divide-line overflow-y-auto">
      {others.map((other) => (
        <li key={other.id}>
          <button
            type="button"
            onClick={() => onPick(other.id)}
            className="flex min-h-13 w-full items-center gap-3 rounded-sm px-2 text-left text-sm hover:bg-fill"
          >
            <Avatar name={nameOf(other)} size={32} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium text-ink">{nameOf(other)}</span>
              <span className="block truncate text-xs text-subtle">{other.email}</span>
            </span>
            <StatusBadge status={other.status} />
          </button>
        </li>
      ))}
    </ul>
  );
}
