import { QrDesign } from '@waggle/contracts/qr-design';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { containing, pageWithTotal } from '#platform/keyset.ts';
import { notFound } from '#platform/problem.ts';

const own = (ctx: Context) => {
  const clientId = activeClient(ctx);
  return ctx.db
    .selectFrom('qr_codes')
    .where('organization_id', '=', ctx.organizationId)
    .$if(clientId !== null, (query) => query.where('client_id', '=', clientId));
};
const columns = [
  ...(['id', 'client_id', 'name', 'short_code', 'target_url', 'form_id', 'design', 'is_active', 'scans'] as const),
  ...(['last_scan_at', 'created_at', 'updated_at', 'labels', 'frame_text'] as const),
] as const;

type Question = {
  cursor?: string | undefined;
  limit: number;
  search?: string | undefined;
  active?: boolean | undefined;
  label?: string | undefined;
  formId?: string | undefined;
  sort: 'name' | '-name' | 'createdAt' | '-createdAt' | 'scans' | '-scans';
};

const sortedBy = {
  name: { by: sql`lower(name)`, type: 'text' },
  createdAt: { by: sql`created_at`, type: 'timestamptz' },
  scans: { by: sql`scans`, type: 'bigint' },
} as const;

export async function findCodes(ctx: Context, question: Question) {
  const field = question.sort.replace('-', '') as keyof typeof sortedBy;
  const keyset = { ...sortedBy[field], id: sql`id`, descending: question.sort.startsWith('-') };
  const { search, active, label, formId } = question;
  const matching = own(ctx)
    .$if(search !== undefined, (query) =>
      query.where('search_text', 'like', sql<string>`lower(${containing(search ?? '')})`),
    )
    .$if(active !== undefined, (query) => query.where('is_active', '=', active ?? true))
    .$if(label !== undefined, (query) => query.where(sql<boolean>`${label} = any(labels)`))
    .$if(formId !== undefined, (query) => query.where('form_id', '=', formId ?? null));
  return pageWithTotal(matching, matching.select(columns), question, keyset);
}

/** Of the whole organization, as far as the person may see. */
export const hasCodes = async (ctx: Context): Promise<boolean> =>
  (await ctx.db
    .selectFrom('qr_codes')
    .select('id')
    .where('organization_id', '=', ctx.organizationId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export async function requireCode(ctx: Context, qrCodeId: string) {
  const code = await own(ctx).select(columns).where('id', '=', qrCodeId).executeTakeFirst();
  if (!code) throw notFound();
  return code;
}
export type CodeRow = Awaited<ReturnType<typeof requireCode>>;

export const findCodesById = (ctx: Context, ids: readonly string[]) =>
  own(ctx)
    .select(columns)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();

/** By id, of codes that are still there. */
export const findCodeNames = async (ctx: Context, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map((await findCodesById(ctx, ids)).map(({ id, name }) => [id, name]));

/** Those with a scan, the latest first. */
export const findScannedLast = (ctx: Context, limit: number) =>
  own(ctx)
    .select(['id', 'name', 'client_id', 'last_scan_at'])
    .where('scans', '>', '0')
    .where('last_scan_at', 'is not', null)
    .orderBy('last_scan_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Held, so that whoever changes it at the same moment comes after. */
export const lockCode = (ctx: Context, qrCodeId: string) =>
  own(ctx).select(columns).where('id', '=', qrCodeId).forUpdate().executeTakeFirst();

/** The short code for good, and the id of what it belongs to; nothing where anybody at all has it. */
export const claimShortCode = (
  ctx: Context,
  { shortCode, clientId, targetUrl }: { shortCode: string; clientId: string | null; targetUrl: string },
) =>
  ctx.db
    .insertInto('link_targets')
    .values({
      organization_id: ctx.organizationId,
      client_id: clientId,
      short_code: shortCode,
      kind: 'qr',
      ref_id: sql<string>`new_id()`,
      target_url: targetUrl,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('ref_id as id')
    .executeTakeFirst();

type New = {
  id: string;
  client_id: string | null;
  name: string;
  short_code: string;
  target_url: string;
  form_id: string | null;
  labels: string[];
};

/** The text of the frame has a column of its own. */
export const storedDesign = ({ frameText, ...design }: QrDesign) => ({
  design: JSON.stringify(design),
  frame_text: frameText,
});

/** A design as it was stored, of any version. */
export const designOf = (row: Pick<CodeRow, 'design' | 'frame_text'>): QrDesign =>
  QrDesign.parse({ ...(row.design as object), frameText: row.frame_text });

export const insertCode = (ctx: Context, code: New, design: QrDesign) =>
  ctx.db
    .insertInto('qr_codes')
    .values({ organization_id: ctx.organizationId, ...code, ...storedDesign(design) })
    .returning(columns)
    .executeTakeFirstOrThrow();

export type CodeChange = {
  name?: string;
  target_url?: string;
  form_id?: string | null;
  is_active?: boolean;
  design?: QrDesign;
  labels?: string[];
};

export const updateCode = (ctx: Context, qrCodeId: string, { design, ...change }: CodeChange) =>
  ctx.db
    .updateTable('qr_codes')
    .set({ ...change, ...(design ? storedDesign(design) : {}), updated_at: sql<Date>`now()` })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', qrCodeId)
    .returning(columns)
    .executeTakeFirst();

export const deleteCode = (ctx: Context, qrCodeId: string) =>
  ctx.db
    .deleteFrom('qr_codes')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', qrCodeId)
    .returning('short_code')
    .executeTakeFirst();

/** Where strangers are sent from now on; null is nowhere, for a code that is gone. */
export const publishTarget = (
  ctx: Context,
  { short_code, ...published }: { short_code: string; target_url: string | null; is_active: boolean },
) =>
  ctx.db
    .updateTable('link_targets')
    .set(published)
    .where('organization_id', '=', ctx.organizationId)
    .where('short_code', '=', short_code)
    .returning('short_code')
    .executeTakeFirstOrThrow();

/** By the clock and not by the start of the transaction: changes stand in the order in which they came to hold the code. */
export const noteTarget = (ctx: Context, { id, client_id, target_url }: CodeRow) =>
  ctx.db
    .insertInto('qr_code_targets')
    .values({
      organization_id: ctx.organizationId,
      qr_code_id: id,
      client_id,
      target_url,
      changed_by: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
      since: sql<Date>`clock_timestamp()`,
    })
    .execute();

export const findTargets = (ctx: Context, qrCodeId: string, most: number) =>
  ctx.db
    .selectFrom('qr_code_targets')
    .select([
      'target_url',
      'since',
      sql<string | null>`(select users.name from directory.users
        where users.organization_id = ${ctx.organizationId}::uuid and users.id = qr_code_targets.changed_by)`.as(
        'changed_by_name',
      ),
    ])
    .where('organization_id', '=', ctx.organizationId)
    .where('qr_code_id', '=', qrCodeId)
    .orderBy('since', 'desc')
    .limit(most)
    .execute();
export type TargetRow = Awaited<ReturnType<typeof findTargets>>[number];
