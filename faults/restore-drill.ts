// The acts of the restore drill: a campaign under way, a backup, more emails, people who leave, a crash, the backup again.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { sendCampaign } from '../apps/server/src/features/campaigns/lifecycle.ts';
import { type Postgres, startPostgres } from '../apps/server/test/harness/postgres.ts';
import type { Judged } from '../apps/server/test/sending/fake-smtp.ts';
import { tenantOf, isHeld, type RestoreHarness } from './restore-harness.ts';
import { addPeople, earlier, erasable, idOf, leaving, mailLast } from './restore-people.ts';
import { type Mailed, until } from './send-harness.ts';
import { isCompleted } from './send-play.ts';

export type Scene = { kind: 'dump' | 'base'; lost: readonly string[]; people: number; watchSeconds: number };
export type Drill = {
  harness: RestoreHarness;
  bin: string;
  scene: Scene;
  cookie: string;
  mailed: Mailed;
  /** Emails of the campaign before. */
  before: readonly Judged[];
  /** Milliseconds the mail server thinks about each. */
  think: (ms: number) => void;
};

export const receivedOf = ({ harness, before }: Pick<Drill, 'harness' | 'before'>): Judged[] =>
  harness.fakeSmtp.received.slice(before.length);

/** Everything runs, an earlier campaign is out, and the next one is on its way. */
export async function begin(parts: Pick<Drill, 'harness' | 'bin' | 'scene' | 'think'>): Promise<Drill> {
  const { harness, scene } = parts;
  await harness.machines.startAll();
  const { organizationId, cookie } = await tenantOf(harness, earlier);
  await mailLast(harness, organizationId);
  const first = await harness.draft(organizationId);
  await sendCampaign(harness.campaigns, harness.contextOf(first), first.campaignId);
  await until('the campaign before', () => isCompleted(harness, first));
  await addPeople(harness, organizationId, scene.people - earlier);
  const mailed = await harness.draft(organizationId);
  const before = [...harness.fakeSmtp.received];
  await sendCampaign(harness.campaigns, harness.contextOf(mailed), mailed.campaignId);
  return { ...parts, cookie, mailed, before };
}

const reached = (drill: Drill, count: number) => until(`${count} emails`, () => receivedOf(drill).length >= count, 300);

/** Milliseconds the mail server thinks: slow while other things are done, so that the campaign is not over before. */
export const pace = { slow: 800, quick: 20 };

/** Answers how many had left when the backup was whole. */
export async function backUp(drill: Drill): Promise<number> {
  const { harness, scene } = drill;
  await reached(drill, scene.people / 5);
  drill.think(pace.slow);
  await waggle(drill, ['backup', harness.backup, ...(scene.kind === 'base' ? ['--whole'] : [])]);
  return receivedOf(drill).length;
}

const wayOut = ({ raw }: Judged): string => /^list-unsubscribe:\s*<https?:\/\/[^/]+([^>]+)>/im.exec(raw)?.[1] ?? '';

export function leave({ harness }: Drill, mail: Judged): Promise<number> {
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  return again(() => fetch(harness.edgeOrigin + wayOut(mail), { method: 'POST', body }));
}

/** A busy machine answers 503, and whoever wanted something asks again. */
async function again(ask: () => Promise<Response>): Promise<number> {
  for (let left = 10; ; left -= 1) {
    const { status } = await ask();
    if (status !== 503 || left === 0) return status;
    await pause(500);
  }
}

/** Half of them leave by an earlier email and wait for the next one; the other half have it, since the backup. */
export async function leaveAndErase(drill: Drill, backedUp: number): Promise<Judged[]> {
  const { harness, before, cookie } = drill;
  await reached(drill, backedUp + leaving);
  const half = leaving / 2;
  const leavers = [...before.slice(0, half), ...receivedOf(drill).slice(backedUp, backedUp + half)];
  const answers = await Promise.all(leavers.map((mail) => leave(drill, mail)));
  for (const { email } of erasable) {
    const contactId = await idOf(harness, email);
    answers.push(await again(() => harness.api.post(`/api/contacts/${contactId}/erase`, { email }, cookie)));
  }
  const refused = answers.filter((status) => status >= 300);
  if (refused.length > 0) throw new Error(`${refused.length} opt-outs or erasures were answered ${refused[0]}`);
  return leavers;
}

/** All processes and the server die at once, and its files are gone. Answers how many emails had left by then. */
export async function crash(drill: Drill, after: number): Promise<number> {
  const { harness, scene } = drill;
  drill.think(pace.quick);
  await reached(drill, after);
  await Promise.all([harness.machines.end('SIGKILL'), harness.postgres.stop('SIGKILL')]);
  rmSync(harness.data, { recursive: true, force: true });
  for (const name of scene.lost) harness.machines.loseDisk(name);
  // What was on the wire arrives.
  await pause(1_500);
  return receivedOf(drill).length;
}

/** As the manual says. Answers the server that runs on it now. */
export async function restore(drill: Drill): Promise<Postgres> {
  const { harness, bin, scene } = drill;
  const port = Number(new URL(harness.postgres.ownerUrl()).port);
  const start = () => startPostgres({ bin, directory: harness.directory, port, durable: true });
  if (scene.kind === 'dump') {
    const fresh = await start();
    await waggle(drill, ['restore', harness.backup]);
    return fresh;
  }
  await waggle(drill, ['restore', harness.backup, '--data', harness.data]);
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', '65534:65534', harness.data]);
  return start();
}

export async function startHeld({ harness }: Drill): Promise<void> {
  await harness.machines.startAll();
  await until('the hold', () => isHeld(harness));
}

/** Again while a journal is still being read. */
export async function confirm(drill: Drill): Promise<string> {
  let said = '';
  await until(
    'the confirmation',
    async () => {
      said = await waggle(drill, ['confirm-restore', '--yes', '--by', 'the drill']);
      return true;
    },
    120,
    1_000,
  );
  return said;
}

export const waggle = ({ harness, bin }: Drill, args: readonly string[]): Promise<string> =>
  harness.machines.waggle(args, { BACKUP_DATABASE_URL: harness.postgres.ownerUrl(), POSTGRES_BIN: bin });
