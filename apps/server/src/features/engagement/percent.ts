/** Null where there is no whole. */
export const percentOf = (part: number, whole: number): number | null => (whole > 0 ? (part / whole) * 100 : null);

/** In percent of what it was before; null where either is unknown, and where there was nothing. */
export const changeSince = (before: number | null, now: number | null): number | null =>
  before === null || now === null ? null : percentOf(now - before, before);
