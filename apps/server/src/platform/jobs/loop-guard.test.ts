import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';

const guard = fileURLToPath(new URL('./loop-guard.ts', import.meta.url));

/** A process that guards its loop with a limit of one second and then runs this. */
function guarded(script: string): ChildProcess {
  const code = `import { guardLoop } from ${JSON.stringify(guard)}; const stop = guardLoop({ warn() {} }, 1); ${script}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: ['ignore', 'pipe', 'ignore'] });
}

const endOf = (child: ChildProcess): Promise<string | number | null> =>
  new Promise((resolve) => child.once('exit', (exit, signal) => resolve(signal ?? exit)));

test.concurrent('a process that loops for ever is ended', async ({ expect }) => {
  expect(await endOf(guarded('setTimeout(() => { for (;;); }, 200);'))).toBe('SIGKILL');
});

test.concurrent('a process that waits for long is left alone', async ({ expect }) => {
  expect(await endOf(guarded('setTimeout(() => void stop(), 2500);'))).toBe(0);
});

test.concurrent('a process that was stopped three times for longer than the limit is left alone', async ({
  expect,
}) => {
  const child = guarded(`console.log('ready'); setTimeout(() => void stop(), 9000);`);
  const ended = endOf(child);
  await once(child.stdout!, 'data');

  for (let stop = 0; stop < 3; stop += 1) {
    // Not in step with the ticks, so that the stops fall into different parts of them.
    await pause(700 + stop * 170);
    child.kill('SIGSTOP');
    await pause(1_600);
    child.kill('SIGCONT');
  }

  expect(await ended).toBe(0);
});

test.concurrent('a process that was stopped and then loops for ever is still ended', async ({ expect }) => {
  const child = guarded(`console.log('ready'); setTimeout(() => { for (;;); }, 1500);`);
  const ended = endOf(child);
  await once(child.stdout!, 'data');

  child.kill('SIGSTOP');
  await pause(2_500);
  child.kill('SIGCONT');

  expect(await ended).toBe('SIGKILL');
});
