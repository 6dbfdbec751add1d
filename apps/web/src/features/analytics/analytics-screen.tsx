import { useQuery } from '@tanstack/react-query';
import { analyticsPeriods } from '@waggle/contracts/analytics';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { LoadError } from '#ui/load-error.tsx';
import { PageBody, PageHeader } from '#ui/page-header.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { TabPanel, Tabs } from '#ui/tabs.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { AnalyticsCards } from './analytics-cards.tsx';
import { Ask } from './ask/ask.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FunnelTab } from './funnel/funnel-tab.tsx';
import { OverviewTab } from './overview/overview-tab.tsx';
import { PeriodDates } from './period-dates.tsx';
import { type Analytics, analyticsQuery, type Period } from './queries.ts';
import { ReportsButton } from './reports/reports-button.tsx';
import { CampaignsTab } from './tabs/campaigns-tab.tsx';
import { BestHours } from './tabs/opening-hours.tsx';
import { ClientsTab } from './tabs/clients-tab.tsx';
import { CodesTab } from './tabs/codes-tab.tsx';
import { ContactRetention } from './tabs/contact-retention.tsx';
import { ContactsTab } from './tabs/contacts-tab.tsx';
import { useShown, useTabs, type TabName } from './use-shown.ts';

export function AnalyticsScreen() {
  const { t } = useTranslation('analytics');
  const isWide = useMediaQuery('(min-width: 48rem)');
  const { period, show } = useShown();
  const mayExport = useHolds('analytics:export');
  const mayReport = useHolds('reports:manage');
  const mayAsk = useHolds('questions:read');
  const analytics = useQuery(analyticsQuery(period));
  const shown = analytics.data;
  const choice = <PeriodChoice period={period} onChoose={(next) => show({ period: next })} />;
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <div className="flex items-center gap-4">
            {isWide && <PeriodDates shown={shown} />}
            {isWide && choice}
            {mayReport && <ReportsButton />}
            {mayExport && <ExportMenu isWide={isWide} />}
          </div>
        }
      />
      <PageBody className="flex flex-col gap-4">
        {!isWide && (
          <div className="flex flex-col items-center gap-2">
            {choice}
            <PeriodDates shown={shown} />
          </div>
        )}
        {mayAsk && <Ask />}
        {analytics.isError && !shown ? (
          <LoadError
            title={t('failed')}
            message={problemText(analytics.error)}
            retry={() => void analytics.refetch()}
            busy={analytics.isFetching}
          />
        ) : (
          <>
            <AnalyticsCards shown={shown} period={period} />
            <AnalyticsTabs shown={shown} />
          </>
        )}
      </PageBody>
    </>
  );
}

/** The other tabs ask for their own figures when they are opened. */
function AnalyticsTabs({ shown }: { shown: Analytics | undefined }) {
  const { t } = useTranslation('analytics');
  const { period, tab, show } = useShown();
  const visible = useTabs();
  return (
    <Tabs
      label={t('title')}
      tabs={visible.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      value={tab}
      onValueChange={(value) => show({ tab: value as TabName })}
    >
      <TabPanel value="overview" className="pt-4">
        <OverviewTab shown={shown} />
      </TabPanel>
      <TabPanel value="contacts" className="flex flex-col gap-4 pt-4">
        <ContactsTab period={period} />
        <ContactRetention />
      </TabPanel>
      <TabPanel value="campaigns" className="flex flex-col gap-4 pt-4">
        <BestHours period={period} />
        <CampaignsTab period={period} />
      </TabPanel>
      <TabPanel value="codes" className="pt-4">
        <CodesTab period={period} />
      </TabPanel>
      <TabPanel value="funnel" className="pt-4">
        <FunnelTab period={period} />
      </TabPanel>
      <TabPanel value="clients" className="pt-4">
        <ClientsTab period={period} />
      </TabPanel>
    </Tabs>
  );
}

type PeriodChoiceProps = { period: Period; onChoose: (period: Period) => void };

function PeriodChoice({ period, onChoose }: PeriodChoiceProps) {
  const { t } = useTranslation('analytics');
  return (
    <SegmentedControl
      label={t('period')}
      options={analyticsPeriods.map((value) => ({ value, label: t(`periods.${value}`) }))}
      value={period}
      onValueChange={onChoose}
      className="max-md:w-full max-md:[&>*]:flex-1 max-md:[&>*]:justify-center"
    />
  );
}
