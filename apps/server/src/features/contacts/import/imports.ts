import { type ImportPlan, importLimits } from '@waggle/contracts/imports';
import { clientOfNew } from '#features/accounts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { enqueue } from '#platform/jobs/job.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { applyImport, checkImport, revertImport } from './jobs.ts';
import * as queries from './queries.ts';
import { noCounts } from './rows/classify.ts';
import { refuseAboveQuota } from './quota/quota.ts';
import { endsNow, runCheck } from './run.ts';

/** The ten the specification shows. */
const errorsShown = 10;
/** A file this small, some two thousand rows, is checked while the person waits. */
const checkedAtOnceBytes = 256 * 1024;

export type ImportWithErrors = queries.ImportRow & { errors: queries.ErrorRow[]; author: string | null };

export async function requireImport(ctx: Context, importId: string): Promise<queries.ImportRow> {
  const row = await queries.findImport(ctx, importId);
  if (!row) throw notFound();
  return row;
}

export async function readImport(ctx: Context, importId: string): Promise<ImportWithErrors> {
  return withErrors(ctx, await requireImport(ctx, importId));
}

export async function withErrors(ctx: Context, row: queries.ImportRow): Promise<ImportWithErrors> {
  const [found] = await withAllErrors(ctx, [row]);
  return found!;
}

type Question = Parameters<typeof queries.findImports>[1];

export async function listImports(ctx: Context, question: Question) {
  const { items, ...rest } = await queries.findImports(ctx, question);
  return { items: await withAllErrors(ctx, items), ...rest };
}

async function withAllErrors(ctx: Context, rows: queries.ImportRow[]): Promise<ImportWithErrors[]> {
  const ids = rows.map(({ id }) => id);
  const errors = Map.groupBy(await queries.findFirstErrors(ctx, ids, errorsShown), ({ import_id }) => import_id);
  const authors = await queries.findAuthors(ctx, rows);
  return rows.map((row) => ({
    ...row,
    errors: errors.get(row.id) ?? [],
    author: authors.get(row.created_by ?? '') ?? null,
  }));
}

type NewImport = { kind: string; name: string; bytes: number; clientId?: string | null | undefined };

export function createImport(ctx: Context, { kind, name, bytes, clientId }: NewImport): Promise<ImportWithErrors> {
  const { actor } = ctx;
  const created_by = actor.kind === 'user' ? actor.userId : null;
  return inTransaction(ctx, async (ctx) => {
    await refuseAboveQuota(ctx, bytes);
    const client_id = await clientOfNew(ctx, clientId);
    const row = await queries.insertImport(ctx, { kind, name, bytes, client_id, created_by });
    return withErrors(ctx, row);
  });
}

/** Every piece is as long as declared, so that a file can be neither longer nor shorter than its import says. */
export async function uploadPart(ctx: Context, importId: string, part: number, content: Uint8Array): Promise<void> {
  const row = await requireImport(ctx, importId);
  const left = Number(row.bytes) - part * importLimits.partBytes;
  if (left <= 0 || content.length !== Math.min(left, importLimits.partBytes))
    throw new Problem('invalid_input', 'This piece of the file has the wrong size.', {
      fields: { body: 'Wrong size' },
    });
  await inTransaction(ctx, async (ctx) => {
    const moved = await queries.moveImport(ctx, importId, ['uploading', 'uploaded'], { state: 'uploading' });
    if (!moved) throw wrongState();
    await queries.upsertPart(ctx, {
      import_id: importId,
      client_id: row.client_id,
      part,
      content: Buffer.from(content),
    });
  });
}

export async function startCheck(ctx: Context, importId: string, plan: ImportPlan): Promise<ImportWithErrors> {
  const row = await requireImport(ctx, importId);
  await refuseWrongPlan(ctx, row, plan);
  const begun = ctx.now();
  await inTransaction(ctx, async (ctx) => {
    const moved = await queries.moveImport(ctx, importId, ['uploaded', 'checking', 'checked'], {
      state: 'checking',
      plan,
      position: 0,
      checked: null,
      started_at: begun,
    });
    if (!moved || row.columns === null) throw wrongState();
    if (Number(row.bytes) > checkedAtOnceBytes)
      await enqueue(ctx, checkImport, { importId, begun: begun.toISOString() });
  });
  if (Number(row.bytes) <= checkedAtOnceBytes) await runCheck(ctx, importId, begun);
  return readImport(ctx, importId);
}

async function refuseWrongPlan(ctx: Context, row: queries.ImportRow, plan: ImportPlan): Promise<void> {
  const wrong = (message: string, field: string) =>
    new Problem('invalid_input', message, { fields: { [field]: message } });
  if (row.columns === null) throw wrongState();
  if (plan.columns.length !== (row.columns as unknown[]).length)
    throw wrong('Choose a field for every column.', 'columns');

  const keys = new Set((await queries.findFields(ctx, row.client_id)).map(({ key }) => key));
  if (plan.columns.some(({ key }) => key !== undefined && !keys.has(key))) throw wrong('Choose a field', 'columns');

  const tags = await queries.findTags(ctx, plan.tagIds);
  if (tags.length !== new Set(plan.tagIds).size) throw notFound();
  if (tags.some(({ client_id }) => client_id !== row.client_id))
    throw new Problem('other_client', 'This tag and this import belong to different clients.');
}

export function startImport(ctx: Context, importId: string): Promise<ImportWithErrors> {
  return inTransaction(ctx, async (ctx) => {
    await requireImport(ctx, importId);
    while (await queries.deleteErrors(ctx, importId));
    const row = await queries.moveImport(ctx, importId, ['checked'], {
      state: 'running',
      position: 0,
      counts: noCounts,
      started_at: ctx.now(),
    });
    if (!row) throw wrongState();
    await enqueue(ctx, applyImport, { importId });
    return withErrors(ctx, row);
  });
}

/** What is done stays and can be undone; an import that never began leaves nothing. */
export function cancelImport(ctx: Context, importId: string): Promise<ImportWithErrors> {
  return inTransaction(ctx, async (ctx) => {
    await requireImport(ctx, importId);
    const begun = await queries.moveImport(ctx, importId, ['running'], { state: 'cancelled', ...endsNow(ctx) });
    const row =
      begun ??
      (await queries.moveImport(ctx, importId, ['uploading', 'uploaded', 'checking', 'checked'], {
        state: 'cancelled',
        finished_at: ctx.now(),
      }));
    if (!row) throw wrongState();
    await queries.deleteParts(ctx, importId);
    // Those of the check, which are rows of the file.
    if (!begun) while (await queries.deleteErrors(ctx, importId));
    return withErrors(ctx, row);
  });
}

export function undoImport(ctx: Context, importId: string): Promise<ImportWithErrors> {
  return inTransaction(ctx, async (ctx) => {
    const { undo_until } = await requireImport(ctx, importId);
    if (undo_until === null || undo_until < ctx.now()) throw wrongState();
    const row = await queries.moveImport(ctx, importId, ['done', 'cancelled', 'failed'], {
      state: 'undoing',
      undone: { removed: 0, restored: 0, kept: 0 },
    });
    if (!row) throw wrongState();
    await enqueue(ctx, revertImport, { importId });
    return withErrors(ctx, row);
  });
}

export const wrongState = () => new Problem('wrong_state', 'This import has moved on. Reload to see its status.');
