/** As many as the catalogue of bad inputs asks for in each run, or with `pnpm faults inputs` the larger number. */
export const asMany = (few: number, many: number): number => (process.env['WAGGLE_MANY_INPUTS'] ? many : few);
