import type { Campaign } from '@waggle/contracts/campaigns';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type ClientChoice, useClientChoice, useHolds } from '#features/accounts/index.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import { Badge } from '#ui/badge.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { TabPanel, Tabs } from '#ui/tabs.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { useBackTrail } from './back-trail.tsx';
import { BuilderActions } from './builder-actions.tsx';
import { BuilderContext, type Builder, type BuilderTab, builderTabs, useBuilder } from './builder-context.ts';
import { BuilderNotices } from './builder-notices.tsx';
import { BeforeYouSend } from './checks/before-you-send.tsx';
import { ContentTab } from './content/content-tab.tsx';
import { complaintsOf } from './draft.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { PreviewPane } from './preview/preview-pane.tsx';
import { RecipientsTab } from './recipients/recipients-tab.tsx';
import { SaveState } from './save-state.tsx';
import { ScheduleTab } from './schedule/schedule-tab.tsx';
import { EmailsTab } from './sequence/emails-tab.tsx';
import { TypeChoice } from './sequence/type-choice.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { useTabs } from './use-tabs.tsx';
import { useDraft } from './use-draft.ts';

/** Absent while a new one is written. */
type CampaignBuilderProps = { campaign: Campaign | undefined };

export function CampaignBuilder({ campaign }: CampaignBuilderProps) {
  const { t } = useTranslation('campaign-builder');
  const client = useClientChoice();
  const { keeper, kept } = useDraft(campaign, client);
  const mayChange = useHolds('campaigns:write');
  const [tried, setTried] = useState(false);
  const { tab, showTab } = useTabAddress(kept.campaign);
  useShortcuts(mayChange ? { 'mod+s': () => void keeper.flush() } : {});

  const status = kept.campaign?.status ?? 'DRAFT';
  const builder: Builder = {
    draft: kept.draft,
    change: keeper.change,
    campaign: kept.campaign,
    clientId: kept.campaign ? kept.campaign.clientId : client.chosen,
    clientMissing: !kept.campaign && client.missing,
    readOnly: !mayChange || status !== 'DRAFT',
    complaints: tried ? complaintsOf(kept.draft) : {},
    showTab,
  };
  return (
    <BuilderContext value={builder}>
      <PageHeader
        breadcrumb={useBackTrail(kept.campaign)}
        title={t(campaign ? 'edit' : 'create')}
        status={
          <>
            <Badge className="max-sm:hidden">{status}</Badge>
            {!builder.readOnly && <SaveState kept={kept} />}
          </>
        }
        actions={<BuilderActions keeper={keeper} kept={kept} client={client} onTry={() => setTried(true)} />}
      />
      <BuilderTabs tab={tab} notices={<BuilderNotices keeper={keeper} kept={kept} />} client={client} keeper={keeper} />
    </BuilderContext>
  );
}

type BuilderTabsProps = { tab: BuilderTab; notices: ReactNode; client: ClientChoice; keeper: DraftKeeper };

function BuilderTabs({ tab, notices, client, keeper }: BuilderTabsProps) {
  const { t } = useTranslation('campaign-builder');
  const { campaign, draft, showTab } = useBuilder();
  const isSequence = draft.emails !== null;
  const hasRail = useMediaQuery('(min-width: 80rem)');
  const tabs = useTabs(hasRail);
  useEffect(() => {
    // On a phone the tabs are wider than the screen.
    document.querySelector(`[role=tab][id$=-${tab}]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [tab]);
  return (
    <Tabs
      tabs={tabs}
      value={(hasRail || isSequence) && tab === 'preview' ? 'content' : tab}
      onValueChange={(next) => showTab(next as BuilderTab)}
      label={t('tabs.label')}
      className="flex min-h-0 flex-1 flex-col"
      listClassName="bg-surface px-7 max-xl:px-5 max-lg:px-4 shrink-0"
    >
      <div className="flex min-w-0 flex-1">
        <div className="min-w-0 flex-1 px-7 py-5 max-xl:px-5 max-lg:px-4">
          {notices}
          <TabPanel value="content">
            <TypeChoice />
            <Main client={campaign ? undefined : client} keeper={keeper} hasRail={hasRail} />
          </TabPanel>
          {!isSequence && (
            <TabPanel value="preview">
              <PreviewPane />
            </TabPanel>
          )}
          <TabPanel value="recipients">
            <RecipientsTab />
          </TabPanel>
          <TabPanel value="schedule">
            <ScheduleTab />
          </TabPanel>
          <TabPanel value="settings">
            <SettingsTab />
          </TabPanel>
        </div>
        {/* What a sequence misses is known once it is saved. */}
        {hasRail && (!isSequence || campaign) && (
          <aside
            aria-label={t(isSequence ? 'checks.title' : 'preview.title')}
            className="sticky top-(--header) h-[calc(100dvh-var(--header)-1.125rem)] w-[24rem] shrink-0 self-start overflow-y-auto border-l border-line"
          >
            {isSequence ? <BeforeYouSend /> : <PreviewPane />}
          </aside>
        )}
      </div>
    </Tabs>
  );
}

type MainProps = { client: ClientChoice | undefined; keeper: DraftKeeper; hasRail: boolean };

/** What the email says, or the emails of a sequence with what is missing below them where there is no room beside. */
function Main({ client, keeper, hasRail }: MainProps) {
  const { draft } = useBuilder();
  if (!draft.emails) return <ContentTab client={client} />;
  return (
    <>
      <EmailsTab client={client} keeper={keeper} />
      {!hasRail && (
        <div className="mt-6">
          <BeforeYouSend />
        </div>
      )}
    </>
  );
}

/** The tab is in the address. So is the id of a new draft, which a reload then opens. */
function useTabAddress(campaign: Campaign | undefined) {
  const address = useSearch({ strict: false }) as { tab?: string; campaign?: string };
  const navigate = useNavigate();
  const tab = builderTabs.find((one) => one === address.tab) ?? 'content';
  const change = (next: { tab?: string; campaign?: string }) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...next }), replace: true, resetScroll: false });

  const id = campaign?.id;
  const isNew = window.location.pathname.endsWith('/new');
  useEffect(() => {
    if (isNew && id) change({ campaign: id });
    // oxlint-disable-next-line react/exhaustive-deps -- only when a new campaign gets its id
  }, [id]);
  return { tab, showTab: (next: BuilderTab) => change({ tab: next }) };
}
