import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Campaign, sendStates } from '@waggle/contracts/campaigns';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { useListAddress } from '#lib/list-address.ts';
import { problemText } from '#lib/problem-text.ts';
import { Count } from '#ui/badge.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { PageToolbar } from '#ui/page-header.tsx';
import { type CampaignRecipient, recipientsQuery } from '../queries.ts';
import { usePhoneRow, useRecipientColumns } from './recipient-columns.tsx';

const from = '/dashboard/campaigns/$campaignId';
type State = (typeof sendStates)[number];
const bySend = ({ sendId }: CampaignRecipient) => sendId;

export function RecipientsTab({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaign-report');
  const asked = useSearch({ from }).state;
  const state = sendStates.find((one) => one === asked);
  const list = useListAddress(['contact']);
  const navigate = useNavigate();
  const columns = useRecipientColumns();
  const phoneRow = usePhoneRow();
  const { limit, cursor } = list.query;
  const page = useQuery(recipientsQuery(campaign.id, { limit, cursor, state }));
  const total = state ? (campaign.progress[state] ?? 0) : (campaign.audience ?? 0);
  return (
    <>
      <StateFilter campaign={campaign} state={state} />
      {page.isError ? (
        <LoadError
          title={t('recipients.failed')}
          message={problemText(page.error)}
          retry={() => list.retry(page)}
          busy={page.isFetching}
        />
      ) : (
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
          pagination={page.data && list.pagination(total, page.data.nextCursor)}
          empty={<EmptyState title={t('recipients.none')}>{t('recipients.noneText')}</EmptyState>}
        />
      )}
    </>
  );
}

const choiceClass =
  'flex h-8 items-center gap-1.5 rounded-md px-2.5 text-sm whitespace-nowrap text-muted hover:text-ink aria-pressed:bg-fill aria-pressed:font-[550] aria-pressed:text-ink coarse:min-h-(--target-touch)';

/** Only states somebody is in, and the one that was asked for. */
function StateFilter({ campaign, state }: { campaign: Campaign; state: State | undefined }) {
  const { t } = useTranslation('campaign-report');
  const { number } = useFormat();
  const navigate = useNavigate({ from });
  const present = sendStates.filter((one) => one === state || (campaign.progress[one] ?? 0) > 0);
  return (
    <PageToolbar>
      <div role="group" aria-label={t('recipients.state')} className="flex min-w-0 gap-1 overflow-x-auto">
        {[undefined, ...present].map((own) => (
          <button
            key={own ?? 'all'}
            type="button"
            aria-pressed={own === state}
            className={choiceClass}
            onClick={() =>
              void navigate({
                search: (now) => ({ ...now, state: own, page: undefined, cursor: undefined }),
                replace: true,
              })
            }
          >
            {t(`states.${own ?? 'all'}`)}
            <Count>{number(own ? (campaign.progress[own] ?? 0) : (campaign.audience ?? 0))}</Count>
          </button>
        ))}
      </div>
    </PageToolbar>
  );
}
