import { codeOf } from '@waggle/automations/outcomes';
import { type Program, stepIdOf } from '@waggle/automations/program';
import { after } from '@waggle/automations/times';
import { type Context, inTransaction } from '#platform/context.ts';
import { arrive } from '../engine/arrive.ts';
import { Counts } from '../engine/counts.ts';
import { leavePeople } from '../engine/leave.ts';
import { findZones, type ZoneOf } from '../engine/facts/zone-of.ts';
import { addCounts } from '../engine/queries.ts';
import { versionOf } from '../live/live-automations.ts';
import * as queries from './move-queries.ts';
import type { Mapped } from './move-queries.ts';
import { type Target, targetOf, type Way } from './target.ts';

const atOnce = 1_000;
/** Pause before people are looked for again who were in a turn. */
const pauseMs = 200;

/** Everybody of the old version, a thousand in a transaction. A crash leaves the others where they are, and the next try goes on. */
export async function moveEverybody(ctx: Context, moveId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const left = await inTransaction(ctx, (ctx) => moveNext(ctx, moveId));
    if (left === 'none') return;
    if (left === 'busy') await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (typeof left === 'object') return refuseMissing(left);
  }
}

/** After the commit: that some are missing is known for good, and is reported as a job that failed. */
function refuseMissing(finished: queries.Finished): void {
  if (finished.isBalanced) return;
  const { planned, moved, takenOut, ended } = finished;
  throw new Error(
    `Of ${planned} people ${moved} were moved, ${takenOut} left by the mapping and ${ended} by themselves.`,
  );
}

/** `busy` when those who are left are in a turn right now. */
async function moveNext(ctx: Context, moveId: string): Promise<'more' | 'busy' | 'none' | queries.Finished> {
  const move = await queries.holdMove(ctx, moveId);
  if (!move || move.state === 'done') return 'none';
  const people = await queries.takeNext(ctx, move, atOnce);
  if (people.length === 0) return (await queries.isAnybodyLeft(ctx, move)) ? 'busy' : queries.finishMove(ctx, moveId);
  const [from, to] = await Promise.all([
    versionOf(ctx, move.automation_id, move.from_version),
    versionOf(ctx, move.automation_id, move.to_version),
  ]);
  const mapping = new Map((move.mapping as Mapped[]).map((mapped) => [mapped.stepId, mapped]));
  const way: Way = { from, to: to.program, mapping };
  const goal = { program: to.program, zoneOf: await findZones(ctx, people) };
  const leaving: string[] = [];
  const moving: Mover[] = [];
  for (const person of people) {
    const target = targetOf(person.step, way);
    if (target === null) leaving.push(person.id);
    else moving.push({ ...person, to: target.step, arrival: arrivalOf(ctx, person, target, goal) });
  }
  const takenOut = leaving.length > 0 ? await leavePeople(ctx, leaving, 'moved') : 0;
  const moved = moving.length > 0 ? await arriveAll(ctx, move, moving, way) : 0;
  await queries.addMoved(ctx, move.id, { moved, takenOut });
  return 'more';
}

type Mover = queries.Moving & { to: number; arrival: queries.Arrival };

/** Whoever stays at their step goes on when they would have, or when the new wait ends; others, and who was stuck, at once. */
function arrivalOf(
  ctx: Context,
  person: queries.Moving,
  { step, isSame, time }: Target,
  { program, zoneOf }: { program: Program; zoneOf: ZoneOf },
): queries.Arrival {
  const { id, wakeAt, arrivedAt, stuck } = person;
  const node = program.nodes[step];
  const isCounted = isSame && time === 'count' && node?.kind === 'wait';
  const deadline = isCounted ? new Date(after(node.for, arrivedAt.getTime(), zoneOf(person))) : null;
  const goesOn = isSame && stuck === null ? (deadline ?? wakeAt) : ctx.now();
  return { id, step, wakeAt: goesOn, fresh: !isSame, deadline };
}

/** Answers how many were. */
async function arriveAll(ctx: Context, move: queries.MoveRow, moving: readonly Mover[], way: Way): Promise<number> {
  await arrive(
    ctx,
    moving.map(({ arrival }) => ({
      automationId: move.automation_id,
      clientId: move.client_id,
      version: move.to_version,
      step: arrival.step,
      wakeAt: arrival.wakeAt.getTime(),
    })),
  );
  const moved = await queries.arriveAt(
    ctx,
    move,
    moving.map(({ arrival }) => arrival),
  );
  await queries.traceMoved(ctx, move, moving, codeOf('moved'));
  await countMoves(ctx, move, moving, way);
  return moved;
}

/** A step that somebody is taken from is one they skipped. Who has not begun was not counted at the first one. */
async function countMoves(
  ctx: Context,
  { automation_id: automationId, client_id: clientId }: queries.MoveRow,
  moving: readonly Mover[],
  { from, to }: Way,
): Promise<void> {
  const counts = new Counts();
  for (const { step, seq, arrival } of moving) {
    if (!arrival.fresh) continue;
    const left = stepIdOf(from.program, step);
    const reached = stepIdOf(to, arrival.step);
    if (left !== null && seq > 0) counts.add({ automationId, clientId }, left, 'skipped');
    if (reached !== null) counts.add({ automationId, clientId }, reached, 'arrived');
  }
  await addCounts(ctx, counts.list());
}
