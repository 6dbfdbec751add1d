import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Campaign } from '@waggle/contracts/campaigns';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { problemText } from '#lib/problem-text.ts';
import { LoadError } from '#ui/load-error.tsx';
import { PageBody } from '#ui/page-header.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { TabPanel, Tabs } from '#ui/tabs.tsx';
import { CampaignLayers, type Question } from '../../actions/campaign-layers.tsx';
import { HoldNotice } from '../../hold-notice.tsx';
import { sequenceQuery } from '../../queries.ts';
import { ReportHeader } from '../report-header.tsx';
import { EmailTable } from './email-table.tsx';
import { PeopleTab } from './people-tab.tsx';
import { SequenceBand } from './sequence-band.tsx';
import { SequenceFigures } from './sequence-figures.tsx';

const from = '/dashboard/campaigns/$campaignId';

/** What its emails led to, email by email, and where people are. */
export function SequenceReport({ campaign }: { campaign: Campaign }) {
  const navigate = useNavigate({ from });
  const [asked, setAsked] = useState<Question>();
  // A sequence offers neither to be resent nor a page in the browser.
  const ask = (what: Question | 'resend' | 'publicPage') => {
    if (what !== 'resend' && what !== 'publicPage') setAsked(what);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ReportHeader campaign={campaign} onAsk={ask} />
      <SequenceTabs campaign={campaign} onAsk={setAsked} />
      {asked && (
        <CampaignLayers
          campaign={campaign}
          what={asked}
          onClose={() => setAsked(undefined)}
          onDeleted={() => void navigate({ to: '/dashboard/campaigns', search: {} })}
        />
      )}
    </div>
  );
}

type SequenceTabsProps = { campaign: Campaign; onAsk: (what: Question) => void };

function SequenceTabs({ campaign, onAsk }: SequenceTabsProps) {
  const { t } = useTranslation('campaign-report');
  const format = useFormat();
  const navigate = useNavigate({ from });
  const maySeePeople = useHolds('automations:read') && campaign.sentAt !== null;
  const tab = useSearch({ from }).tab === 'people' && maySeePeople ? 'people' : 'emails';
  return (
    <Tabs
      label={t('tabs.label')}
      className="flex min-h-0 flex-1 flex-col"
      listClassName="shrink-0 px-7 max-xl:px-5 max-lg:px-4"
      value={tab}
      onValueChange={(next) => void navigate({ search: next === 'emails' ? {} : { tab: next } })}
      tabs={[
        { value: 'emails', label: t('sequence.tabs.emails'), count: format.number(campaign.emails?.length ?? 0) },
        ...(maySeePeople
          ? [{ value: 'people', label: t('sequence.tabs.people'), count: format.number(campaign.audience ?? 0) }]
          : []),
      ]}
    >
      <TabPanel value="emails">
        <Emails campaign={campaign} onAsk={onAsk} />
      </TabPanel>
      {maySeePeople && (
        <TabPanel value="people" className="flex min-h-0 flex-col">
          <PeopleTab campaign={campaign} />
        </TabPanel>
      )}
    </Tabs>
  );
}

function Emails({ campaign, onAsk }: SequenceTabsProps) {
  const { t } = useTranslation('campaign-report');
  const sequence = useQuery(sequenceQuery(campaign.id));
  if (sequence.isError)
    return (
      <LoadError
        title={t('failed')}
        message={problemText(sequence.error)}
        retry={() => void sequence.refetch()}
        busy={sequence.isFetching}
      />
    );
  if (!sequence.data) return <SkeletonRows />;
  const { emails, inside, stuck } = sequence.data;
  return (
    <PageBody className="flex flex-col gap-4">
      <SequenceBand campaign={campaign} inside={inside} stuck={stuck} onAsk={onAsk} />
      <HoldNotice campaign={campaign} onAsk={onAsk} />
      <SequenceFigures campaign={campaign} />
      <EmailTable emails={emails} />
    </PageBody>
  );
}
