import { randomBytes } from 'node:crypto';
import type { ServedInput } from '@waggle/contracts/endpoint';
import type { addShop as addShopCall, Shop } from '@waggle/contracts/shops';
import { clientOfNew, person } from '#features/accounts/index.ts';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import * as queries from './queries.ts';

export type ShopParts = { secrets: Secrets; publicUrl: string };

export async function listShops({ publicUrl }: ShopParts, ctx: Context) {
  const rows = await queries.findShops(ctx, activeClient(ctx));
  return { items: rows.map((row) => present(publicUrl, ctx, row)) };
}

const present = (publicUrl: string, ctx: Context, row: queries.ShopRow): Shop => ({
  id: row.id,
  clientId: row.client_id,
  name: row.name,
  kind: row.kind as Shop['kind'],
  url: `${publicUrl}/orders/${ctx.organizationId}/${row.id}`,
  lastOrderAt: row.last_order_at?.toISOString() ?? null,
  lastError: row.last_error,
  lastErrorAt: row.last_error_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});

/** A secret of ours is shown in this answer and never again. */
export async function addShop(
  { secrets, publicUrl }: ShopParts,
  ctx: Context,
  typed: ServedInput<typeof addShopCall>['body'],
) {
  const isOurs = typed.kind === 'signed';
  if (!isOurs && !typed.secret) {
    const message = 'Enter the signing secret that your shop shows';
    throw new Problem('invalid_input', message, { fields: { secret: message } });
  }
  if ((await queries.countShops(ctx)) >= queries.mostShops)
    throw new Problem('quota_reached', `Up to ${queries.mostShops} shops can be connected. Delete one you don't need.`);
  const secret = isOurs ? `shop_${randomBytes(24).toString('base64url')}` : typed.secret!;
  const row = await queries.insertShop(ctx, {
    client_id: await clientOfNew(ctx, typed.clientId),
    name: typed.name,
    kind: typed.kind,
    secret: secrets.encrypt({ purpose: 'shop', owner: ctx.organizationId }, secret),
    created_by: person(ctx).userId,
  });
  return { ...present(publicUrl, ctx, row), secret: isOurs ? secret : null };
}

export async function deleteShop(ctx: Context, shopId: string): Promise<void> {
  if (!(await queries.deleteShopRow(ctx, shopId))) throw notFound();
}
