import type { Fact } from './fact.ts';

/** What a number in a roll-up counts for a campaign. Written into rows: never renumbered. Those of scans are below 20. */
export const mailMetric = {
  opens: 20,
  uniqueOpens: 21,
  machineOpens: 22,
  unsureOpens: 23,
  clicks: 24,
  /** Different links of different mails. */
  uniqueClicks: 25,
  machineClicks: 26,
  unsureClicks: 27,
  delivered: 28,
  bounced: 29,
  complained: 30,
  unsubscribed: 31,
} as const;

const engaged = {
  opened: { human: mailMetric.opens, machine: mailMetric.machineOpens, unsure: mailMetric.unsureOpens },
  clicked: { human: mailMetric.clicks, machine: mailMetric.machineClicks, unsure: mailMetric.unsureClicks },
} as const;
const uniques = { opened: mailMetric.uniqueOpens, clicked: mailMetric.uniqueClicks } as const;

/** The metrics one fact counts for. */
export function metricsOf({ kind, label, isFirst }: Pick<Fact, 'kind' | 'label' | 'isFirst'>): number[] {
  if (kind === 'opened' || kind === 'clicked') return [engaged[kind][label], ...(isFirst ? [uniques[kind]] : [])];
  if (kind === 'deferred' || kind === 'resubscribed' || !isFirst) return [];
  return [mailMetric[kind]];
}

/** The metric that is also cut by device and country. */
export const cutMetricOf = ({ kind, label }: Pick<Fact, 'kind' | 'label'>): number | null =>
  (kind === 'opened' || kind === 'clicked') && label === 'human' ? engaged[kind].human : null;
