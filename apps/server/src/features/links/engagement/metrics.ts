/** What a number in a roll-up counts. Written into rows: never renumbered. */
export const metric = { scans: 1, newVisitors: 2, machine: 3, unsure: 4 } as const;
