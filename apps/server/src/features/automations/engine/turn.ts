import { codeOf, type Outcome } from '@waggle/automations/outcomes';
import { putOff } from '@waggle/automations/put-off';
import {
  type Effect,
  type EffectKind,
  type Facts,
  RulesGone,
  type Run,
  type Turn,
  walk,
} from '@waggle/automations/walk';
import { type Context, inTransaction } from '#platform/context.ts';
import { versionOf } from '../live/live-automations.ts';
import { arrive } from './arrive.ts';
import { Counts } from './counts.ts';
import { loadFacts, type Standing } from './facts/facts.ts';
import { keyOf, type Place } from './place.ts';
import { type Amended, type Engine, passedBy } from './ports.ts';
import * as queries from './queries.ts';

/** People who are moved in one transaction. */
export const mostRuns = 500;

/** Who is moved: those due at some places of one organization, or some by name. */
export type Chosen = { places: readonly Place[] } | { runIds: readonly string[] };
/** Called with those who were taken, before anything is done with them. */
type OnClaim = (runs: readonly queries.ClaimedRun[]) => void;

/**
 * Moves people on, all of it in one transaction: whoever dies in the middle has moved nobody. The locks on their rows keep others
 * away until then. Answers who was taken.
 */
export const takeTurn = (
  engine: Engine,
  ctx: Context,
  chosen: Chosen,
  onClaim: OnClaim,
): Promise<queries.ClaimedRun[]> =>
  inTransaction(ctx, async (ctx) => {
    await queries.byKeysOnly(ctx);
    const runs = await claim(ctx, chosen);
    onClaim(runs);
    if (runs.length > 0) await move(engine, ctx, runs);
    return runs;
  });

const claim = (ctx: Context, chosen: Chosen): Promise<queries.ClaimedRun[]> =>
  'places' in chosen
    ? queries.claimDue(ctx, chosen.places, mostEach(chosen.places))
    : queries.claimByName(ctx, chosen.runIds);

/** Of each place: a turn over several leaves the rest of a crowded one to a turn of its own. */
export const mostEach = (places: readonly Place[]): number => Math.ceil(mostRuns / places.length);

type Walked = { run: queries.ClaimedRun; standing: Standing; turn: Turn };

async function move(engine: Engine, ctx: Context, runs: readonly queries.ClaimedRun[]): Promise<void> {
  engine.atStage?.('claimed');
  const standing = await byPlace(ctx, runs);
  const { walked, stopped } = walkAll(ctx, standing, await loadFacts(engine, ctx, standing));
  if (stopped.length > 0) await queries.noteFailures(ctx, stopped, rulesGone);
  amend(walked, await act(engine, ctx, walked));
  engine.atStage?.('acted');
  await record(ctx, walked);
  await leadOn(engine, ctx, walked);
  engine.atStage?.('written');
}

/** Why people are stuck at rules that name something gone; a screen has words for it. */
const rulesGone = 'rules-gone';

/** `stopped`: who cannot go on. All of a place may be, so they are told apart here and not by halving the batch. */
function walkAll(ctx: Context, standing: readonly Standing[], known: ReadonlyMap<string, Facts>) {
  const stopped: string[] = [];
  const walked = standing.flatMap((each) =>
    each.runs.flatMap((claimed) => {
      const [run, facts] = [asWalked(ctx, claimed), known.get(claimed.id)!];
      const turn = turnOf(each, run, facts, claimed.now.getTime());
      if (turn) return [{ claimed, standing: each, run, facts, turn }];
      stopped.push(claimed.id);
      return [];
    }),
  );
  const later = putOff(walked);
  const going = walked.filter((each) => !later.has(each));
  return { walked: going.map(({ claimed, standing, turn }): Walked => ({ run: claimed, standing, turn })), stopped };
}

/** Null for who stands at rules that name something gone. */
function turnOf({ program }: Standing, run: Run, facts: Facts, now: number): Turn | null {
  try {
    return walk(program, run, facts, now);
  } catch (error) {
    if (error instanceof RulesGone) return null;
    throw error;
  }
}

async function byPlace(ctx: Context, runs: readonly queries.ClaimedRun[]): Promise<Standing[]> {
  const standing = [];
  for (const group of Map.groupBy(runs, keyOf).values()) {
    const { automationId, version, step } = group[0]!;
    const { program } = await versionOf(ctx, automationId, version);
    standing.push({ program, step, runs: group });
  }
  return standing;
}

const asWalked = (ctx: Context, run: queries.ClaimedRun): Run => ({
  ...run,
  organizationId: ctx.organizationId,
  enteredAt: run.enteredAt.getTime(),
  arrivedAt: run.arrivedAt.getTime(),
  deadline: run.deadline?.getTime() ?? null,
});

/** One call for each kind, in the order of this list: emails ask who may be mailed after everything else has changed. */
const kinds: readonly EffectKind[] = ['tag', 'field', 'notify', 'webhook', 'enter', 'email'];

async function act({ ports }: Engine, ctx: Context, walked: readonly Walked[]): Promise<Amended> {
  const asked = Map.groupBy(
    walked.flatMap(({ turn }) => turn.effects),
    ({ kind }) => kind,
  );
  const amended = new Map<string, Outcome>();
  for (const kind of kinds) {
    const effects = asked.get(kind);
    if (!effects) continue;
    const call = ports[kind] as (ctx: Context, asked: Effect[]) => Promise<Amended | void>;
    for (const [key, outcome] of (await call(ctx, effects)) ?? []) amended.set(key, outcome);
  }
  return amended;
}

/** Only emails come to something else than the walk says: the queue asks once more, with its locks. */
function amend(walked: readonly Walked[], amended: Amended): void {
  if (amended.size === 0) return;
  for (const { run, standing, turn } of walked)
    turn.outcomes = turn.outcomes.map((code, at) => {
      const stepId = standing.program.nodes[turn.nodes[at]!]!.stepId;
      const outcome = code === sent ? amended.get(passedBy({ runId: run.id, stepId })) : undefined;
      return outcome === undefined ? code : codeOf(outcome);
    });
}
const sent = codeOf('sent');

async function record(ctx: Context, walked: readonly Walked[]): Promise<void> {
  const counts = new Counts();
  const rows = [];
  for (const { run, standing, turn } of walked) {
    if (turn.nodes.length === 0) continue;
    const { nodes, outcomes, seen } = turn;
    counts.addTurn(run, standing.program, turn);
    rows.push({ ...run, nodes, outcomes, seen });
  }
  if (rows.length > 0) await queries.insertTurns(ctx, rows);
  await queries.addCounts(ctx, counts.list());
}

/** The places first, then the people: see `arrive`. */
async function leadOn(engine: Engine, ctx: Context, walked: readonly Walked[]): Promise<void> {
  const moved: queries.MovedRun[] = [];
  const ended: (queries.EndedRun & Pick<queries.ClaimedRun, 'automationId' | 'contactId' | 'depth'>)[] = [];
  const arrivals = [];
  for (const { run, turn } of walked) {
    const turns = turn.nodes.length > 0 ? 1 : 0;
    const { id, automationId, version, clientId, contactId, depth } = run;
    if ('end' in turn.next) {
      ended.push({ id, step: turn.next.step, turns, reason: turn.next.end, automationId, contactId, depth });
      continue;
    }
    moved.push({ id, turns, memory: turn.memory, ...turn.next });
    arrivals.push({ automationId, version, step: turn.next.step, clientId, wakeAt: turn.next.wakeAt });
  }
  await letCompleted(engine, ctx, ended);
  await arrive(ctx, arrivals);
  if (moved.length > 0) await queries.moveRuns(ctx, moved);
  if (ended.length > 0) await queries.endRuns(ctx, ended);
}

type Ended = queries.EndedRun & Pick<queries.ClaimedRun, 'automationId' | 'contactId' | 'depth'>;

async function letCompleted(engine: Engine, ctx: Context, ended: readonly Ended[]): Promise<void> {
  const completed = ended.filter(({ reason }) => reason === 'completed');
  for (const group of Map.groupBy(completed, ({ automationId, depth }) => `${automationId}/${depth}`).values()) {
    const { automationId, depth } = group[0]!;
    await engine.completed(ctx, { automationId, depth, contactIds: group.map(({ contactId }) => contactId) });
  }
}
