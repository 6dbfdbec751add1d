import type { LeftOut } from '@waggle/contracts/client-templates';
import { QrDesign } from '@waggle/contracts/qr-design';
import { entitlements } from '#features/plans/index.ts';
import type { Context } from '#platform/context.ts';
import { mostPresets } from './presets.ts';
import { countPresets, findPresetsOf, insertPresets } from './queries.ts';

/** Without their logos, which are the other client's. A design is no harder to read without one. */
export async function copyPresets(
  ctx: Context,
  { from, to }: { from: string; to: string },
): Promise<{ copied: number; leftOut: LeftOut[] }> {
  const presets = (await findPresetsOf(ctx, from)).map(({ name, design }) => ({
    name,
    design: QrDesign.parse(design),
  }));
  const { features } = await entitlements(ctx);
  const room = features.qrCodes ? Math.max(0, mostPresets - (await countPresets(ctx))) : 0;
  const fitting = presets.slice(0, room);
  await insertPresets(
    ctx,
    to,
    fitting.map(({ name, design }) => ({ name, design: { ...design, logoId: null } })),
  );
  const because = features.qrCodes ? 'quota' : 'plan';
  return {
    copied: fitting.length,
    leftOut: [
      ...presets.slice(room).map(({ name }): LeftOut => ({ kind: 'qrPresets', name, because, isCopied: false })),
      ...fitting
        .filter(({ design }) => design.logoId !== null)
        .map(({ name }): LeftOut => ({ kind: 'qrPresets', name, because: 'logo', isCopied: true })),
    ],
  };
}
