/** One measured figure against its goal; printed as a line of its own. */
export type Figure = { values: Record<string, number | string>; ok: boolean };

export const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

/**
 * Ours against the bare engine, measured in turns. The ratio is the median over the rounds, since load from outside
 * falls on both halves of a round alike; `goal` is the smallest that will do.
 */
export function ratioFigure(name: string, ours: number[], bare: number[], goal: number): Figure {
  const ratio = median(ours.map((value, round) => value / (bare[round] ?? Number.NaN)));
  return {
    values: { [name]: Math.round(median(ours)), bare: Math.round(median(bare)), ratio: Number(ratio.toFixed(2)), goal },
    ok: ratio >= goal,
  };
}

/** Runs the named file of a folder, prints its figures and sets the exit code. */
export async function runByName(
  kind: 'bench' | 'faults',
  load: (name: string) => Promise<{ run: () => Promise<Figure[]> }>,
): Promise<void> {
  const name = process.argv[2] ?? '';
  if (!/^[a-z-]+$/.test(name)) throw new Error(`Say which: node ${kind}/run.ts <name>`);

  const { run } = await load(name);
  for (const { values, ok } of await run()) {
    const words = Object.entries(values).map(([key, value]) => `${key}=${value}`);
    console.log([kind, name, ...words, ok ? 'ok' : 'short'].join(' '));
    if (!ok) process.exitCode = 1;
  }
}
