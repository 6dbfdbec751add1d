import { setImmediate as nextTurn } from 'node:timers/promises';
import { leadThrough } from '@waggle/automations/replayed-person';
import { AutomationDocument } from '@waggle/contracts/automation-document';
import { type Context, inTransaction } from '#platform/context.ts';
import { findEntrants, pseudoOf } from './entrants.ts';
import { limitsOf } from './limits.ts';
import { findPeople, splitByLines } from './people.ts';
import * as queries from './queries.ts';
import { openTrial, type Trial } from './scene.ts';
import { Tally } from './tally.ts';

/** Contacts that are read at once, and led through before others of this process get their turn. */
const page = 1_000;
const atOnce = 100;
/** Turns of one contact; more would be hundreds of entries in a quarter of a year. */
const mostTurns = 2_000;

/** Page by page, until it is done or somebody cancels it. */
export async function backTest(ctx: Context, trialId: string, signal: AbortSignal): Promise<void> {
  const row = await queries.beginTrial(ctx, trialId);
  if (!row) return;
  const trial = await trialOf(ctx, row);
  const { contactIds, people, oneIn } = await findEntrants(ctx, trial);
  const tally = new Tally(trial.replay.scene);
  let isCut = false;
  for (let done = 0; done < contactIds.length; done += page) {
    signal.throwIfAborted();
    if (!(await queries.noteProgress(ctx, trialId, done, contactIds.length))) return;
    const split = await splitByLines(ctx, trial, contactIds.slice(done, done + page));
    for (const part of split.parts) await leadPart(ctx, trial, part, tally);
    isCut ||= split.isCut;
  }
  const sample = oneIn === 1 ? null : { people, oneIn };
  const hasCap = trial.replay.scene.cap !== null;
  const result = { ...tally.figures(), hasCap, limits: limitsOf(trial, isCut), sample };
  await inTransaction(ctx, async (ctx) => {
    await queries.noteProgress(ctx, trialId, contactIds.length, contactIds.length);
    if (await queries.endTrial(ctx, trialId, 'done', result)) await queries.insertPeople(ctx, row, tally.people());
  });
}

function trialOf(ctx: Context, row: queries.TrialRow): Promise<Trial> {
  const document = AutomationDocument.parse(row.document);
  const tried = { automationId: row.automation_id, clientId: row.client_id, document };
  return openTrial(ctx, tried, {
    from: row.from_at.getTime(),
    to: row.to_at.getTime(),
    rates: { openRate: row.open_rate, clickRate: row.click_rate },
    happens: new Set(),
    mostTurns,
  });
}

async function leadPart(ctx: Context, trial: Trial, contactIds: readonly string[], tally: Tally): Promise<void> {
  const people = await findPeople(ctx, trial, contactIds, await pseudoOf(ctx, trial, contactIds));
  for (const [at, person] of people.entries()) {
    if (at % atOnce === atOnce - 1) await nextTurn();
    tally.add(person.contactId, leadThrough(trial.replay, person));
  }
}
