import { Link } from '@tanstack/react-router';
import type { Company } from '@waggle/contracts/companies';
import type { TFunction } from 'i18next';
import { Time } from '#lib/time.tsx';
import type { Column, PhoneRow } from '#ui/data-table.tsx';
import { treeOf } from '../filters/conditions.ts';

type Words = { t: TFunction<'contacts'>; number: (count: number) => string };

/** The list of contacts with one filter: whoever has the company, in any spelling. */
export const contactsOf = ({ name }: Company) => ({
  rules: treeOf([{ kind: 'text', field: 'company', op: 'is', value: name }]),
});

export const companyColumns = ({ t, number }: Words): Column<Company>[] => [
  {
    id: 'name',
    header: t('columns.company'),
    sortable: true,
    primary: true,
    cell: ({ name }) => (
      <span title={name} className="block max-w-96 truncate">
        {name}
      </span>
    ),
  },
  {
    id: 'contacts',
    header: t('tabs.contacts'),
    width: '8rem',
    align: 'end',
    sortable: true,
    descendingFirst: true,
    cell: (company) => (
      <Link to="/dashboard/contacts" search={contactsOf(company)} className="hover:text-ink hover:underline">
        {number(company.contacts)}
      </Link>
    ),
  },
  {
    id: 'mailable',
    header: t('companies.mailable'),
    width: '10rem',
    align: 'end',
    cell: ({ mailable }) => number(mailable),
  },
  {
    id: 'lastActivityAt',
    header: t('columns.lastActivity'),
    width: '10rem',
    cell: ({ lastActivityAt }) => lastActivityAt && <Time at={lastActivityAt} brief className="whitespace-nowrap" />,
  },
];

export const companyPhoneRow =
  ({ t, number }: Words) =>
  ({ name, contacts, lastActivityAt }: Company): PhoneRow => ({
    title: name,
    subtitle: t('companies.contactCount', { count: contacts, shown: number(contacts) }),
    aside: lastActivityAt && <Time at={lastActivityAt} brief />,
  });
