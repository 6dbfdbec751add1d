import { type Context, inTransaction } from '#platform/context.ts';
import { holdContacts } from '../../queries.ts';
import { noteLifted } from '../../suppression/journal.ts';
import { requireImport } from '../imports.ts';
import * as imports from '../queries.ts';
import * as queries from './queries.ts';
import { restoredFields } from './restore.ts';

/** Contacts of one transaction. */
const chunk = 500;
const noId = '00000000-0000-0000-0000-000000000000';

type Undone = queries.Undone;
type Sum = { removed: number; restored: number; kept: number };

/** Takes the import back chunk by chunk. What is dealt with cannot be met again, so another try just goes on. */
export async function revert(ctx: Context, importId: string, signal?: AbortSignal): Promise<void> {
  const row = await imports.findImport(ctx, importId);
  if (row?.state !== 'undoing') return;
  const undone = undoneOf(row);

  while (await inStep(ctx, undone, signal, (ctx) => liftChunk(ctx, undone)));
  while (await inStep(ctx, undone, signal, (ctx) => restoreChunk(ctx, undone)));
  for (let behind: string | null = noId; behind !== null;) {
    const from: string = behind;
    behind = await inStep(ctx, undone, signal, (ctx) => removeChunk(ctx, undone, from));
  }
  await imports.moveImport(ctx, importId, ['undoing'], { state: 'undone' });
}

const undoneOf = (row: imports.ImportRow): Undone => {
  const startedAt = row.started_at ?? row.created_at;
  return { importId: row.id, clientId: row.client_id, startedAt, month: `${startedAt.toISOString().slice(0, 7)}-01` };
};

type Step<Next> = { next: Next | null; sum: Partial<Sum> };

/** One chunk and its figures, together or not at all. */
function inStep<Next>(
  ctx: Context,
  { importId }: Undone,
  signal: AbortSignal | undefined,
  step: (ctx: Context) => Promise<Step<Next>>,
): Promise<Next | null> {
  signal?.throwIfAborted();
  return inTransaction(ctx, async (ctx) => {
    await holdContacts(ctx);
    const row = await imports.lockImport(ctx, importId);
    if (row?.state !== 'undoing') return null;
    const { next, sum } = await step(ctx);
    const before = row.undone as Sum;
    const undone = Object.fromEntries(
      Object.entries(before).map(([kind, count]) => [kind, count + (sum[kind as keyof Sum] ?? 0)]),
    );
    await imports.advance(ctx, importId, { undone });
    return next;
  });
}

async function liftChunk(ctx: Context, undone: Undone): Promise<Step<true>> {
  const hashes = await queries.liftSuppressions(ctx, undone, chunk);
  await noteLifted(ctx, { channel: 'email', clientId: undone.clientId, source: 'import', hashes, revives: false });
  return { next: hashes.length === chunk ? true : null, sum: { removed: hashes.length } };
}

async function restoreChunk(ctx: Context, undone: Undone): Promise<Step<true>> {
  const changes = await queries.takeChanges(ctx, undone, chunk);
  const there = changes.flatMap(({ contact_id, was, now }) =>
    now ? [{ id: contact_id, tagIds: tagsIn(was), ...restoredFields(was, now) }] : [],
  );
  await queries.restoreFields(
    ctx,
    there.flatMap(({ id, fields }) => (fields ? [{ id, fields }] : [])),
  );
  const links = there.flatMap(({ id, tagIds }) => tagIds.map((tagId) => ({ contactId: id, tagId })));
  const untagged = await queries.removeTagLinks(ctx, undone.importId, links);

  const kept = there.filter(({ edited }) => edited).map(({ id }) => id);
  const restored = there.filter(({ id, edited, fields }) => !edited && (fields !== null || untagged.has(id)));
  await queries.settleChanges(ctx, undone, {
    kept,
    settled: changes.map(({ contact_id }) => contact_id).filter((id) => !kept.includes(id)),
  });
  await queries.insertRestored(
    ctx,
    undone,
    there.filter(({ id, fields }) => fields !== null || untagged.has(id)).map(({ id }) => id),
  );
  return { next: changes.length === chunk ? true : null, sum: { restored: restored.length, kept: kept.length } };
}

const tagsIn = (was: Record<string, unknown>) => (was['tags'] ?? []) as string[];

async function removeChunk(ctx: Context, undone: Undone, behind: string): Promise<Step<string>> {
  const created = await queries.takeCreated(ctx, undone, behind, chunk);
  const idsOf = (touched: boolean) => created.filter((one) => one.touched === touched).map(({ id }) => id);
  await queries.removeContacts(ctx, idsOf(false));
  const kept = await queries.noteKept(ctx, undone, idsOf(true));
  const next = created.length === chunk ? (created.at(-1)?.id ?? null) : null;
  return { next, sum: { removed: idsOf(false).length, kept } };
}

export async function listKept(
  ctx: Context,
  importId: string,
  question: { cursor?: string | undefined; limit: number; search?: string | undefined },
) {
  return queries.findKept(ctx, undoneOf(await requireImport(ctx, importId)), question);
}
