// A container engine of its own on this machine: Debian's podman with settings, images and containers below .data/containers.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Figure } from '../../bench/figures.ts';

export type Part = { name: string; run: (machine: Machine) => Promise<Figure[]> };

export type RunOptions = { input?: string; cwd?: string; env?: Record<string, string> };

export type Machine = {
  /** Of the project. */
  root: string;
  /** Where everything of these tests is kept. */
  data: string;
  env: NodeJS.ProcessEnv;
  run: (command: string, args: readonly string[], options?: RunOptions) => Promise<string>;
  podman: (...args: string[]) => Promise<string>;
  /** Prints what the machine is busy with. */
  say: (sentence: string) => void;
};

/** Why these tests cannot run here. */
export class NoEngine extends Error {}

const packages = [
  'aardvark-dns',
  'buildah',
  'catatonit',
  'conmon',
  'iptables',
  'mmdebstrap',
  'netavark',
  'podman',
  'runc',
  'shellcheck',
  'skopeo',
  'uidmap',
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const data = join(root, '.data/containers');

export async function openMachine(): Promise<Machine> {
  if (process.getuid?.() !== 0) throw new NoEngine('containers need root here');
  if (!existsSync('/usr/bin/apt-get')) throw new NoEngine('its packages come from Debian');
  install(packages);
  const machine = createMachine(writeSettings());
  await machine.podman('info').catch((error: Error) => {
    throw new NoEngine(`podman does not run: ${error.message}`);
  });
  return machine;
}

/** Programs that only one part needs are installed by it. */
export function install(names: readonly string[]): void {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  console.log(`installing ${missing.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    execFileSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    apt('update');
    apt('install', '-y', '--no-install-recommends', ...missing);
  } catch (error) {
    throw new NoEngine(`Debian's packages do not install: ${(error as Error).message}`, { cause: error });
  }
}

function isInstalled(name: string): boolean {
  try {
    return execFileSync('dpkg-query', ['-W', '-f', '${Status}', name], { stdio: 'pipe' })
      .toString()
      .endsWith(' installed');
  } catch {
    return false;
  }
}

/** Limits below the machine's own, since a process without CAP_SYS_RESOURCE cannot raise them; runc, since crun refuses hybrid cgroups. */
const containersConf = `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
tmp_dir = "${data}/tmp"
[network]
network_backend = "netavark"
network_config_dir = "${data}/networks"
`;

const storageConf = `[storage]
driver = "overlay"
graphroot = "${data}/graph"
runroot = "${data}/run"
`;

function writeSettings(): NodeJS.ProcessEnv {
  mkdirSync(data, { recursive: true });
  const settings = {
    CONTAINERS_CONF: join(data, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: join(data, 'storage.conf'),
  };
  writeFileSync(settings.CONTAINERS_CONF, containersConf);
  writeFileSync(settings.CONTAINERS_STORAGE_CONF, storageConf);
  return { ...process.env, ...settings };
}

function createMachine(env: NodeJS.ProcessEnv): Machine {
  const machine: Machine = {
    root,
    data,
    env,
    async run(command, args, { input, cwd, env: own } = {}) {
      const running = promisify(execFile)(command, args, {
        env: { ...env, ...own },
        cwd: cwd ?? root,
        maxBuffer: 64 * 1024 * 1024,
      });
      running.child.stdin?.end(input);
      const { stdout } = await running.catch((error: Error & { stderr?: string; stdout?: string }) => {
        const said = `${error.stderr ?? ''}${error.stdout ?? ''}`.trim().slice(-2_000);
        throw new Error(`${command} ${args.slice(0, 4).join(' ')}: ${said || error.message}`, { cause: error });
      });
      return stdout.trim();
    },
    podman: (...args) => machine.run('podman', args),
    say: (sentence) => console.log(`  ${sentence}`),
  };
  return machine;
}
