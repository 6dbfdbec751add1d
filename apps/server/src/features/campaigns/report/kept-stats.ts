import type { Campaign } from '@waggle/contracts/campaigns';

type Stats = Campaign['stats'];
export type Kept = Partial<Stats> & { progress?: Record<string, number> };

/** As they were kept when the last email had its answer, with what readers did since. */
export const keptStats = ({ progress, ...counted }: Kept): Stats => ({
  delivered: 0,
  opened: 0,
  clicked: 0,
  bounced: 0,
  complained: 0,
  unsubscribed: 0,
  machineOpened: 0,
  machineClicked: 0,
  ...counted,
  sent: progress?.['accepted'] ?? 0,
});
