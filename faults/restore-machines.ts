// Real processes on several machines, each with a local disk of its own.
import { type ChildProcess, execFile, fork, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

type Role = 'api' | 'edge' | 'worker';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export function createMachines(env: Record<string, string>) {
  const disks = mkdtempSync(join(tmpdir(), 'waggle-machines-'));
  const running = new Map<string, ChildProcess>();
  const on = (name: string) => ({
    ...env,
    JOURNAL_DIR: join(disks, name, 'journal'),
    EDGE_DATA: join(disks, name, 'edge'),
  });

  async function start(name: string, ...roles: Role[]): Promise<void> {
    const child = fork(file('./restore-process.ts'), roles, {
      env: on(name),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    running.set(name, child);
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
    });
  }

  return {
    startAll: () =>
      Promise.all([
        start('worker-1', 'worker'),
        start('worker-2', 'worker'),
        start('api', 'api'),
        start('edge', 'edge'),
      ]),
    startOne: () => start('all', 'api', 'edge', 'worker'),
    async end(signal: NodeJS.Signals): Promise<void> {
      const gone = [...running.values()].map((child) => {
        const isOver = child.exitCode !== null || child.signalCode !== null;
        const exit = isOver ? Promise.resolve() : new Promise((resolve) => child.once('exit', resolve));
        child.kill(signal);
        return exit;
      });
      running.clear();
      await Promise.all(gone);
    },
    /** The journal of a machine is lost with its disk. */
    loseDisk: (name: string) => rmSync(join(disks, name), { recursive: true, force: true }),
    /** The command line, as an operator uses it. */
    waggle: async (args: readonly string[], more: Record<string, string> = {}): Promise<string> =>
      (
        await promisify(execFile)('node', [file('../apps/server/src/cli.ts'), ...args], {
          env: { ...on('operator'), ...more },
        })
      ).stdout,
    /** Whether a word stands in anything a machine has on its disk. */
    journalsHold: (word: string): boolean => spawnSync('grep', ['-rqiF', word, disks]).status === 0,
    remove: () => rmSync(disks, { recursive: true, force: true }),
  };
}
