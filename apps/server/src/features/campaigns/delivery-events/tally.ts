import { type DayRow, type EmailMetric, type HourRow, localTime } from '#features/engagement/index.ts';
import type { DeliveryEvent } from './delivery-event.ts';
import { cutMetricOf, metricsOf } from './metrics.ts';

export type Subject = { campaignId: string; clientId: string | null };

/** Delivery events that count alike. */
type Alike = Pick<DeliveryEvent, 'kind' | 'label' | 'isFirst'>;
export type AlikeOnDay = Alike & Pick<DeliveryEvent, 'linkNo' | 'device' | 'country'>;

/** A metric of a day, or a part of it. */
type Cut = Pick<DayRow, 'part' | 'day' | 'value'> & { metric: EmailMetric };

/** Rows of one campaign as they are stored. */
export type Kept = {
  hours: readonly { metric: EmailMetric; hourStart: number; total: number }[];
  days: readonly (Cut & { total: number })[];
};

/** What the roll-ups gain and lose. A fact told anew counts as nothing before. */
export class RollUps {
  readonly #hours = new Map<string, HourRow>();
  readonly #days = new Map<string, DayRow>();
  readonly #timezone: string;

  constructor(timezone: string) {
    this.#timezone = timezone;
  }

  add(subject: Subject, deliveryEvent: DeliveryEvent, by: 1 | -1): void {
    const { day, hourStart } = localTime(this.#timezone, deliveryEvent.happenedAt);
    this.addInHour(subject, deliveryEvent, hourStart, by);
    this.addOnDay(subject, deliveryEvent, day, by);
  }

  addInHour(subject: Subject, deliveryEvent: Alike, hourStart: number, by: number): void {
    for (const metric of metricsOf(deliveryEvent)) this.#inHour(subject, metric, hourStart, by);
  }

  addOnDay(subject: Subject, deliveryEvent: AlikeOnDay, day: string, by: number): void {
    for (const metric of metricsOf(deliveryEvent)) {
      this.#onDay(subject, { metric, part: 'all', day, value: '' }, by);
      if (deliveryEvent.linkNo !== null)
        this.#onDay(subject, { metric, part: 'link', day, value: String(deliveryEvent.linkNo) }, by);
    }
    const metric = cutMetricOf(deliveryEvent);
    if (metric === null) return;
    this.#onDay(subject, { metric, part: 'device', day, value: deliveryEvent.device }, by);
    if (deliveryEvent.country !== null)
      this.#onDay(subject, { metric, part: 'country', day, value: deliveryEvent.country }, by);
  }

  /** Leaves what is missing in these rows, or too much. */
  subtract(subject: Subject, { hours, days }: Kept): void {
    for (const { metric, hourStart, total } of hours) this.#inHour(subject, metric, hourStart, -total);
    for (const { total, ...cut } of days) this.#onDay(subject, cut, -total);
  }

  /** One row for each key and in the order of the keys, so that writers never cross. */
  rows(): { hours: HourRow[]; days: DayRow[] } {
    return { hours: changed(this.#hours), days: changed(this.#days) };
  }

  #inHour({ campaignId: subjectId, clientId }: Subject, metric: EmailMetric, hourStart: number, by: number): void {
    const key = `${subjectId} ${metric} ${hourStart}`;
    const row = this.#hours.get(key) ?? { subjectId, clientId, metric, hourStart, total: 0 };
    this.#hours.set(key, { ...row, total: row.total + by });
  }

  #onDay({ campaignId: subjectId, clientId }: Subject, cut: Cut, by: number): void {
    const key = `${subjectId} ${cut.metric} ${cut.part} ${cut.day} ${cut.value}`;
    const row = this.#days.get(key) ?? { subjectId, clientId, ...cut, total: 0 };
    this.#days.set(key, { ...row, total: row.total + by });
  }
}

const changed = <Row extends { total: number }>(rows: ReadonlyMap<string, Row>): Row[] =>
  [...rows]
    .filter(([, { total }]) => total !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => row);
