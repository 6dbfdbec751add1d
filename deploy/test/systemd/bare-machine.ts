import { type Base, debianBase } from '../bases.ts';
import type { Machine } from '../machine.ts';

/** What somebody has who installed Debian 12 and its PostgreSQL. */
const debian: Base = {
  name: 'systemd-base',
  suite: 'bookworm',
  packages: ['ca-certificates', 'dbus', 'libstdc++6', 'postgresql', 'systemd', 'systemd-sysv'],
};

/** Half a second apart; only for what hangs. */
const mostTries = 300;

export type BareMachine = {
  sh(script: string): Promise<string>;
  /** Seconds until a command succeeds. */
  until(command: string): Promise<number>;
  remove(): Promise<void>;
};

/** A container whose first process is systemd, with the project's deploy/ and an installation in /opt/waggle. */
export async function startBareMachine(machine: Machine, installation: string): Promise<BareMachine> {
  const name = `waggle-systemd-${process.pid}`;
  const image = await debianBase(machine, debian);
  const container = ['--detach', '--rm', '--name', name, '--privileged', '--systemd=always'];
  const folders = [`--volume=${installation}:/opt/waggle:ro`, `--volume=${machine.root}/deploy:/deploy:ro`];
  await machine.podman('run', ...container, ...folders, image, '/lib/systemd/systemd');
  const sh = (script: string) => machine.podman('exec', name, 'sh', '-euc', script);
  return {
    sh,
    async until(command) {
      const started = performance.now();
      // Inside, because a command brought in from outside costs more than the probe itself.
      await sh(`for _ in $(seq ${mostTries}); do if ${command}; then exit 0; fi; sleep 0.5; done; ${command}`);
      return (performance.now() - started) / 1_000;
    },
    remove: async () => void (await machine.podman('rm', '--force', '--time', '1', name)),
  };
}
