import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Campaign } from '@waggle/contracts/campaigns';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { PageBody } from '#ui/page-header.tsx';
import { TabPanel, Tabs } from '#ui/tabs.tsx';
import { CampaignLayers, type Question } from '../actions/campaign-layers.tsx';
import { ClickMap } from './click-map/click-map.tsx';
import { Compare } from './compare.tsx';
import { Overview } from './overview.tsx';
import { RecipientsTab } from './recipients/recipients-tab.tsx';
import { PublicPageDialog } from './public-page-dialog.tsx';
import { ReportHeader, type ReportQuestion } from './report-header.tsx';
import { ResendDialog } from './resend-dialog.tsx';

const from = '/dashboard/campaigns/$campaignId';
const tabs = ['overview', 'recipients', 'clicks', 'compare'] as const;

export function Report({ campaign }: { campaign: Campaign }) {
  const navigate = useNavigate({ from });
  const [asked, setAsked] = useState<Question | ReportQuestion>();
  const close = () => setAsked(undefined);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ReportHeader campaign={campaign} onAsk={setAsked} />
      <ReportTabs campaign={campaign} onAsk={setAsked} />
      {asked === 'resend' && <ResendDialog campaign={campaign} onClose={close} />}
      {asked === 'publicPage' && <PublicPageDialog campaignId={campaign.id} onClose={close} />}
      {asked && asked !== 'resend' && asked !== 'publicPage' && (
        <CampaignLayers
          campaign={campaign}
          what={asked}
          onClose={close}
          onDeleted={() => void navigate({ to: '/dashboard/campaigns', search: {} })}
        />
      )}
    </div>
  );
}

type ReportTabsProps = { campaign: Campaign; onAsk: (what: Question) => void };

/** Each tab has its address, so that a number can lead to its rows and Back leads to the number. */
function ReportTabs({ campaign, onAsk }: ReportTabsProps) {
  const { t } = useTranslation('campaign-report');
  const format = useFormat();
  const navigate = useNavigate({ from });
  const asked = useSearch({ from }).tab;
  const tab = tabs.find((one) => one === asked) ?? 'overview';
  return (
    <Tabs
      label={t('tabs.label')}
      className="flex min-h-0 flex-1 flex-col"
      listClassName="shrink-0 px-7 max-xl:px-5 max-lg:px-4"
      value={tab}
      onValueChange={(next) => void navigate({ search: next === 'overview' ? {} : { tab: next } })}
      tabs={[
        { value: 'overview', label: t('tabs.overview') },
        {
          value: 'recipients',
          label: t('tabs.recipients'),
          ...(campaign.audience !== null && { count: format.number(campaign.audience) }),
        },
        { value: 'clicks', label: t('tabs.clicks') },
        { value: 'compare', label: t('tabs.compare') },
      ]}
    >
      <TabPanel value="overview">
        <Overview campaign={campaign} onAsk={onAsk} />
      </TabPanel>
      <TabPanel value="recipients" className="flex min-h-0 flex-col">
        <RecipientsTab campaign={campaign} />
      </TabPanel>
      <TabPanel value="clicks" className="flex min-h-0 flex-col">
        <ClickMap campaign={campaign} />
      </TabPanel>
      <TabPanel value="compare">
        <PageBody>
          <Compare campaign={campaign} />
        </PageBody>
      </TabPanel>
    </Tabs>
  );
}
