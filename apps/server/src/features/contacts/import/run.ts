import type { ImportCounts, ImportPlan } from '@waggle/contracts/imports';
import { type Context, inTransaction } from '#platform/context.ts';
import { emit } from '#platform/outbox/outbox.ts';
import { Problem } from '#platform/problem.ts';
import { readOrganization } from '../../accounts/index.ts';
import { contactLimit, noteFullness } from '../plan.ts';
import { countedContacts } from '../queries.ts';
import { applyBatch, type Running } from './apply/apply.ts';
import { insertErrors } from './apply/queries.ts';
import { importFinished } from './events.ts';
import { storedParts } from './file/parts.ts';
import type { Shape } from './file/csv-reader.ts';
import * as queries from './queries.ts';
import { type Batch, batchesBehind, oneAhead } from './rows/batches.ts';
import { addCounts, classify, noCounts } from './rows/classify.ts';
import type { Refused } from './rows/row.ts';
import { findTagIds } from './rows/queries.ts';
import { TagTally } from './rows/tag-tally.ts';
import { suppressRows } from './suppress.ts';

/** Errors a dry run keeps; the first ten are shown, the others can be corrected in the review. */
const errorsOfACheck = 500;
const days = (count: number) => count * 86_400_000;
const undoDays = 30;

async function open(ctx: Context, row: queries.ImportRow): Promise<Running> {
  const { timezone } = await readOrganization(ctx);
  return {
    importId: row.id,
    kind: row.kind,
    clientId: row.client_id,
    plan: row.plan as unknown as ImportPlan,
    limit: await contactLimit(ctx),
    month: `${(row.started_at ?? ctx.now()).toISOString().slice(0, 7)}-01`,
    timezone,
  };
}

async function batchesOf(
  ctx: Context,
  row: queries.ImportRow,
  { plan, timezone }: Running,
  place: number,
): Promise<AsyncGenerator<Batch>> {
  const shape = { encoding: row.encoding, delimiter: row.delimiter } as Shape;
  const fields = await queries.findFields(ctx, row.client_id);
  const headers = ((row.columns ?? []) as { header: string }[]).map(({ header }) => header);
  const parts = storedParts(ctx, row);
  return oneAhead(batchesBehind(place, row.id, { parts, shape, plan, fields, timezone, headers }));
}

/** The dry run: every row goes through the same rules as in the import, and nothing is written. */
export async function runCheck(ctx: Context, importId: string, begun: Date, signal?: AbortSignal): Promise<void> {
  const row = await queries.findImport(ctx, importId);
  if (row?.state !== 'checking' || row.started_at?.getTime() !== begun.getTime()) return;
  const running = await open(ctx, row);
  const counted = await countedContacts(ctx);
  let counts = noCounts;
  let rows = 0;
  const errors: Refused[] = [];
  const newTags = new TagTally();
  try {
    for await (const batch of await batchesOf(ctx, row, running, 0)) {
      signal?.throwIfAborted();
      const seen = await look(ctx, running, batch, counted + counts.created);
      counts = addCounts(counts, seen.counts);
      newTags.add(seen.newTags);
      if (errors.length < errorsOfACheck) errors.push(...seen.refused);
      rows = batch.to;
      if (!(await queries.noteChecked(ctx, importId, begun, { position: rows }))) return;
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { message: failure } = error;
    await inTransaction(ctx, async (ctx) => {
      if (await queries.noteChecked(ctx, importId, begun, { state: 'failed', failure }))
        await queries.deleteParts(ctx, importId);
    });
    return;
  }
  await inTransaction(ctx, async (ctx) => {
    const change = { state: 'checked', checked: { ...counts, ...newTags.most() }, rows, position: rows };
    if (!(await queries.noteChecked(ctx, importId, begun, change))) return;
    while (await queries.deleteErrors(ctx, importId));
    await insertErrors(ctx, running, inOrder(errors).slice(0, errorsOfACheck));
  });
}

const inOrder = (errors: Refused[]) => errors.toSorted((one, other) => one.row - other.row);

async function look(
  ctx: Context,
  running: Running,
  batch: Batch,
  counted: number,
): Promise<{ counts: ImportCounts; refused: Refused[]; newTags: string[] }> {
  if (running.kind === 'suppressions')
    return { ...(await suppressRows(ctx, running, batch, false)), refused: batch.refused, newTags: [] };
  const { clientId, plan, limit } = running;
  return classify(ctx, batch, {
    clientId,
    plan,
    limit,
    room: limit === null ? null : Math.max(0, limit - counted),
    tagsByName: (names) => findTagIds(ctx, clientId, names),
    hold: false,
  });
}

/** Goes on behind the last row that is done, to the end of the file. */
export async function runImport(ctx: Context, importId: string, signal?: AbortSignal): Promise<void> {
  const row = await queries.findImport(ctx, importId);
  if (row?.state !== 'running') return;
  const running = await open(ctx, row);
  try {
    for await (const batch of await batchesOf(ctx, row, running, Number(row.position))) {
      signal?.throwIfAborted();
      await applyBatch(ctx, running, batch);
    }
  } catch (error) {
    // Stopped by a person, or finished elsewhere: nothing is left to do. In any other case another try shall look.
    const now = await queries.findImport(ctx, importId);
    if (now?.state !== 'running') return;
    if (error instanceof Problem) return failImport(ctx, importId, error.message);
    throw error;
  }
  await finish(ctx, importId);
}

async function finish(ctx: Context, importId: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const done = await queries.moveImport(ctx, importId, ['running'], { state: 'done', ...endsNow(ctx) });
    if (!done) return;
    await queries.deleteParts(ctx, importId);
    await tellEnd(ctx, done, 'done');
    await noteFullness(ctx);
  });
}

export async function failImport(ctx: Context, importId: string, failure: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const failed = await queries.moveImport(ctx, importId, ['running', 'checking'], {
      state: 'failed',
      failure: failure.slice(0, 300),
      ...endsNow(ctx),
    });
    if (!failed) return;
    // Nothing goes on from here, and the file holds addresses that no erasure reaches.
    await queries.deleteParts(ctx, importId);
    await tellEnd(ctx, failed, 'failed');
  });
}

const tellEnd = (ctx: Context, { id, client_id, created_by }: queries.ImportRow, state: 'done' | 'failed') =>
  emit(ctx, importFinished, { importId: id, clientId: client_id, startedBy: created_by, state });

export const endsNow = (ctx: Context) => ({
  finished_at: ctx.now(),
  undo_until: new Date(ctx.now().getTime() + days(undoDays)),
});
