import { mostProductLogoBytes, mostProductLogoSide } from '@waggle/contracts/white-label';
import { type Context, inTransaction } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { imageKindOf } from '#platform/storage/image-header.ts';
import { organizationQuota, type Storage } from '#platform/storage/storage.ts';
import type { ServedAccounts } from '../accounts.ts';
import { requireConfirmedAddress } from '../confirmation/confirmation.ts';
import { readOrganization } from '../organization.ts';
import { wholeOrganization } from '../whole-organization.ts';
import { includesWhiteLabel } from './product.ts';
import * as queries from './queries.ts';

const purpose = 'product-logo';

export const readWhiteLabel = (ctx: Context): Promise<queries.WhiteLabelRow | undefined> => queries.findWhiteLabel(ctx);

type Typed = {
  isOn: boolean;
  name: string;
  accent: string | null;
  markId: string | null;
  wideId: string | null;
  supportEmail: string;
  hidesPoweredBy: boolean;
};

/** Its name is in emails to strangers, so whoever saves it has shown that they read their own mailbox. */
export async function updateWhiteLabel(accounts: ServedAccounts, ctx: Context, typed: Typed) {
  await refuseBelowPlan(ctx);
  await requireConfirmedAddress(ctx);
  return inTransaction(wholeOrganization(accounts, ctx), async (ctx) => {
    const before = await queries.holdWhiteLabel(ctx);
    const mark = { id: before?.mark_id ?? null, name: before?.mark_name ?? null };
    const wide = { id: before?.wide_id ?? null, name: before?.wide_name ?? null };
    const kept = await keptPicture(accounts.storage, ctx, mark, typed.markId);
    const keptWide = await keptPicture(accounts.storage, ctx, wide, typed.wideId);
    const row = {
      is_on: typed.isOn,
      name: typed.name,
      accent: typed.accent,
      mark_id: kept.id,
      mark_name: kept.name,
      wide_id: keptWide.id,
      wide_name: keptWide.name,
      support_email: typed.supportEmail || null,
      hides_powered_by: typed.hidesPoweredBy,
    };
    await queries.saveWhiteLabel(ctx, row);
    await ctx.audit?.(ctx);
    return row;
  });
}

async function refuseBelowPlan(ctx: Context): Promise<void> {
  const { subscription_tier: tier } = await readOrganization(ctx);
  if (!includesWhiteLabel(tier, ctx))
    throw new Problem('plan_limit', "Your plan doesn't include white label. Upgrade to System to use it.");
}

type Picture = { id: string | null; name: string | null };

/** The new picture is kept and the one before released, whose address works for another day: pages that are open show it. */
async function keptPicture(storage: Storage, ctx: Context, before: Picture, id: string | null): Promise<Picture> {
  if (id === before.id) return before;
  const file = id === null ? null : await storage.keep(ctx, { id, purpose });
  if (before.id !== null) await storage.release(ctx, { id: before.id, purpose });
  return { id: file?.id ?? null, name: file?.url?.split('/').at(-1) ?? null };
}

/** Kind and size are read from its first bytes. SVG is a program and is refused; so is a picture that moves. */
export async function uploadProductLogo(storage: Storage, ctx: Context, sent: Uint8Array) {
  await refuseBelowPlan(ctx);
  const content = Buffer.from(sent);
  if (!['png', 'jpeg', 'webp'].includes(imageKindOf(content) ?? '')) {
    const message = 'Choose an image in PNG, JPEG or WebP format.';
    throw new Problem('invalid_input', message, { fields: { body: message } });
  }
  const upload = { content, purpose, clientId: null, isPublic: true };
  const limits = { mostBytes: mostProductLogoBytes, mostSide: mostProductLogoSide, quota: organizationQuota };
  const { id, url } = await storage.put(ctx, upload, limits);
  return { id, url: url! };
}
