import { z } from 'zod';
import { ClientOfNew } from './clients.ts';
import { endpoint, idOf, NoReply } from './endpoint.ts';
import { Instant, line } from './fields.ts';

export const shopKinds = ['stripe', 'shopify', 'signed'] as const;
export type ShopKind = (typeof shopKinds)[number];

export const Shop = z.object({
  id: z.uuid(),
  clientId: z.uuid().nullable(),
  name: z.string(),
  kind: z.enum(shopKinds),
  /** Where the shop sends its reports. */
  url: z.string(),
  lastOrderAt: Instant.nullable(),
  lastError: z.string().nullable(),
  lastErrorAt: Instant.nullable(),
  createdAt: Instant,
});
export type Shop = z.infer<typeof Shop>;

export const listShops = endpoint({
  name: 'shops.list',
  method: 'GET',
  path: '/api/shops',
  needs: 'purchases:manage',
  summary: 'Shops that report what was bought.',
  reply: z.object({ items: z.array(Shop) }),
});

export const addShop = endpoint({
  name: 'shops.create',
  method: 'POST',
  path: '/api/shops',
  needs: 'purchases:manage',
  audit: { entity: 'shop' },
  summary:
    'Connects a shop. Stripe and Shopify give a secret to sign with; for any other shop one is made and shown once.',
  status: 201,
  body: z.strictObject({
    name: line(80, 'Enter a name').min(1, 'Enter a name'),
    kind: z.enum(shopKinds),
    /** Of Stripe and Shopify. */
    secret: line(200).optional(),
    clientId: ClientOfNew,
  }),
  reply: Shop.extend({ secret: z.string().nullable() }),
});

export const deleteShop = endpoint({
  name: 'shops.delete',
  method: 'DELETE',
  path: '/api/shops/:shopId',
  needs: 'purchases:manage',
  audit: { entity: 'shop' },
  summary: 'Disconnects a shop. What was bought stays.',
  status: 204,
  params: z.strictObject({ shopId: idOf('shop') }),
  reply: NoReply,
});
