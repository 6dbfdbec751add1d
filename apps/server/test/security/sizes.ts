import { isNightly } from '../harness/cases.ts';

/** How many of the catalogue of bad inputs are generated: some in each run, what the catalogue asks for at night and by `pnpm faults inputs`. */
export const asMany = (few: number, many: number): number => (isNightly ? many : few);
