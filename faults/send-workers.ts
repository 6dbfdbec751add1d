import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TurnStage } from '../apps/server/src/features/automations/engine/ports.ts';
import type { SendStage } from '../apps/server/src/features/delivery/send-worker.ts';

const source = fileURLToPath(new URL('./send-worker.ts', import.meta.url));

export type SendWorkers = ReturnType<typeof superviseSendWorkers>;

/** Keeps so many workers alive, starting again whatever ends, and counts those that ended although nobody asked for it. */
export function superviseSendWorkers(env: Record<string, string>, file = source, execArgv: readonly string[] = []) {
  const children: ChildProcess[] = [];
  const ready = new WeakMap<ChildProcess, Promise<unknown>>();
  const asked = new WeakSet<ChildProcess>();
  let wanted = 0;
  let crashes = 0;

  const start = (at: number) => {
    const child = fork(file, {
      execArgv: [...execArgv],
      env: { ...env, PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    children[at] = child;
    ready.set(child, Promise.race([once(child, 'message'), once(child, 'exit')]));
    child.once('exit', () => {
      if (!asked.has(child)) crashes += 1;
      if (at < wanted) setTimeout(() => at < wanted && start(at), 300);
    });
  };
  const isAlive = (child: ChildProcess | undefined) => child?.exitCode === null && child.signalCode === null;
  const ask = (child: ChildProcess, name: NodeJS.Signals): Promise<unknown> => {
    asked.add(child);
    const gone = isAlive(child) ? once(child, 'exit') : Promise.resolve();
    child.kill(name);
    return gone;
  };
  const signal = (at: number, name: NodeJS.Signals) => ask(children[at]!, name);

  return {
    async keep(count: number) {
      const before = wanted;
      wanted = count;
      for (let at = before; at < count; at += 1) start(at);
      const gone = children.splice(count).filter(isAlive);
      await Promise.all(gone.map((child) => ask(child, 'SIGTERM')));
      await this.allReady();
    },
    async allReady() {
      while (!children.every(isAlive)) await new Promise((resolve) => setTimeout(resolve, 50));
      await Promise.all(children.map((child) => ready.get(child) ?? Promise.resolve()));
    },
    /** Resolves when it is gone. */
    kill: (at: number) => signal(at, 'SIGKILL'),
    terminate: (at: number) => signal(at, 'SIGTERM'),
    freeze: (at: number) => children[at]!.kill('SIGSTOP'),
    thaw: (at: number) => children[at]!.kill('SIGCONT'),
    dieAt(at: number, stage: SendStage | TurnStage | 'none', after: number) {
      asked.add(children[at]!);
      children[at]!.send({ stage, after });
    },
    pid: (at: number) => children[at]!.pid ?? 0,
    crashes: () => crashes,
  };
}

const once = (child: ChildProcess, event: string) => new Promise((resolve) => child.once(event, resolve));
