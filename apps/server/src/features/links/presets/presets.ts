import { QrDesign } from '@waggle/contracts/qr-design';
import type { QrPreset } from '@waggle/contracts/qr-presets';
import { clientOrOrganization } from '#features/accounts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { checkDesign } from '../codes/design.ts';
import { logoFor } from '../images/logos.ts';
import { refuseBelowPlan } from '../plan.ts';
import { exampleUrl, type Links } from '../short-url.ts';
import * as queries from './queries.ts';

/** Of one organization, with all its clients. */
export const mostPresets = 200;

export const listPresets = async (ctx: Context) => ({
  items: (await queries.findPresets(ctx, mostPresets)).map(presentPreset),
});

type New = { name: string; design: QrDesign; clientId?: string | null | undefined };

export async function createPreset(ctx: Context, links: Links, { name, design, ...typed }: New): Promise<QrPreset> {
  await refuseBelowPlan(ctx);
  await checkDesign(ctx, design, exampleUrl(ctx, links, typed.clientId));
  return inTransaction(ctx, async (ctx) => {
    const clientId = await clientOrOrganization(ctx, typed.clientId);
    if ((await queries.countPresets(ctx)) >= mostPresets)
      throw new Problem(
        'quota_reached',
        `You have ${mostPresets} presets. Delete one you no longer use, then try again.`,
      );
    const logoId = await logoFor(ctx, design.logoId, clientId);
    const preset = await queries.insertPreset(ctx, { name, design: { ...design, logoId }, client_id: clientId });
    await ctx.audit?.(ctx, preset.id);
    return presentPreset(preset);
  });
}

export async function deletePreset(ctx: Context, presetId: string): Promise<void> {
  if (!(await queries.deletePreset(ctx, presetId))) throw notFound();
}

const presentPreset = (row: queries.PresetRow): QrPreset => ({
  id: row.id,
  name: row.name,
  design: QrDesign.parse(row.design),
  clientId: row.client_id,
  createdAt: row.created_at.toISOString(),
});
