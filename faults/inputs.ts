// The catalogue of bad inputs at its larger size: the same tests as in each run, with more generated inputs. `pnpm faults inputs`
import { spawnSync } from 'node:child_process';
import type { Figure } from '../bench/figures.ts';

const files = ['numbers-and-dates', 'http-oddities', 'provider-reports'];

export function run(): Promise<Figure[]> {
  const figures = files.map((file): Figure => {
    const started = performance.now();
    const env = { ...process.env, NIGHTLY: '1' };
    const { status } = spawnSync('pnpm', ['test', '--maxWorkers=1', file], { stdio: 'inherit', env });
    const seconds = Math.round((performance.now() - started) / 1_000);
    return { values: { file, seconds }, ok: status === 0 };
  });
  return Promise.resolve(figures);
}
