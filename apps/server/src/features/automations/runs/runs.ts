import type { Program } from '@waggle/automations/program';
import type { Run, runStates, Turn } from '@waggle/contracts/automations';
import type { z } from 'zod';
import { foundIds } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { requireAutomation } from '../drafts.ts';
import { leavePeople } from '../engine/leave.ts';
import { tryAgain } from '../engine/wake.ts';
import { findVersions } from '../publish/queries.ts';
import { presentSteps } from './present-turn.ts';
import * as queries from './queries.ts';

type Question = {
  state: (typeof runStates)[number];
  stepId?: string | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
  limit: number;
};

export async function listRuns(ctx: Context, automationId: string, { search, ...question }: Question) {
  await requireAutomation(ctx, automationId);
  const found = await foundIds(ctx, search);
  const { items, nextCursor } = found
    ? { items: await queries.findFound(ctx, automationId, found), nextCursor: null }
    : await findOfState(ctx, automationId, question);
  const programs = await programsOf(ctx, automationId, items);
  return { items: items.map((row) => presentRun(row, programs)), nextCursor };
}

async function findOfState(ctx: Context, automationId: string, { state, stepId, ...question }: Question) {
  if (state === 'inside')
    return queries.findInside(ctx, automationId, await placesOf(ctx, automationId, stepId), question);
  if (state === 'stuck') return queries.findStuck(ctx, automationId, question);
  return queries.findPast(ctx, automationId, state, question);
}

export async function readRun(ctx: Context, automationId: string, runId: string) {
  await requireAutomation(ctx, automationId);
  const row = await queries.findRun(ctx, automationId, runId);
  if (!row) throw notFound();
  const turns = await queries.findTurns(ctx, row);
  const programs = await programsOf(ctx, automationId, [row, ...turns]);
  return { ...presentRun(row, programs), turns: turns.map((turn) => presentTurn(turn, programs)) };
}

type RunPath = { automationId: string; runId: string };

export async function takeOut(ctx: Context, path: RunPath): Promise<void> {
  await requireInside(ctx, path);
  await leavePeople(ctx, [path.runId], 'removed');
}

/** Somebody who is stuck is tried again at once; for others there is nothing to do. */
export async function retry(ctx: Context, path: RunPath): Promise<void> {
  const run = await requireInside(ctx, path);
  if (run.stuck !== null) await tryAgain(ctx, [path.runId]);
}

async function requireInside(ctx: Context, { automationId, runId }: RunPath): Promise<queries.RunRow> {
  await requireAutomation(ctx, automationId);
  const run = await queries.findRun(ctx, automationId, runId);
  if (!run || run.endedAt) throw notFound();
  return run;
}

type Programs = ReadonlyMap<number, Program>;

async function programsOf(ctx: Context, automationId: string, of: readonly { version: number }[]): Promise<Programs> {
  const versions = await findVersions(ctx, automationId, [...new Set(of.map(({ version }) => version))]);
  return new Map(versions.map(({ version, program }) => [version, program as Program]));
}

/** Where a step is in each version that has people at it; null without a step is everywhere. */
async function placesOf(ctx: Context, automationId: string, stepId: string | undefined) {
  if (stepId === undefined) return null;
  const places = await queries.findPlaces(ctx, automationId);
  const programs = await programsOf(ctx, automationId, places);
  return places.filter(({ version, step }) => programs.get(version)?.nodes[step]?.stepId === stepId);
}

const presentRun = (row: queries.RunRow, programs: Programs): Run => ({
  id: row.id,
  contactId: row.contactId,
  name: row.name,
  email: row.email,
  state: stateOf(row),
  version: row.version,
  stepId: programs.get(row.version)?.nodes[row.step]?.stepId ?? null,
  nextRunAt: row.endedAt || row.stuck !== null ? null : (row.wakeAt?.toISOString() ?? null),
  reason: row.stuck ?? row.reason,
  startedAt: row.enteredAt.toISOString(),
  completedAt: row.endedAt?.toISOString() ?? null,
});

function stateOf({ endedAt, reason, stuck }: queries.RunRow): Run['state'] {
  if (!endedAt) return stuck === null ? 'active' : 'stuck';
  return reason === 'completed' || reason === 'goal' ? 'completed' : 'stopped';
}

const presentTurn = ({ happenedAt, version, ...turn }: queries.TurnRow, programs: Programs): z.infer<typeof Turn> => {
  const program = programs.get(version);
  return { at: happenedAt.toISOString(), steps: program ? presentSteps(program, turn) : [] };
};
