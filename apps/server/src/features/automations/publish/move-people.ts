import { readOrganization } from '#features/accounts/index.ts';
import { codeOf } from '@waggle/automations/outcomes';
import { type Program, stepIdOf } from '@waggle/automations/program';
import { after } from '@waggle/automations/times';
import { type Context, inTransaction } from '#platform/context.ts';
import { leavePeople } from '../engine/leave.ts';
import { arrive } from '../engine/arrive.ts';
import * as queries from './move-queries.ts';
import type { Mapped } from './move-queries.ts';
import { findVersion } from './queries.ts';

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
  }
}

/** `busy` when those who are left are in a turn right now. */
async function moveNext(ctx: Context, moveId: string): Promise<'more' | 'busy' | 'none'> {
  const move = await queries.holdMove(ctx, moveId);
  if (!move || move.state === 'done') return 'none';
  const people = await queries.takeNext(ctx, move, atOnce);
  if (people.length === 0) {
    if (await queries.isAnybodyLeft(ctx, move)) return 'busy';
    await queries.finishMove(ctx, moveId);
    return 'none';
  }
  const [from, to] = await Promise.all([
    findVersion(ctx, move.automation_id, move.from_version),
    findVersion(ctx, move.automation_id, move.to_version),
  ]);
  const mapping = new Map((move.mapping as Mapped[]).map((mapped) => [mapped.stepId, mapped]));
  const { timezone } = await readOrganization(ctx);
  const leaving: string[] = [];
  const moving: (queries.Moving & { to: number; arrival: queries.Arrival })[] = [];
  for (const person of people) {
    const target = targetOf(person, from!.program as Program, to!.program as Program, mapping);
    if (target === null) leaving.push(person.id);
    else
      moving.push({
        ...person,
        to: target.step,
        arrival: arrivalOf(ctx, person, target, { program: to!.program as Program, zone: timezone }),
      });
  }
  if (leaving.length > 0) await leavePeople(ctx, leaving, 'moved');
  if (moving.length > 0) await arriveAll(ctx, move, moving);
  return 'more';
}

type Target = NonNullable<Mapped['to']>;

/** Whoever went on between planning and moving stands at a step that nobody stood at then: at the same one of the new version, or they leave. */
function targetOf(
  person: queries.Moving,
  from: Program,
  to: Program,
  mapping: ReadonlyMap<string, Mapped>,
): Target | null {
  const stepId = stepIdOf(from, person.step);
  if (stepId === null) return null;
  const mapped = mapping.get(stepId);
  if (mapped) return mapped.to;
  const step = to.nodes.findIndex((node) => node.stepId === stepId);
  return step === -1 ? null : { step, isSame: true, time: 'keep' };
}

/** Whoever stays at their step goes on when they would have, or when the new wait ends; others, and who was stuck, at once. */
function arrivalOf(
  ctx: Context,
  { id, wakeAt, arrivedAt, stuck }: queries.Moving,
  { step, isSame, time }: Target,
  { program, zone }: { program: Program; zone: string },
): queries.Arrival {
  const node = program.nodes[step];
  const isCounted = isSame && time === 'count' && node?.kind === 'wait';
  const deadline = isCounted ? new Date(after(node.for, arrivedAt.getTime(), zone)) : null;
  const goesOn = isSame && stuck === null ? (deadline ?? wakeAt) : ctx.now();
  return { id, step, wakeAt: goesOn, fresh: !isSame, deadline };
}

async function arriveAll(
  ctx: Context,
  move: queries.MoveRow,
  moving: readonly (queries.Moving & { to: number; arrival: queries.Arrival })[],
): Promise<void> {
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
  await queries.arriveAt(
    ctx,
    move,
    moving.map(({ arrival }) => arrival),
  );
  await queries.traceMoved(ctx, move, moving, codeOf('moved'));
  await queries.addMoved(ctx, move.id, moving.length);
}
