/** `pnpm nightly` tries everything at its full size; `pnpm test` must be quick enough to run before each landing. */
export const isNightly = process.env['NIGHTLY'] === '1';

/** How many of the cases that a test makes up are tried: all of them at night, a tenth of them before each landing. */
export const casesOf = (all: number): number => (isNightly ? all : Math.ceil(all / 10));
