import { randomInt } from 'node:crypto';

/** Three to five quarters of it, by chance: those who were refused together do not come back together. */
export const jitter = (value: number): number => value * (0.75 + randomInt(1_000) / 2_000);
