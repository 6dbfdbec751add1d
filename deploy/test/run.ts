// What is in deploy/, run for real: `pnpm deploy:test [--require] [part …]`. Without a container engine it says so and ends
// with 0, or with 1 when it is required.
import { parseArgs } from 'node:util';
import type { Figure } from '../../bench/figures.ts';
import { NoEngine, openMachine } from './machine.ts';
import { parts } from './parts.ts';

const { values, positionals } = parseArgs({
  options: { require: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const names = parts.map(({ name }) => name);
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}. Parts: ${names.join(', ')}.`);

try {
  const machine = await openMachine();
  for (const part of parts.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    const started = performance.now();
    const figures = await part.run(machine).catch((error: Error): Figure[] => {
      console.error(error.stack);
      return [{ values: { error: JSON.stringify(error.message.slice(0, 200)) }, ok: false }];
    });
    for (const figure of figures) print(part.name, figure);
    console.log(`  ${part.name} took ${((performance.now() - started) / 1_000).toFixed(0)} s`);
  }
} catch (error) {
  if (!(error instanceof NoEngine)) throw error;
  console.log(`skipped: no container engine (${error.message})`);
  if (values.require) process.exitCode = 1;
}

function print(name: string, { values, ok }: Figure): void {
  const words = Object.entries(values).map(([key, value]) => `${key}=${value}`);
  console.log(['deploy', name, ...words, ok ? 'ok' : 'short'].join(' '));
  if (!ok) process.exitCode = 1;
}
