import { createHash } from 'node:crypto';
import type { ReplyInput } from '@waggle/contracts/endpoint';
import type { createQrCodes } from '@waggle/contracts/qr-bulk';
import { QrDesign } from '@waggle/contracts/qr-design';
import { clientOfNew } from '#features/accounts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { checkDesign } from '../codes/design.ts';
import { logoFor } from '../images/logos.ts';
import { findSpellings } from '../labels/queries.ts';
import { inOrder } from '../labels/labels.ts';
import { refuseBelowPlan } from '../plan.ts';
import { newShortCode } from '../short-code.ts';
import { exampleUrl, type Links } from '../short-url.ts';
import * as queries from './queries.ts';

type Row = { name: string; targetUrl: string; labels: string[] };
type Asked = {
  rows: Row[];
  design?: QrDesign | undefined;
  clientId?: string | null | undefined;
  again?: string | undefined;
};

/** All rows or none, in one transaction: a connection that breaks leaves nothing half done, and sending again makes none twice. */
export async function createMany(ctx: Context, links: Links, asked: Asked): Promise<ReplyInput<typeof createQrCodes>> {
  await refuseBelowPlan(ctx);
  const design = asked.design ?? QrDesign.parse({});
  await checkDesign(ctx, design, exampleUrl(ctx, links, asked.clientId));
  return inTransaction(ctx, async (ctx) => {
    const clientId = await clientOfNew(ctx, asked.clientId);
    const digest = digestOf(clientId, asked);
    const batch = await queries.claimBatch(ctx, clientId, digest);
    if (!batch) return present((await queries.findBatch(ctx, digest))!, false);
    const rows = await spelledRows(ctx, clientId, asked.rows);
    const claimed = await claimAll(ctx, links.cell, clientId, rows);
    const logoId = await logoFor(ctx, design.logoId, clientId);
    await queries.insertCodes(ctx, { clientId, design: { ...design, logoId }, codes: claimed });
    const made = { ...batch, qr_code_ids: claimed.map(({ id }) => id) };
    await queries.finishBatch(ctx, batch.id, made.qr_code_ids);
    await ctx.audit?.(ctx, undefined, claimed.length);
    return present(made, true);
  });
}

/** Whatever else differs, the same rows for the same client are the same work. */
function digestOf(clientId: string | null, { rows, again }: Asked): Buffer {
  const told = rows.map(({ name, targetUrl, labels }) => [name, targetUrl, labels]);
  return createHash('sha256')
    .update(JSON.stringify([clientId, again ?? null, told]))
    .digest();
}

/** One spelling for each label of the file, that of codes before it if they have it. */
async function spelledRows(ctx: Context, clientId: string | null, rows: readonly Row[]): Promise<Row[]> {
  const all = new Map<string, string>();
  for (const label of rows.flatMap(({ labels }) => labels))
    if (!all.has(label.toLowerCase())) all.set(label.toLowerCase(), label);
  const known = all.size === 0 ? new Map<string, string>() : await findSpellings(ctx, clientId, [...all.values()]);
  const spelled = (label: string) => known.get(label.toLowerCase()) ?? all.get(label.toLowerCase()) ?? label;
  return rows.map((row) => ({ ...row, labels: inOrder([...new Set(row.labels.map(spelled))]) }));
}

/** As for a single code: three rounds in which something was taken mean that the dice are broken. */
const mostRounds = 3;

async function claimAll(ctx: Context, cell: number, clientId: string | null, rows: readonly Row[]) {
  const claimed = new Map<Row, { id: string; shortCode: string }>();
  for (let round = 0; claimed.size < rows.length; round += 1) {
    if (round === mostRounds) throw new Error(`No short code was free in ${mostRounds} rounds.`);
    const open = rows.filter((row) => !claimed.has(row));
    const wanted = new Map(open.map((row) => [newShortCode(cell), row]));
    const claims = [...wanted].map(([shortCode, { targetUrl }]) => ({ shortCode, targetUrl }));
    for (const made of await queries.claimShortCodes(ctx, clientId, claims))
      claimed.set(wanted.get(made.shortCode)!, made);
  }
  return rows.map((row) => ({ ...row, ...claimed.get(row)! }));
}

const present = (batch: queries.Batch, isNew: boolean): ReplyInput<typeof createQrCodes> => ({
  codes: batch.qr_code_ids.length,
  qrCodeIds: batch.qr_code_ids,
  isNew,
  createdAt: batch.created_at.toISOString(),
});
