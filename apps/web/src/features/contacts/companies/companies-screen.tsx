import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Company, companySorts } from '@waggle/contracts/companies';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useListAddress } from '#lib/list-address.ts';
import { problemText } from '#lib/problem-text.ts';
import { useSingleKeys } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { PageHeader, PageToolbar } from '#ui/page-header.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { useUiText } from '#ui/ui-text.tsx';
import { ContactsTabs } from '../contacts-tabs.tsx';
import { companiesQuery } from '../queries.ts';
import { companyColumns, companyPhoneRow, contactsOf } from './company-columns.tsx';

const byId = ({ id }: Company) => id;

export function CompaniesScreen() {
  const { t } = useTranslation('contacts');
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader title={t('tabs.companies')} />
      <ContactsTabs />
      <CompanyList />
    </div>
  );
}

function CompanyList() {
  const { t } = useTranslation('contacts');
  const { number } = useFormat();
  const navigate = useNavigate();
  const singleKeys = useSingleKeys();
  const list = useListAddress(companySorts);
  const companies = useQuery(companiesQuery(list.query));
  const columns = useMemo(() => companyColumns({ t, number }), [t, number]);
  const phoneRow = useMemo(() => companyPhoneRow({ t, number }), [t, number]);

  return (
    <>
      <PageToolbar>
        <SearchInput
          label={t('companies.search')}
          placeholder={t('companies.search')}
          value={list.search}
          onValueChange={list.setSearch}
          hotkey={singleKeys}
          className="sm:max-w-60"
        />
      </PageToolbar>
      {companies.isError ? (
        <LoadError
          title={t('companies.failed')}
          message={problemText(companies.error)}
          retry={() => list.retry(companies)}
          busy={companies.isFetching}
        />
      ) : (
        <DataTable
          label={t('tabs.companies')}
          columns={columns}
          rows={companies.data?.items}
          rowId={byId}
          refreshing={companies.isPlaceholderData}
          sort={list.order}
          onSortChange={list.setOrder}
          onRowOpen={(company) => void navigate({ to: '/dashboard/contacts', search: contactsOf(company) })}
          phoneRow={phoneRow}
          pagination={companies.data && list.pagination(companies.data.total, companies.data.nextCursor)}
          empty={<NoCompanies search={list.search} clear={() => list.setSearch('')} />}
        />
      )}
    </>
  );
}

function NoCompanies({ search, clear }: { search: string; clear: () => void }) {
  const { t } = useTranslation('contacts');
  const navigate = useNavigate();
  const text = useUiText();
  if (search) {
    return (
      <EmptyState title={t('companies.notFound')} action={<Button onClick={clear}>{text.clearFilters}</Button>}>
        {t('companies.noMatch', { search })}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('companies.none')}
      action={<Button onClick={() => void navigate({ to: '/dashboard/contacts' })}>{t('tags.showContacts')}</Button>}
    >
      {t('companies.noneText')}
    </EmptyState>
  );
}
