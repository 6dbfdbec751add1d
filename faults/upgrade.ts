// The last version runs under load: people work, codes are scanned, readers leave and a campaign is on its way. The schema
// is migrated, this version starts beside the last one, and the last one goes. Nothing may fail, and no mail may be lost or
// doubled. `pnpm faults upgrade [revision] [rows of a large table]`; it begins with that revision or, without one,
// with the newest release below this commit.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../bench/figures.ts';
import { completed, loadFigures, mailFigures, mailPhases } from './upgrade-figures.ts';
import { startLoad } from './upgrade-load.ts';
import { watchLocks } from './upgrade-locks.ts';
import { createScene, type Scene } from './upgrade-scene.ts';
import { createSender, createTenant, insertBystanders, type Sender, sendToAll } from './upgrade-tenant.ts';
import { revisionBefore } from './upgrade-revision.ts';
import * as versions from './upgrade-versions.ts';

const people = 4_000;
/** Seconds of the last version alone, of both side by side, and of this one alone. */
const spans = { before: 15, together: 120, after: 15 };
/** Milliseconds the mail server takes for a mail of the campaign that lives through the upgrade. */
const slowMs = 800;
const lockGoalMs = 2_000;

export async function run(): Promise<Figure[]> {
  const revision = revisionBefore(process.argv[3], versions.present.folder);
  const rows = Number(process.argv[4] ?? 1_000_000);
  const last = versions.checkOut(revision);
  const scene = await createScene();
  try {
    await versions.migrateWith(last, scene.env, scene.postgres.ownerUrl());
    return [{ values: { from: revision.slice(0, 9), rows }, ok: true }, ...(await upgrade(scene, last, rows))];
  } finally {
    await scene.close();
    versions.throwAway(last);
  }
}

async function upgrade(scene: Scene, last: versions.Version, rows: number): Promise<Figure[]> {
  const { api, edge, owner, fakeSmtp } = scene;
  const started = performance.now();
  const at = () => `${Math.round((performance.now() - started) / 1_000)} s`;
  const old = await Promise.all((['api', 'edge', 'worker'] as const).map((role) => scene.start(last, role)));
  const sender = await createSender(api, owner, fakeSmtp.port, people);
  const { tenant: office } = await createTenant(api, owner, 'Office');
  await insertBystanders(owner, rows);
  const ways = await earlierMails(scene, sender);
  scene.pace.ms = slowMs;
  const load = startLoad({ api, edge, office, sender, ways });
  const campaignId = await sendToAll(api, sender, 'Summer');

  await pause(spans.before * 1_000);
  const stalls = monitorEventLoopDelay();
  stalls.enable();
  const side = performance.now();
  const phases = { before: fakeSmtp.received.length, together: 0 };
  console.log(`migrating at ${at()}`);
  const locks = watchLocks(owner);
  await versions.migrateWith(versions.present, scene.env, scene.postgres.ownerUrl());
  const migrated = await locks.stop();
  console.log(`starting this version at ${at()}`);
  const young = await Promise.all(
    (['api', 'edge', 'worker'] as const).map((role) => scene.start(versions.present, role)),
  );
  await pause(Math.max(0, side + spans.together * 1_000 - performance.now()));
  console.log(`stopping the last version at ${at()}`);
  await Promise.all(old.map((one) => scene.retire(one)));
  phases.together = fakeSmtp.received.length - phases.before;
  await pause(spans.after * 1_000);
  // And once more, by nothing but what a process of this version says of itself.
  await Promise.all(young.map(({ role }) => scene.start(versions.present, role)));
  console.log(`replacing this version at ${at()}`);
  await Promise.all(young.map((one) => versions.stopRole(one)));
  console.log(`replaced at ${at()}`);
  await load.stop();
  await completed(owner, campaignId);

  const { seconds, longestWaitMs } = migrated;
  return [
    { values: { longest_stall_of_the_load_ms: Math.round(stalls.max / 1e6) }, ok: true },
    { values: { migrated_in: `${seconds.toFixed(1)}s`, lock_wait_ms: longestWaitMs }, ok: longestWaitMs <= lockGoalMs },
    ...(await loadFigures({ api, edge, owner, load, office, sender })),
    // The campaign lived through it: both versions sent, side by side, and this one alone sent the rest.
    mailPhases({ ...phases, after: fakeSmtp.received.length - phases.before - phases.together }),
    await mailFigures(owner, campaignId, { received: fakeSmtp.received, leftAt: load.leftAt }),
  ];
}

/** What readers leave by: a campaign they all have. */
async function earlierMails(scene: Scene, sender: Sender): Promise<Map<string, string>> {
  const { api, fakeSmtp, owner } = scene;
  const earlier = await sendToAll(api, sender, 'Spring');
  await completed(owner, earlier);
  const ways = new Map(fakeSmtp.received.map(({ to, raw }) => [to, wayOutIn(raw)]));
  fakeSmtp.received.length = 0;
  return ways;
}

const wayOutIn = (raw: string): string => /^list-unsubscribe:\s*<https?:\/\/[^/]+([^>]+)>/im.exec(raw)?.[1] ?? '';
