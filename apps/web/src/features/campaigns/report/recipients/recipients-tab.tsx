import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Campaign } from '@waggle/contracts/campaigns';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { type CampaignRecipient, recipientsQuery } from '../queries.ts';
import { LeftOutTable } from './left-out-table.tsx';
import { pagesOf } from './pages-of.ts';
import { phoneRow, useRecipientColumns } from './recipient-columns.tsx';
import { RecipientsToolbar } from './recipients-toolbar.tsx';
import { type RecipientFilter, useRecipientFilter } from './use-recipient-filter.ts';

const bySend = ({ sendId }: CampaignRecipient) => sendId;

export function RecipientsTab({ campaign }: { campaign: Campaign }) {
  const filter = useRecipientFilter();
  return (
    <>
      <RecipientsToolbar campaign={campaign} filter={filter} />
      {filter.isLeftOut ? (
        <LeftOutTable campaign={campaign} filter={filter} />
      ) : (
        <RecipientsTable campaign={campaign} filter={filter} />
      )}
    </>
  );
}

function RecipientsTable({ campaign, filter }: { campaign: Campaign; filter: RecipientFilter }) {
  const { t } = useTranslation('campaign-report');
  const navigate = useNavigate();
  const columns = useRecipientColumns();
  const { list, state, event, link, mailbox } = filter;
  const { limit, cursor, search } = list.query;
  const page = useQuery(recipientsQuery(campaign.id, { limit, cursor, search, state, event, link, mailbox }));
  if (page.isError)
    return (
      <LoadError
        title={t('recipients.failed')}
        message={problemText(page.error)}
        retry={() => list.retry(page)}
        busy={page.isFetching}
      />
    );
  // Counted already, where nothing but the state is asked for.
  const isKept = page.data?.isKept !== false;
  const known = state ? (campaign.progress[state] ?? 0) : (campaign.audience ?? 0);
  const isNarrowed = [search, event, link, mailbox].some((one) => one !== undefined);
  return (
    <DataTable
      label={t('tabs.recipients')}
      columns={columns}
      rows={page.data?.items}
      rowId={bySend}
      refreshing={page.isPlaceholderData}
      phoneRow={phoneRow}
      onRowOpen={({ contactId, email }) => {
        if (email !== null) void navigate({ to: '/dashboard/contacts', search: { contact: contactId } });
      }}
      pagination={page.data && pagesOf(list, isNarrowed || !isKept ? page.data : { ...page.data, total: known })}
      empty={
        <EmptyState title={t('recipients.none')}>
          {t(isKept ? (isNarrowed ? 'recipients.noneFound' : 'recipients.noneText') : 'recipients.notKept')}
        </EmptyState>
      }
    />
  );
}
