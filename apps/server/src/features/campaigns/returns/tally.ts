import { type DayRow, type HourRow, localTime } from '#features/links/index.ts';
import type { Fact } from './fact.ts';
import { cutMetricOf, metricsOf } from './metrics.ts';

export type Subject = { campaignId: string; clientId: string | null };

/** Facts that count alike. */
type Alike = Pick<Fact, 'kind' | 'label' | 'isFirst'>;
export type AlikeOnDay = Alike & Pick<Fact, 'linkNo' | 'device' | 'country'>;

/** Rows of one campaign as they are stored. */
export type Kept = {
  hours: readonly Pick<HourRow, 'metric' | 'hourStart' | 'total'>[];
  days: readonly Pick<DayRow, 'metric' | 'part' | 'day' | 'value' | 'total'>[];
};

/** What the roll-ups gain and lose. A fact told anew counts as nothing before. */
export class RollUps {
  readonly #hours = new Map<string, HourRow>();
  readonly #days = new Map<string, DayRow>();
  readonly #timezone: string;

  constructor(timezone: string) {
    this.#timezone = timezone;
  }

  add(subject: Subject, fact: Fact, by: 1 | -1): void {
    const { day, hourStart } = localTime(this.#timezone, fact.happenedAt);
    this.addInHour(subject, fact, hourStart, by);
    this.addOnDay(subject, fact, day, by);
  }

  addInHour(subject: Subject, fact: Alike, hourStart: number, by: number): void {
    for (const metric of metricsOf(fact)) this.#inHour(subject, metric, hourStart, by);
  }

  addOnDay(subject: Subject, fact: AlikeOnDay, day: string, by: number): void {
    for (const metric of metricsOf(fact)) {
      this.#onDay(subject, { metric, part: 'all', day, value: '' }, by);
      if (fact.linkNo !== null) this.#onDay(subject, { metric, part: 'link', day, value: String(fact.linkNo) }, by);
    }
    const metric = cutMetricOf(fact);
    if (metric === null) return;
    this.#onDay(subject, { metric, part: 'device', day, value: fact.device }, by);
    if (fact.country !== null) this.#onDay(subject, { metric, part: 'country', day, value: fact.country }, by);
  }

  /** Leaves what is missing in these rows, or too much. */
  subtract(subject: Subject, { hours, days }: Kept): void {
    for (const { metric, hourStart, total } of hours) this.#inHour(subject, metric, hourStart, -total);
    for (const { total, ...cut } of days) this.#onDay(subject, cut, -total);
  }

  /** One row for each key and in the order of the keys, so that writers never cross. */
  rows(): { hours: HourRow[]; days: DayRow[]; codes: [] } {
    return { hours: changed(this.#hours), days: changed(this.#days), codes: [] };
  }

  #inHour({ campaignId: subjectId, clientId }: Subject, metric: number, hourStart: number, by: number): void {
    const key = `${subjectId} ${metric} ${hourStart}`;
    const row = this.#hours.get(key) ?? { subjectId, clientId, metric, hourStart, total: 0 };
    this.#hours.set(key, { ...row, total: row.total + by });
  }

  #onDay(
    { campaignId: subjectId, clientId }: Subject,
    cut: Pick<DayRow, 'metric' | 'part' | 'day' | 'value'>,
    by: number,
  ): void {
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
