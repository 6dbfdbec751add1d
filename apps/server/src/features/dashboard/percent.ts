/** Null where there is nothing to take a share of. */
export const percentOf = (part: number, whole: number): number | null =>
  whole > 0 ? rounded((part / whole) * 100) : null;

/** How much more there is now than then, in percent; null where there was nothing then. */
export const growthOf = (now: number | null, then: number | null): number | null =>
  now === null || then === null || then <= 0 ? null : rounded((now / then - 1) * 100);

const rounded = (percent: number): number => Math.round(percent * 100) / 100;
