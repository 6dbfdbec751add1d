// From nothing to a working sign-in by compose, an import and a campaign, and everything is there after down and up.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../apps/server/test/harness/postgres.ts';
import type { Figure } from '../../bench/figures.ts';
import { openProject, type Project } from './compose-project.ts';
import { isRootReadOnly } from './engine.ts';
import type { Machine, Part } from './machine.ts';
import {
  completed,
  importContacts,
  isReady,
  newcomer,
  type Person,
  prepareSending,
  receivers,
  sendToAll,
  until,
} from './people.ts';
import { waggleImage } from './waggle-image.ts';

const people = 1_000;
const mostSeconds = 60;
const heapMegabytes = 600;

export const compose: Part = {
  name: 'compose',
  async run(machine): Promise<Figure[]> {
    // What takes the time of a first pull is no part of starting.
    await waggleImage(machine);
    const { project, addresses } = await openTrial(machine, 'waggle-compose', {
      WAGGLE_HEAP_MB: String(heapMegabytes),
    });
    try {
      const started = performance.now();
      await project.compose('up', '--detach');
      await until('ready', () => isReady(addresses.origin));
      const person = await newcomer(addresses);
      await person.signIn();
      const seconds = (performance.now() - started) / 1_000;
      return [
        { values: { sign_in_s: seconds.toFixed(1), most: mostSeconds }, ok: seconds <= mostSeconds },
        await hardening(machine, project),
        await campaign(machine, project, person),
        await downAndUp(project, person, addresses.origin),
      ];
    } finally {
      await project.remove();
    }
  },
};

/** The quick start of the README, on ports of its own. */
export async function openTrial(machine: Machine, name: string, env: Record<string, string> = {}, override?: string) {
  const [port, mailbox] = [await freePort(), await freePort()];
  const addresses = { origin: `http://localhost:${port}`, mailbox: `http://localhost:${mailbox}` };
  const own = { PUBLIC_URL: addresses.origin, WAGGLE_PORT: String(port), MAILBOX_PORT: String(mailbox), ...env };
  const over = override !== undefined && { files: ['compose.trial.yaml'], override };
  const project = await openProject(machine, { name, env: own, ...over });
  return { project, addresses };
}

/** What compose.yaml asks for, read inside the process that runs. */
async function hardening(machine: Machine, project: Project): Promise<Figure> {
  const container = await project.containerOf('waggle');
  const inside = (...args: string[]) => machine.podman('exec', container, ...args);
  const status = await inside('cat', '/proc/1/status');
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '';
  const line = (await inside('cat', '/proc/1/cmdline')).replaceAll('\0', ' ');
  // Uid 10001 could write nothing there anyhow: what the kernel says of the mount is the proof.
  const readOnly = isRootReadOnly(await inside('cat', '/proc/1/mounts')) ? 'yes' : 'no';
  const health = await inside('waggle', 'health').then(
    () => 0,
    () => 1,
  );
  const mode = (statSync(join(project.folder, '.env')).mode & 0o777).toString(8);
  const rights = {
    uid: field('Uid'),
    capabilities: Number(`0x${field('CapBnd')}`),
    no_new_privileges: field('NoNewPrivs'),
  };
  const isHeapSet = line.includes(`--max-old-space-size=${heapMegabytes} `);
  return {
    values: { ...rights, read_only: readOnly, heap: isHeapSet ? 'set' : 'missing', health, env_mode: mode },
    ok:
      rights.uid === '10001' &&
      rights.capabilities === 0 &&
      rights.no_new_privileges === '1' &&
      readOnly === 'yes' &&
      isHeapSet &&
      health === 0 &&
      mode === '600',
  };
}

const subject = 'Summer is here';

async function campaign(machine: Machine, project: Project, person: Person): Promise<Figure> {
  await importContacts(person, people);
  await prepareSending(person, project);
  await completed(project, await sendToAll(person, subject));
  const caught = await receivers(machine, project, subject);
  const twice = caught.length - new Set(caught).size;
  return { values: { imported: people, caught: caught.length, twice }, ok: caught.length === people && twice === 0 };
}

async function downAndUp(project: Project, person: Person, origin: string): Promise<Figure> {
  const figures = () =>
    project.sql(`select (select count(*) from contacts) || '/' || (select count(*) from campaign_sends where state = 'accepted') || '/'
      || (select count(*) from campaigns where status = 'COMPLETED')`);
  const before = await figures();
  await project.compose('down');
  await project.compose('up', '--detach');
  await until('ready again', () => isReady(origin));
  await person.signIn();
  const after = await figures();
  const held = await project.sql('select held_since is not null from installation');
  return { values: { before, after, held }, ok: after === before && after === `${people}/${people}/1` && held === 'f' };
}
