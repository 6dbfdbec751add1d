import { allBlocks, EmailBlock } from '@waggle/contracts/email-document';
import { mostSavedBlocks, type SavedBlock, type SavedBlockSummary } from '@waggle/contracts/saved-blocks';
import { clientOrOrganization } from '#features/accounts/index.ts';
import { tagsOfClient } from '#features/contacts/index.ts';
import { imagesOfClient } from '#features/images/index.ts';
import { activeClient } from '#platform/active-client.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import * as queries from './queries.ts';

export async function listSavedBlocks(ctx: Context, named: string | undefined) {
  const clientId = await clientOrOrganization(ctx, named ?? activeClient(ctx));
  const rows = await queries.findSavedBlocks(ctx, clientId, mostSavedBlocks);
  return { items: rows.map(presentSummary) };
}

export async function readSavedBlock(ctx: Context, id: string): Promise<SavedBlock> {
  const row = await queries.findSavedBlock(ctx, id);
  if (!row) throw notFound();
  return present(row);
}

type Typed = { name: string; block: EmailBlock; clientId?: string | null | undefined };

export const createSavedBlock = (ctx: Context, { name, block, clientId: named }: Typed): Promise<SavedBlock> =>
  inTransaction(ctx, async (ctx) => {
    const clientId = await clientOrOrganization(ctx, named);
    await refuseForeignTags(ctx, clientId, block);
    if ((await queries.countSavedBlocks(ctx, clientId)) >= mostSavedBlocks)
      throw new Problem(
        'quota_reached',
        `You have ${mostSavedBlocks} saved blocks. Delete one you no longer use, then try again.`,
      );
    const kept = await withOwnImages(ctx, clientId, block);
    const row = await queries.insertSavedBlock(ctx, { name, client_id: clientId, block: kept });
    await ctx.audit?.(ctx, row.id);
    return present(row);
  });

export const renameSavedBlock = (ctx: Context, id: string, name: string): Promise<SavedBlock> =>
  inTransaction(ctx, async (ctx) => {
    const row = await queries.renameSavedBlock(ctx, id, name);
    if (!row) throw notFound();
    await ctx.audit?.(ctx, row.id);
    return present(row);
  });

export async function deleteSavedBlock(ctx: Context, id: string): Promise<void> {
  if (!(await queries.deleteSavedBlock(ctx, id))) throw notFound();
}

/** The same answer for a tag of somebody else and for one that is gone. */
async function refuseForeignTags(ctx: Context, clientId: string | null, block: EmailBlock): Promise<void> {
  const named = allBlocks([block]).flatMap(({ showIf }) =>
    showIf?.kind === 'tag' ? [showIf.tagId.toLowerCase()] : [],
  );
  const known = await tagsOfClient(ctx, clientId, named);
  if (named.some((id) => !known.has(id)))
    throw new Problem('invalid_input', "The tag that decides who sees this block doesn't exist. Choose another tag.", {
      fields: { block: "The tag that decides who sees this block doesn't exist. Choose another tag." },
    });
}

/** The address of an image is public; which image of a library it is belongs to that library. */
async function withOwnImages(ctx: Context, clientId: string | null, block: EmailBlock): Promise<EmailBlock> {
  const named = allBlocks([block]).flatMap((one) => (one.kind === 'image' && one.fileId ? [one.fileId] : []));
  const own = await imagesOfClient(ctx, clientId, named);
  const keep = <One extends EmailBlock>(one: One): One => {
    if (one.kind !== 'image' || !one.fileId || own.has(one.fileId.toLowerCase())) return one;
    const { fileId: _foreign, ...rest } = one;
    return rest as One;
  };
  return block.kind === 'columns' ? { ...block, cells: block.cells.map((cell) => cell.map(keep)) } : keep(block);
}

const presentSummary = (row: queries.SummaryRow): SavedBlockSummary => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  clientId: row.client_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const present = (row: queries.SavedBlockRow): SavedBlock => ({
  ...presentSummary(row),
  block: EmailBlock.parse(row.block),
});
