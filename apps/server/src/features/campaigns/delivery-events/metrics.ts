import { type EmailMetric, metric } from '#features/engagement/index.ts';
import type { DeliveryEvent } from './delivery-event.ts';

const { opens, machineOpens, unsureOpens, uniqueOpens, clicks, machineClicks, unsureClicks, uniqueClicks } =
  metric.email;

const engaged = {
  opened: { human: opens, machine: machineOpens, unsure: unsureOpens },
  clicked: { human: clicks, machine: machineClicks, unsure: unsureClicks },
} as const;
const uniques = { opened: uniqueOpens, clicked: uniqueClicks } as const;

/** The metrics one fact counts for. */
export function metricsOf({ kind, label, isFirst }: Pick<DeliveryEvent, 'kind' | 'label' | 'isFirst'>): EmailMetric[] {
  if (kind === 'opened' || kind === 'clicked') return [engaged[kind][label], ...(isFirst ? [uniques[kind]] : [])];
  if (kind === 'deferred' || kind === 'resubscribed' || !isFirst) return [];
  return [metric.email[kind]];
}

/** The metric that is also cut by device and country. */
export const cutMetricOf = ({ kind, label }: Pick<DeliveryEvent, 'kind' | 'label'>): EmailMetric | null =>
  (kind === 'opened' || kind === 'clicked') && label === 'human' ? engaged[kind].human : null;
