import { useQuery } from '@tanstack/react-query';
import { advancedAnalyticsTiers } from '@waggle/contracts/plans';
import { useTranslation } from 'react-i18next';
import type { ChartImage } from '#ui/chart-image/chart-image.ts';
import { organizationQuery } from './queries.ts';
import { useHolds, useUser } from './session.ts';

/** What to do where the plan has no advanced analytics; undefined where it has. */
export function useAdvancedAnalyticsLock(): string | undefined {
  const { t } = useTranslation('shell');
  const mayUpgrade = useHolds('organization:manage');
  const tier = useUser().subscriptionTier ?? 'lite';
  if (advancedAnalyticsTiers.some((one) => one === tier)) return undefined;
  return t(mayUpgrade ? 'advancedAnalytics.upgrade' : 'advancedAnalytics.ask');
}

/** The pictures of a chart for its frame: none for those who may take no tables, and a reason where the plan has none. */
export function useChartFiles(image: ChartImage | undefined) {
  const mayExport = useHolds('analytics:export');
  return { image: mayExport ? image : undefined, imageLocked: useAdvancedAnalyticsLock() };
}

/** Whose figures are shown: the chosen client, or the organization with all of them. */
export function useShownName(): string {
  const { activeClientName } = useUser();
  const organization = useQuery({ ...organizationQuery, enabled: useHolds('organization:read') });
  return activeClientName ?? organization.data?.name ?? '';
}
