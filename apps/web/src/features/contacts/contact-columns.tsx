import { useQuery } from '@tanstack/react-query';
import { mostSortedByField, type Contact } from '@waggle/contracts/contacts';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientNames } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { Time } from '#lib/time.tsx';
import { Avatar } from '#ui/avatar.tsx';
import type { Column, PhoneRow } from '#ui/data-table.tsx';
import { Hexagon } from '#ui/hexagon.tsx';
import { TagList } from '#ui/tag-chip.tsx';
import { AttributeText } from './attribute-value.tsx';
import { ConsentBadge, nameOf, Source, StatusBadge } from './contact-words.tsx';
import { fieldsQuery } from './queries.ts';

export function ClientName({ name }: { name: string | undefined }) {
  if (!name) return null;
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <Hexagon name={name} size={20} />
      <span className="truncate">{name}</span>
    </span>
  );
}

function DateOf({ at }: { at: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.fullDate(at)} className="whitespace-nowrap">
      {format.date(at)}
    </time>
  );
}

/** For a list of that many contacts, which decides what it can be sorted by. */
export function useContactColumns(total: number): Column<Contact>[] {
  const { t } = useTranslation('contacts');
  const format = useFormat();
  const notSortable =
    total > mostSortedByField ? t('sort.tooMany', { number: format.number(mostSortedByField) }) : undefined;
  const fields = useQuery(fieldsQuery).data?.items;
  const clients = useClientNames();
  return useMemo(() => {
    const columns = [...columnsOfEverybody(t), ...hiddenAtFirst(t)];
    if (clients.size > 0) {
      columns.push({
        id: 'client',
        header: t('columns.client'),
        optional: true,
        cell: ({ clientId }) => <ClientName name={clients.get(clientId ?? '')} />,
      });
    }
    for (const field of fields ?? []) {
      columns.push({
        id: `custom.${field.key}`,
        header: field.label,
        optional: true,
        sortable: true,
        notSortable,
        align: field.type === 'number' ? 'end' : 'start',
        cell: ({ attributes }) => <AttributeText field={field} value={attributes[field.key]} />,
      });
    }
    return columns;
  }, [t, clients, fields, notSortable]);
}

const columnsOfEverybody = (t: TFunction<'contacts'>): Column<Contact>[] => [
  {
    id: 'name',
    width: '13rem',
    header: t('columns.name'),
    sortable: true,
    primary: true,
    cell: (contact) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar name={nameOf(contact)} size={26} />
        <span className="max-w-44 truncate">{nameOf(contact)}</span>
      </span>
    ),
  },
  {
    id: 'email',
    header: t('columns.email'),
    width: '13rem',
    sortable: true,
    // As wide as its column, which does not follow it: a search must not move the others.
    cell: ({ email }) => (
      <span title={email} className="block w-0 min-w-full truncate">
        {email}
      </span>
    ),
  },
  {
    id: 'status',
    header: t('columns.status'),
    width: '7rem',
    sortable: true,
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  { id: 'tags', header: t('columns.tags'), width: '10rem', cell: ({ tags }) => <TagList tags={tags} /> },
  {
    id: 'source',
    header: t('columns.source'),
    width: '6.5rem',
    sortable: true,
    cell: ({ source }) => <Source source={source} />,
  },
  {
    id: 'lastActivityAt',
    header: t('columns.lastActivity'),
    width: '8rem',
    sortable: true,
    descendingFirst: true,
    cell: ({ lastActivityAt }) => <Time at={lastActivityAt} brief className="whitespace-nowrap" />,
  },
  {
    id: 'createdAt',
    header: t('columns.created'),
    width: '7rem',
    sortable: true,
    descendingFirst: true,
    cell: ({ createdAt }) => <DateOf at={createdAt} />,
  },
];

const hiddenAtFirst = (t: TFunction<'contacts'>): Column<Contact>[] => [
  {
    id: 'consent',
    header: t('columns.consent'),
    width: '8rem',
    optional: true,
    cell: ({ emailConsent }) => <ConsentBadge state={emailConsent} />,
  },
  { id: 'phone', header: t('columns.phone'), optional: true, cell: ({ phone }) => phone },
  {
    id: 'company',
    header: t('columns.company'),
    width: '10rem',
    optional: true,
    sortable: true,
    cell: ({ company }) => company,
  },
];

/** The usual status is not said on phones. */
export const contactPhoneRow = (contact: Contact): PhoneRow => ({
  leading: <Avatar name={nameOf(contact)} size={38} />,
  title: nameOf(contact),
  badge: contact.status !== 'active' && <StatusBadge status={contact.status} />,
  subtitle: contact.email,
  aside: <Time at={contact.lastActivityAt} brief />,
  asideBelow: (
    <span className="flex max-w-36">
      <TagList tags={contact.tags} max={1} />
    </span>
  ),
});
