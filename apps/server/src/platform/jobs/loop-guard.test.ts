import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const guard = fileURLToPath(new URL('./loop-guard.ts', import.meta.url));

/** How a process that guards its loop and then runs this ends. */
function endOf(script: string): Promise<string | number | null> {
  const code = `import { guardLoop } from ${JSON.stringify(guard)}; const stop = guardLoop({ warn() {} }, 1); ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'ignore' });
  return new Promise((resolve) => child.once('exit', (exit, signal) => resolve(signal ?? exit)));
}

test('a process that loops for ever is ended', async () => {
  expect(await endOf('setTimeout(() => { for (;;); }, 200);')).toBe('SIGKILL');
});

test('a process that waits for long is left alone', async () => {
  expect(await endOf('setTimeout(() => void stop(), 2500);')).toBe(0);
});
