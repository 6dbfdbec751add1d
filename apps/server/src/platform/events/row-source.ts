import type { RawBuilder } from 'kysely';

/**
 * A table whose rows are events. It has the columns `organization_id`, `id`, `happened_at`, `written_in` and `written_no`, the
 * last two filled in by their defaults, an index of each kind that migration 0032 makes, and the policy `sweep`.
 */
export type RowSource<Row = unknown> = {
  /** Stands in the cursors of subscribers, so it never changes. */
  name: string;
  table: string;
  /** The column that says what kind of event a row is. */
  kind: string;
  /** What events read of a row, named as in `Row`. */
  columns: RawBuilder<Row>;
};

/** Whether a kind is one of them; `event.*` stands for all that begin with `event.`. */
export const isAmong = (kinds: readonly string[], kind: string): boolean =>
  kinds.some((one) => (one.endsWith('.*') ? kind.startsWith(one.slice(0, -1)) : one === kind));

export type EventRow<Row = unknown> = Row & {
  id: string;
  kind: string;
  /** As text: a Date would lose the microseconds. */
  happenedAt: string;
  writtenIn: string;
  writtenNo: string;
};
