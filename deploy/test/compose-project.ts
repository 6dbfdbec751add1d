// What a self-hoster does with deploy/: set up, up, down, by Debian's docker-compose against an engine of these tests.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, cpSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { postgresBase } from './base-list.ts';
import { debianBase, exists } from './bases.ts';
import { debianFile } from './debian-file.ts';
import type { Machine } from './machine.ts';
import { waggleImage } from './waggle-image.ts';

export type Project = {
  name: string;
  /** A copy of deploy/, with its .env. */
  folder: string;
  compose: (...args: string[]) => Promise<string>;
  /** Runs SQL as the owner, one line for each row. */
  sql: (statement: string) => Promise<string>;
  containerOf: (service: string) => Promise<string>;
  /** Takes everything away, volumes too. */
  remove: () => Promise<void>;
};

type Wanted = {
  name: string;
  /** Arguments of deploy/setup. */
  setup?: string[];
  /** Over compose.yaml, in this order; without them those that deploy/setup chose. */
  files?: string[];
  env: Record<string, string>;
  /** One more file that lies over the others. */
  override?: string;
};

export async function openProject(machine: Machine, wanted: Wanted): Promise<Project> {
  const { name, setup = [], files, env: own, override } = wanted;
  const folder = copyDeploy(machine, name);
  await machine.run('./setup', setup, { cwd: folder });
  if (override !== undefined) writeFileSync(join(folder, 'compose.test.yaml'), override);
  const program = await composeProgram(machine);
  const images = { WAGGLE_IMAGE: (await waggleImage(machine)).name, POSTGRES_IMAGE: await postgresImage(machine) };
  const engine = await startEngine(machine, name);
  const env = { ...images, ...own, DOCKER_HOST: `unix://${engine.socket}` };
  const named = files ? ['compose.yaml', ...files, ...(override === undefined ? [] : ['compose.test.yaml'])] : [];
  const compose = (...args: string[]) =>
    machine.run(program, ['--project-name', name, ...named.flatMap((file) => ['--file', file]), ...args], {
      cwd: folder,
      env,
    });
  const project: Project = {
    name,
    folder,
    compose,
    containerOf: async (service) => {
      const found = await machine.podman('ps', '--all', '--quiet', ...labels({ project: name, service }));
      return found.split('\n')[0] ?? '';
    },
    sql: async (statement) => {
      const psql = ['psql', '-h/var/run/postgresql', '-Uwaggle_owner', '-dwaggle', '-qAtX', '-vON_ERROR_STOP=1'];
      return machine.podman('exec', await project.containerOf('database'), ...psql, '-c', statement);
    },
    async remove() {
      await compose('down', '--volumes', '--timeout', '5');
      await engine.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  // Of a run that was cut off.
  await compose('down', '--volumes', '--timeout', '1');
  return project;
}

/** As it is passed on, without what belongs to this machine; fresh each time. */
export function copyDeploy(machine: Machine, name: string): string {
  const folder = join(machine.data, 'projects', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(join(machine.root, 'deploy')))
    if (entry !== 'test' && entry !== '.env')
      cpSync(join(machine.root, 'deploy', entry), join(folder, entry), { recursive: true });
  return folder;
}

const labels = (values: Record<string, string>): string[] =>
  Object.entries(values).flatMap(([key, value]) => ['--filter', `label=com.docker.compose.${key}=${value}`]);

/** Debian 12 has only its first version; the one of the next release is a single program. */
export async function composeProgram(machine: Machine): Promise<string> {
  const folder = await debianFile(machine, 'trixie', 'docker-compose');
  return join(folder, 'usr/libexec/docker/cli-plugins/docker-compose');
}

async function postgresImage(machine: Machine): Promise<string> {
  const base = await debianBase(machine, postgresBase);
  const image = base.replace('postgres-base', 'postgres');
  if (await exists(machine, image)) return image;
  const folder = join(machine.root, 'deploy/postgres');
  await machine.podman('build', '--quiet', '--network=none', '--build-arg', `BASE=${base}`, '--tag', image, folder);
  return image;
}

/** Milliseconds between two health checks: without systemd podman runs none by itself. */
const checkEveryMs = 2_000;

/** Podman's service on a socket, and the health checks a service manager would start. */
async function startEngine(machine: Machine, project: string) {
  const socket = join(machine.data, `${project}.sock`);
  rmSync(socket, { force: true });
  // Without systemd it says of each health check that it cannot start it.
  const log = openSync(join(machine.data, `${project}.log`), 'w');
  const service = spawn('podman', ['system', 'service', '--time=0', `unix://${socket}`], {
    env: machine.env,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  while (!existsSync(socket)) {
    if (service.exitCode !== null) throw new Error('podman system service did not start');
    await pause(100);
  }
  const over = new AbortController();
  const checking = checkHealth(machine, project, over.signal);
  return {
    socket,
    async stop() {
      over.abort();
      await checking;
      await end(service);
    },
  };
}

async function checkHealth(machine: Machine, project: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const listed = await machine.podman('ps', '--quiet', ...labels({ project })).catch(() => '');
    for (const id of listed.split('\n').filter(Boolean))
      // One without a check, or one that ends meanwhile, answers with an error.
      await machine.podman('healthcheck', 'run', id).catch(() => '');
    await pause(checkEveryMs, undefined, { signal }).catch(() => {});
  }
}

async function end(service: ChildProcess): Promise<void> {
  const ended = once(service, 'exit');
  service.kill('SIGTERM');
  await ended;
}
