import type { QrDesign } from '@waggle/contracts/qr-design';
import { sql } from 'kysely';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { countByClient } from '#platform/database/count-by-client.ts';

const columns = ['id', 'client_id', 'name', 'design', 'created_at'] as const;

/** What is the organization's own serves every client of it. */
export const findPresets = (ctx: Context, most: number) => {
  const clientId = activeClient(ctx);
  return ctx.db
    .selectFrom('qr_presets')
    .select(columns)
    .where('organization_id', '=', ctx.organizationId)
    .$if(clientId !== null, (query) =>
      query.where((where) => where.or([where('client_id', '=', clientId), where('client_id', 'is', null)])),
    )
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(most)
    .execute();
};
export type PresetRow = Awaited<ReturnType<typeof findPresets>>[number];

export const countPresets = async (ctx: Context): Promise<number> => {
  const { count } = await ctx.db
    .selectFrom('qr_presets')
    .select(sql<string>`count(*)`.as('count'))
    .where('organization_id', '=', ctx.organizationId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

type New = { client_id: string | null; name: string; design: QrDesign };

export const insertPreset = (ctx: Context, { design, ...preset }: New) =>
  ctx.db
    .insertInto('qr_presets')
    .values({ organization_id: ctx.organizationId, ...preset, design: JSON.stringify(design) })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const deletePreset = (ctx: Context, presetId: string) => {
  const clientId = activeClient(ctx);
  return ctx.db
    .deleteFrom('qr_presets')
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', presetId)
    .$if(clientId !== null, (query) => query.where('client_id', '=', clientId))
    .returning('id')
    .executeTakeFirst();
};

export const countPresetsOf = (ctx: Context, clientIds: readonly string[]) =>
  countByClient(ctx, 'qr_presets', clientIds);

export const findPresetsOf = (ctx: Context, clientId: string) =>
  ctx.db
    .selectFrom('qr_presets')
    .select(['name', 'design'])
    .where('organization_id', '=', ctx.organizationId)
    .where('client_id', '=', clientId)
    .orderBy('id')
    .execute();

export async function insertPresets(ctx: Context, to: string, presets: readonly { name: string; design: QrDesign }[]) {
  if (presets.length === 0) return;
  await sql`
    insert into qr_presets (organization_id, client_id, name, design)
    select ${ctx.organizationId}::uuid, ${to}::uuid, name, design
    from json_to_recordset(${JSON.stringify(presets)}::json) as copy (name text, design jsonb)`.execute(ctx.db);
}
