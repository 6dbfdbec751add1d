import { type Step, stepsOf } from '@waggle/contracts/automation-document';

/** What lets people in is read first and has number 1. */
export const triggersNumber = 1;

/** The number of each step in the order in which steps are read. */
export const numbersOf = (steps: readonly Step[]): Map<string, number> =>
  new Map([...stepsOf(steps)].map(({ id }, index) => [id, index + triggersNumber + 1]));
