// What an installation takes: the whole in one process and each role at rest (L21), the start over ten million events (L20), and memory,
// files and tables over half an hour of a third of the load one process can take. `pnpm bench footprint [minutes]`.
import { soakFor } from '../faults/soak.ts';
import { coldStart } from './cold-start.ts';
import type { Figure } from './figures.ts';
import { idle } from './idle.ts';

const seconds = 60;
const events = 10_000_000;

export async function run(): Promise<Figure[]> {
  const minutes = Number(process.argv[3] ?? 30);
  const atRest = await idle(['api', 'worker'], seconds);
  const inOne = await idle(['all'], seconds);
  const edge = await idle(['edge'], seconds);
  return [...atRest, ...inOne, ...edge, ...(await coldStart(events)), ...(await soakFor(minutes))];
}
