import { useQuery } from '@tanstack/react-query';
import { type AnalyticsTable, exportAnalytics } from '@waggle/contracts/analytics';
import { Download, FileSpreadsheet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAdvancedAnalyticsLock } from '#features/accounts/index.ts';
import { useGoal } from '#features/dashboard/index.ts';
import { addressOfCall } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { ChartDownloads } from '#ui/chart-downloads.tsx';
import type { ChartImage } from '#ui/chart-image/chart-image.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#ui/menu.tsx';
import { saveAddress } from '#ui/save-file.ts';
import { useDistribution } from './charts/use-distribution.ts';
import { useNewContacts } from './charts/use-new-contacts.ts';
import { useOpeningHours } from './charts/use-opening-hours.ts';
import { usePerformance } from './charts/use-performance.ts';
import { useRetention } from './charts/use-retention.ts';
import { analyticsQuery, contactAnalyticsQuery, openingHoursQuery, type Period, retentionQuery } from './queries.ts';
import { type TabName, useShown } from './use-shown.ts';

/** The tables each tab shows. */
const tablesOf: Record<TabName, readonly AnalyticsTable[]> = {
  overview: ['performance', 'distribution', 'top-campaigns', 'top-codes'],
  contacts: ['new-contacts', 'retention'],
  campaigns: ['campaigns', 'opening-hours'],
  codes: ['codes'],
  funnel: ['funnel', 'sources'],
  clients: ['clients'],
};

/** Of plans from Plus. */
const advancedTables: readonly AnalyticsTable[] = ['clients', 'funnel', 'sources'];

/** What the shown tab has, as files: its tables for spreadsheets, its charts as pictures. */
export function ExportMenu({ isWide }: { isWide: boolean }) {
  const { t } = useTranslation('analytics');
  const { period, tab } = useShown();
  const locked = useAdvancedAnalyticsLock();
  return (
    <Menu
      trigger={
        isWide ? (
          <Button icon={Download}>{t('export.label')}</Button>
        ) : (
          <IconButton label={t('export.label')} icon={Download} />
        )
      }
    >
      <MenuLabel>{t('export.tables')}</MenuLabel>
      {tablesOf[tab].map((table) => (
        <MenuItem
          key={table}
          icon={FileSpreadsheet}
          disabled={advancedTables.includes(table) && locked !== undefined}
          // By a link of its own: one in the menu is gone with it, sometimes before the browser followed it.
          onSelect={() => saveAddress(addressOfCall(exportAnalytics, { query: { table, period } }))}
        >
          {t(`export.table.${table}`)}
        </MenuItem>
      ))}
      <Charts tab={tab} period={period} />
    </Menu>
  );
}

function Charts({ tab, period }: { tab: TabName; period: Period }) {
  const locked = useAdvancedAnalyticsLock();
  return useImages(tab, period).map((image) => (
    <div key={image.title}>
      <MenuSeparator />
      <MenuLabel>{image.title}</MenuLabel>
      <ChartDownloads image={image} locked={locked} />
    </div>
  ));
}

/** From the answers that the tab shows. */
function useImages(tab: TabName, period: Period): ChartImage[] {
  const overview = useQuery(analyticsQuery(period)).data;
  const contacts = useQuery({ ...contactAnalyticsQuery(period), enabled: tab === 'contacts' }).data;
  const [performance, distribution] = [usePerformance(overview), useDistribution(overview)];
  const created = useNewContacts(contacts?.created ? contacts : undefined, useGoal('new-contacts').shown?.line);
  const hours = useOpeningHours(useQuery({ ...openingHoursQuery(period), enabled: tab === 'campaigns' }).data);
  const left = useRetention(useQuery({ ...retentionQuery, enabled: tab === 'contacts' }).data);
  const shown = {
    overview: [performance, distribution],
    contacts: [created, left],
    campaigns: [hours],
    codes: [],
    funnel: [],
    clients: [],
  }[tab];
  return shown.flatMap((chart) => chart?.image ?? []);
}
