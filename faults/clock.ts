// The clocks of all workers jump by an hour, back, and by two days, while a campaign is sent and another one waits for its
// time. The database keeps the time: nobody is mailed early or twice, and schedules begin when they should.
// `pnpm faults clock [people]`; needs Debian's faketime.
import { setTimeout as pause } from 'node:timers/promises';
import { sendCampaign } from '../apps/server/src/features/campaigns/lifecycle.ts';
import { startFakeSmtp } from '../apps/server/test/sending/fake-smtp.ts';
import type { Figure } from '../bench/figures.ts';
import { createFakeClock } from './fake-clock.ts';
import { createSendHarness, type Mailed, type SendHarness, until } from './send-harness.ts';
import { invariants } from './send-invariants.ts';
import { isCompleted } from './send-play.ts';

/** So many that the clock jumps in the middle of a campaign. */
const people = Number(process.argv[3] ?? 2_000);
const jumps = [
  ['+1 h', 3_600],
  ['-1 h', -3_600],
  ['+2 days', 172_800],
] as const;
/** Seconds from a schedule to its first mail at most, and milliseconds two clocks of one machine may read it apart. */
const goals = { lateSeconds: 5, earlyMs: 50 };
/** Seconds from the jump to the schedule. */
const ahead = 8;

/** `usual`: seconds a campaign takes when no clock jumps. */
type Scene = { harness: SendHarness; clock: ReturnType<typeof createFakeClock>; usual: number };

export async function run(): Promise<Figure[]> {
  const clock = createFakeClock();
  const harness = await createSendHarness(clock.env);
  try {
    await harness.workers.keep(2);
    const { seconds: usual } = await sendOne(harness, async () => {});
    const scene = { harness, clock, usual };
    const figures: Figure[] = [];
    for (const [name, seconds] of jumps) {
      figures.push(await play(scene, name, seconds));
      // Setting the clock right again is a jump as well.
      figures.push(await play(scene, `${name} and right again`, 0));
      figures.push(await sendFromWrongClock(harness, name, seconds));
    }
    figures.push({ values: { crashed_by_themselves: harness.workers.crashes() }, ok: harness.workers.crashes() === 0 });
    return figures;
  } finally {
    await harness.close();
    clock.close();
  }
}

async function play({ harness, clock, usual }: Scene, name: string, seconds: number): Promise<Figure> {
  const jump = async () => {
    clock.jump(seconds);
    await pause(clock.noticeMs);
  };
  const sent = await sendOne(harness, jump);
  const { start, wrong } = await scheduleOne(harness, `now() + interval '${ahead} seconds'`);
  const took = sent.seconds - clock.noticeMs / 1_000;
  for (const sentence of [...sent.wrong, ...wrong]) console.log(`${name}: ${sentence}`);
  return {
    values: {
      jump: name.replaceAll(' ', '_'),
      people,
      uncertain: sent.uncertain,
      seconds: took.toFixed(1),
      usual: usual.toFixed(1),
      schedule_start_s: start.toFixed(2),
      goal: goals.lateSeconds,
      broken: sent.wrong.length + wrong.length,
    },
    ok:
      sent.wrong.length + wrong.length + sent.uncertain === 0 &&
      took <= usual * 3 + 5 &&
      start >= -goals.earlyMs / 1_000 &&
      start <= goals.lateSeconds,
  };
}

/** A campaign that is being sent when something happens. */
async function sendOne(harness: SendHarness, happens: () => Promise<void>) {
  const fakeSmtp = await startFakeSmtp({ beforeAnswer: () => pause(60) });
  try {
    const mailed = await harness.draft(await harness.organization(people, fakeSmtp.port));
    const started = performance.now();
    await sendCampaign(harness.campaigns, harness.contextOf(mailed), mailed.campaignId);
    await until('a third of the mails', () => fakeSmtp.received.length >= people / 3);
    await happens();
    const late = await ended(harness, mailed, 120);
    const seconds = (performance.now() - started) / 1_000;
    const { byState, wrong } = await invariants(harness, mailed, fakeSmtp.received);
    return { seconds, uncertain: byState['uncertain'] ?? 0, wrong: [...late, ...wrong] };
  } finally {
    await fakeSmtp.close();
  }
}

/** Seconds from the time of a schedule, by the clock of this process and the database, to its first mail. */
async function scheduleOne(harness: SendHarness, at: string): Promise<{ start: number; wrong: string[] }> {
  const fakeSmtp = await startFakeSmtp();
  try {
    const mailed = await harness.draft(await harness.organization(20, fakeSmtp.port));
    const { rows } = await harness.owner.query<{ at: Date }>(
      `update campaigns set status = 'ACTIVE', scheduled_at = ${at} where id = $1 returning scheduled_at as at`,
      [mailed.campaignId],
    );
    const late = await ended(harness, mailed, 60);
    const start = ((fakeSmtp.received[0]?.at ?? Number.NaN) - rows[0]!.at.getTime()) / 1_000;
    const { wrong } = await invariants(harness, mailed, fakeSmtp.received);
    return { start, wrong: [...late, ...wrong] };
  } finally {
    await fakeSmtp.close();
  }
}

/** The clock of the process somebody presses Send in is wrong as well. */
async function sendFromWrongClock(harness: SendHarness, name: string, seconds: number): Promise<Figure> {
  const fakeSmtp = await startFakeSmtp();
  try {
    const mailed = await harness.draft(await harness.organization(20, fakeSmtp.port));
    const started = Date.now();
    const now = () => new Date(Date.now() + seconds * 1_000);
    await sendCampaign(harness.campaigns, { ...harness.contextOf(mailed), now }, mailed.campaignId);
    const wrong = await ended(harness, mailed, 30);
    const start = ((fakeSmtp.received[0]?.at ?? Number.NaN) - started) / 1_000;
    for (const sentence of wrong) console.log(`Send at ${name}: ${sentence}`);
    return {
      values: { send_pressed_at: name.replaceAll(' ', '_'), start_s: start.toFixed(2), goal: goals.lateSeconds },
      ok: wrong.length === 0 && start <= goals.lateSeconds,
    };
  } finally {
    await fakeSmtp.close();
  }
}

const ended = (harness: SendHarness, mailed: Mailed, seconds: number): Promise<string[]> =>
  until('the end of the campaign', () => isCompleted(harness, mailed), seconds).then(
    () => [],
    (error: Error) => [error.message],
  );
