import type { QrDesign } from '@waggle/contracts/qr-design';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { storedDesign } from '../codes/queries.ts';

export type Batch = { id: string; qr_code_ids: string[]; created_at: Date };

/** Nothing where these rows were made into codes before; one that runs at this moment is waited for. */
export const claimBatch = (ctx: Context, clientId: string | null, digest: Buffer) =>
  ctx.db
    .insertInto('qr_batches')
    .values({ organization_id: ctx.organizationId, client_id: clientId, rows_sha256: digest })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'qr_code_ids', 'created_at'])
    .executeTakeFirst();

export const findBatch = (ctx: Context, digest: Buffer) =>
  ctx.db
    .selectFrom('qr_batches')
    .select(['id', 'qr_code_ids', 'created_at'])
    .where('organization_id', '=', ctx.organizationId)
    .where('rows_sha256', '=', digest)
    .executeTakeFirst();

export const finishBatch = (ctx: Context, id: string, qrCodeIds: readonly string[]) =>
  sql`update qr_batches set qr_code_ids = ${qrCodeIds}::uuid[]
    where organization_id = ${ctx.organizationId} and id = ${id}::uuid`.execute(ctx.db);

export type Claim = { shortCode: string; targetUrl: string };

/** As `claimShortCode` of one code, for many: those that somebody has already are missing from the answer. */
export async function claimShortCodes(ctx: Context, clientId: string | null, claims: readonly Claim[]) {
  const { rows } = await sql<{ id: string; shortCode: string }>`
    insert into link_targets (organization_id, client_id, short_code, kind, ref_id, target_url)
    select ${ctx.organizationId}::uuid, ${clientId}::uuid, short_code, 'qr', new_id(), target_url
    from unnest(${claims.map(({ shortCode }) => shortCode)}::text[], ${claims.map(({ targetUrl }) => targetUrl)}::text[])
      claimed (short_code, target_url)
    on conflict do nothing
    returning ref_id as id, short_code as "shortCode"`.execute(ctx.db);
  return rows;
}

export type NewCode = { id: string; shortCode: string; name: string; targetUrl: string; labels: string[] };

/** The codes and the first target of each. */
export async function insertCodes(
  ctx: Context,
  { clientId, design, codes }: { clientId: string | null; design: QrDesign; codes: readonly NewCode[] },
): Promise<void> {
  const changedBy = ctx.actor.kind === 'user' ? ctx.actor.userId : null;
  const { design: json, frame_text: frameText } = storedDesign(design);
  await sql`
    with made as (
      insert into qr_codes (organization_id, client_id, id, short_code, name, target_url, labels, design, frame_text)
      select ${ctx.organizationId}::uuid, ${clientId}::uuid, id, short_code, name, target_url,
        array(select jsonb_array_elements_text(labels)), ${json}::jsonb, ${frameText}::text
      from unnest(${codes.map(({ id }) => id)}::uuid[], ${codes.map(({ shortCode }) => shortCode)}::text[],
        ${codes.map(({ name }) => name)}::text[], ${codes.map(({ targetUrl }) => targetUrl)}::text[],
        ${codes.map(({ labels }) => JSON.stringify(labels))}::jsonb[]) given (id, short_code, name, target_url, labels)
      returning id, target_url
    )
    insert into qr_code_targets (organization_id, qr_code_id, client_id, target_url, changed_by, since)
    select ${ctx.organizationId}::uuid, id, ${clientId}::uuid, target_url, ${changedBy}::uuid, clock_timestamp() from made`.execute(
    ctx.db,
  );
}
