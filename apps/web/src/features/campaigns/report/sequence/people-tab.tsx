import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Run } from '@waggle/contracts/automations';
import type { Campaign } from '@waggle/contracts/campaigns';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { ChoiceFilter } from '../../choice-filter.tsx';
import { sequenceQuery } from '../../queries.ts';
import { usePeopleColumns, usePeoplePhoneRow } from './people-columns.tsx';
import { type PeopleState, peopleQuery } from './queries.ts';

const byId = ({ id }: Run) => id;

/** Who waits for which email, who does not go on, and who is not inside any more. */
export function PeopleTab({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('automation-runs');
  const navigate = useNavigate();
  const [state, setState] = useState<PeopleState>('inside');
  const people = useInfiniteQuery(peopleQuery(campaign.id, state));
  const columns = usePeopleColumns(campaign.id, state);
  const phoneRow = usePeoplePhoneRow(campaign.id);
  if (people.isError)
    return (
      <LoadError
        title={t('failed')}
        message={problemText(people.error)}
        retry={() => void people.refetch()}
        busy={people.isFetching}
      />
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="border-b border-line px-7 py-2.5 max-xl:px-5 max-lg:px-4">
        <StateChoice campaignId={campaign.id} state={state} onChange={setState} />
      </div>
      <DataTable
        label={t(`states.${state}`)}
        columns={columns}
        rows={people.data?.pages.flatMap(({ items }) => items)}
        rowId={byId}
        phoneRow={phoneRow}
        onRowOpen={({ contactId, email }) => {
          if (email !== null) void navigate({ to: '/dashboard/contacts', search: { contact: contactId } });
        }}
        empty={<EmptyState title={t(`empty.${state}.title`)}>{t(`empty.${state}.text`)}</EmptyState>}
      />
      {people.hasNextPage && (
        <div className="border-t border-line px-7 py-3 max-lg:px-4">
          <Button busy={people.isFetchingNextPage} onClick={() => void people.fetchNextPage()}>
            {t('more')}
          </Button>
        </div>
      )}
    </div>
  );
}

type StateChoiceProps = { campaignId: string; state: PeopleState; onChange: (state: PeopleState) => void };

function StateChoice({ campaignId, state, onChange }: StateChoiceProps) {
  const { t } = useTranslation('automation-runs');
  const { data } = useQuery(sequenceQuery(campaignId));
  const counts = data && { inside: data.inside, stuck: data.stuck, left: data.entered - data.inside };
  return (
    <ChoiceFilter
      label={t('filter')}
      choices={(['inside', 'left', 'stuck'] as const).map((value) => ({
        value,
        label: t(`states.${value}`),
        count: counts?.[value],
      }))}
      chosen={state}
      onChoose={(next) => onChange(next ?? 'inside')}
    />
  );
}
