import type { Figure } from '../../bench/figures.ts';
import { waggleBase } from './base-list.ts';
import { debianBase } from './bases.ts';
import type { Machine, Part } from './machine.ts';

const megabytes = 128;

/** What all other parts rely on: limits that hold, a root that cannot be written, no rights to spare. */
export const engine: Part = {
  name: 'engine',
  async run(machine): Promise<Figure[]> {
    const image = await debianBase(machine, waggleBase);
    const hardened = ['--read-only', '--cap-drop=all', '--security-opt=no-new-privileges', '--user=10001:10001'];
    const said = await machine.podman(
      'run',
      '--rm',
      '--network=none',
      `--memory=${megabytes}m`,
      ...hardened,
      image,
      'sh',
      '-c',
      'id -u; sed -n s/^CapEff:.//p /proc/self/status; cat /sys/fs/cgroup/memory/memory.limit_in_bytes /sys/fs/cgroup/memory.max 2>/dev/null; cat /proc/self/mounts',
    );
    const [user, capabilities, limit] = said.split('\n');
    const isFit =
      user === '10001' &&
      Number(`0x${capabilities}`) === 0 &&
      limit === String(megabytes * 1_048_576) &&
      isRootReadOnly(said);
    return [{ values: { podman: await version(machine), limit_mb: Number(limit) / 1_048_576 }, ok: isFit }];
  },
};

/** Of `/proc/<pid>/mounts`. A file that cannot be made proves nothing: an ordinary user may not write there either. */
export const isRootReadOnly = (mounts: string): boolean => /^\S+ \/ \S+ ro[, ]/m.test(mounts);

const version = (machine: Machine) => machine.podman('version', '--format', '{{.Client.Version}}');
