/** `pnpm nightly` tries everything at its full size; `pnpm test` must be quick enough to run before each landing. */
export const isNightly = process.env['NIGHTLY'] === '1';

/** How many of the cases that a test makes up are tried: all of them at night, a tenth of them before each landing. */
export const casesOf = (all: number): number => (isNightly ? all : Math.ceil(all / 10));

/** Which of the cases that are written down are tried: all of them at night, every third before each landing. */
export const someOf = <Case>(all: readonly Case[], from = 0): Case[] =>
  all.filter((_, at) => isNightly || at % 3 === from % 3);
