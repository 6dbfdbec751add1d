// A crash in the middle of a campaign, and the backup of before: nothing leaves by itself, and after somebody has confirmed
// nobody is lost, nobody gets it twice, and no opt-out and no erasure is forgotten. `pnpm faults restore [people] [part of a name]`.
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../bench/figures.ts';
import { sendCampaign } from '../apps/server/src/features/campaigns/lifecycle.ts';
import type { Judged } from '../apps/server/test/sending/fake-smtp.ts';
import { debianPostgres } from '../apps/server/test/harness/debian-postgres.ts';
import { playAutomation } from './restore-automation.ts';
import { createRestoreHarness } from './restore-harness.ts';
import * as acts from './restore-drill.ts';
import { doubledOf, ledger, lostOf, notUnsubscribed, standing, tracesOfErased } from './restore-figures.ts';
import { erasable } from './restore-people.ts';
import { until } from './send-harness.ts';
import { isCompleted } from './send-play.ts';

const people = Number(process.argv[3] ?? 5_000);
const only = process.argv[4] ?? '';
/** Seconds for which everything runs held, and nobody gets anything. */
const watchSeconds = 30;
const workers = ['worker-1', 'worker-2'];
const scenes: Record<string, Pick<acts.Scene, 'kind' | 'lost'>> = {
  dump: { kind: 'dump', lost: [] },
  base_backup: { kind: 'base', lost: [] },
  dump_workers_journals_lost: { kind: 'dump', lost: workers },
  dump_all_journals_lost: { kind: 'dump', lost: [...workers, 'api', 'edge'] },
};
/** Played by people inside an automation; the edge keeps its journal, or nobody could know who has left. */
const automationScenes: typeof scenes = {
  automation: { kind: 'dump', lost: [] },
  automation_workers_journals_lost: { kind: 'dump', lost: workers },
};

export async function run(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const plays = [
    ...Object.entries(scenes).map(([name, scene]) => ({ name, scene, how: playCampaign })),
    ...Object.entries(automationScenes).map(([name, scene]) => ({ name, scene, how: playAutomation })),
  ];
  for (const { name, scene, how } of plays.filter(({ name }) => name.includes(only))) {
    const figure = await play(name, { ...scene, people, watchSeconds }, how);
    figures.push({ ...figure, values: { scene: name, people, ...figure.values } });
  }
  return figures;
}

type Parts = Parameters<typeof acts.begin>[0];
type How = (parts: Parts, say: (what: string) => void) => Promise<Figure>;

async function play(name: string, scene: acts.Scene, how: How): Promise<Figure> {
  let thinkMs = 20;
  const bin = debianPostgres();
  const harness = await createRestoreHarness({ beforeAnswer: () => pause(thinkMs), bin });
  const say = (what: string) => console.log(`${name} ${(performance.now() / 1_000).toFixed(1)} s: ${what}`);
  try {
    return await how({ harness, bin, scene, think: (ms) => (thinkMs = ms) }, say);
  } finally {
    await harness.close();
  }
}

async function playCampaign(parts: Parts, say: (what: string) => void): Promise<Figure> {
  const drill = await acts.begin(parts);
  const { harness, scene, mailed } = drill;
  say('the campaign is under way');
  const backedUp = await acts.backUp(drill);
  say(`backed up, ${backedUp} emails have been sent`);
  const leavers = await acts.leaveAndErase(drill, backedUp);
  say(`${leavers.length} have unsubscribed, ${erasable.length} are erased`);
  const crashed = await acts.crash(drill, backedUp + scene.people * 0.4);
  say(`everything is dead, ${crashed} emails have been sent`);
  const crashedAt = performance.now();
  const server = await acts.restore(drill);
  try {
    await acts.startHeld(drill);
    const restoreSeconds = ((performance.now() - crashedAt) / 1_000).toFixed(1);
    say('restored, started and held');
    const held = await whileHeld(drill);
    leavers.push(held.leaver);
    const byItself = acts.receivedOf(drill).length - crashed;
    console.log(await acts.waggle(drill, ['restore-status']));
    say(await acts.confirm(drill));
    await until('the rest', () => isCompleted(harness, mailed), 300).catch(async (error: Error) =>
      say(`${error.message}; ${JSON.stringify(await standing(drill))}`),
    );
    const sent = { sent_before_backup: backedUp, sent_after_backup: crashed - backedUp };
    const { values, wrong } = await judged(drill, leavers, crashed);
    const broken = { by_itself: byItself, not_refused_while_held: held.notRefused, ...wrong };
    return {
      values: {
        ...sent,
        ...values,
        watched_seconds: scene.watchSeconds,
        restore_seconds: restoreSeconds,
        ...broken,
      },
      ok: Object.values(broken).every((count) => count === 0),
    };
  } finally {
    await server.destroy();
  }
}

/** What became of everybody. Each of `wrong` must be 0; without the edge's journal nobody can know who has left. */
async function judged(drill: acts.Drill, leavers: readonly Judged[], crashed: number) {
  const rows = await ledger(drill);
  const mails = acts.receivedOf(drill);
  const uncertain = rows.filter(({ state }) => state === 'uncertain');
  const isKnown = !drill.scene.lost.includes('edge');
  return {
    values: {
      recognised: rows.filter(({ state, reason }) => state === 'accepted' && reason === 'restored').length,
      uncertain: uncertain.length,
      sent_after_confirmation: mails.length - crashed,
      suppressed: rows.filter(({ state }) => state === 'suppressed').length,
    },
    wrong: {
      lost: await lostOf(drill, rows, leavers),
      doubled: doubledOf(mails),
      unnamed: uncertain.filter(({ email }) => email === null).length,
      ...(isKnown && {
        opt_outs_forgotten: await notUnsubscribed(drill, leavers),
        traces_of_erased: tracesOfErased(drill),
        ...(await nextCampaign(drill, leavers)),
      }),
    },
  };
}

/** Everything runs, and only readers may change something. */
async function whileHeld(drill: acts.Drill) {
  const { harness, scene, mailed, before } = drill;
  const cookie = await harness.api.signIn();
  const draft = await harness.draft(mailed.organizationId);
  const sent = await harness.api.post(`/api/campaigns/${draft.campaignId}/send`, {}, cookie);
  const read = await harness.api.get('/api/campaigns', cookie);
  const leaver = before.at(-1)!;
  const left = await acts.leave(drill, leaver);
  await pause(scene.watchSeconds * 1_000);
  const expected = [sent.status === 503, read.status === 200, left === 200];
  return { leaver, notRefused: expected.filter((isSo) => !isSo).length };
}

/** To everybody, after those who were erased were added again. Whoever left or was erased gets nothing. */
async function nextCampaign(drill: acts.Drill, leavers: readonly Judged[]) {
  const { harness, mailed } = drill;
  const cookie = await harness.api.signIn();
  const sentBefore = harness.fakeSmtp.received.length;
  for (const { email } of erasable) await harness.api.post('/api/contacts', { email }, cookie);
  const next = await harness.draft(mailed.organizationId);
  await sendCampaign(harness.campaigns, harness.contextOf(next), next.campaignId);
  await until('the next campaign', () => isCompleted(harness, next), 300);
  const mails = harness.fakeSmtp.received.slice(sentBefore);
  const unwanted = new Set([...leavers.map(({ to }) => to), ...erasable.map(({ email }) => email)]);
  return {
    next_to_leavers_or_erased: mails.filter(({ to }) => unwanted.has(to)).length,
    next_lost: drill.scene.people - unwanted.size - mails.length,
  };
}
