import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Count } from '#ui/badge.tsx';
import { horizontalTabClass } from '#ui/tabs.tsx';
import { segmentTotalQuery, tagChoicesQuery } from './queries.ts';

/** Contacts, Companies, Segments, Tags and Suppressed, each with its own address. */
export function ContactsTabs() {
  const { t } = useTranslation('contacts');
  const format = useFormat();
  const segments = useQuery(segmentTotalQuery);
  const tags = useQuery(tagChoicesQuery());
  const tabs = [
    { to: '/dashboard/contacts', label: t('tabs.contacts'), count: undefined },
    { to: '/dashboard/contacts/companies', label: t('tabs.companies'), count: undefined },
    { to: '/dashboard/contacts/segments', label: t('tabs.segments'), count: segments.data },
    { to: '/dashboard/contacts/tags', label: t('tabs.tags'), count: tags.data?.total },
    { to: '/dashboard/contacts/suppressions', label: t('tabs.suppressed'), count: undefined },
  ] as const;
  return (
    <nav
      aria-label={t('tabs.label')}
      className="flex shrink-0 gap-6 overflow-x-auto border-b border-line px-7 max-xl:px-5 max-lg:px-4"
    >
      {tabs.map(({ to, label, count }) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }} className={horizontalTabClass}>
          {label}
          {count !== undefined && <Count>{format.number(count)}</Count>}
        </Link>
      ))}
    </nav>
  );
}
