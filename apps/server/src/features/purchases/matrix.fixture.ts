import { randomUUID } from 'node:crypto';
import type * as contract from '@waggle/contracts/purchases';
import type * as shops from '@waggle/contracts/shops';
import { clientInSight, codeInSight, contactInSight } from '../../../test/matrix/in-sight.ts';
import { type FixtureRows, fresh, type SamplesOf } from '../../../test/matrix/scene.ts';

export const rows = {
  purchase: {
    table: 'purchases',
    insert: async (api, { organizationId, mark }, clientId) => {
      const { rows: inserted } = await api.db.owner.query<{ id: string }>(
        `insert into purchases (organization_id, client_id, source, order_scope, order_hash, order_name, paid_amount, paid_currency, amount, purchased_at)
         values ($1, $2, 'manual', $1, sha256(convert_to($3, 'UTF8')), $4, 1250, 'USD', 1250, now()) returning id`,
        [organizationId, clientId, randomUUID(), `Order ${mark}`],
      );
      return inserted[0]!.id;
    },
  },
  shop: {
    table: 'shops',
    insert: async (api, { organizationId, mark }, clientId) => {
      const { rows: inserted } = await api.db.owner.query<{ id: string }>(
        `insert into shops (organization_id, client_id, name, kind, secret) values ($1, $2, $3, 'stripe', '\\x00') returning id`,
        [organizationId, clientId, `Shop ${mark}`],
      );
      return inserted[0]!.id;
    },
  },
} satisfies FixtureRows;

const row = () => ({
  email: `buyer${fresh()}@shops.example`,
  amount: '12.50',
  currency: 'USD',
  purchasedAt: '2026-05-31',
  orderName: `A-${fresh()}`,
  description: '',
});

export const samples: SamplesOf<typeof contract & typeof shops> = {
  'purchases.list': async (scene) => ({ query: { contactId: (await contactInSight(scene)).contact } }),
  'purchases.create': async (scene) => ({
    body: { contactId: (await contactInSight(scene)).contact, amount: '12.50', currency: 'USD' },
  }),
  'purchases.refund': async (scene) => ({
    params: { purchaseId: await rows.purchase.insert(scene.api, scene.tenant, clientInSight(scene)) },
    body: { amount: '2.50' },
  }),
  'purchases.delete': async (scene) => ({
    params: { purchaseId: await rows.purchase.insert(scene.api, scene.tenant, clientInSight(scene)) },
  }),
  'purchases.revenue': async (scene) => ({ query: { qrCodeId: (await codeInSight(scene))['qr-code'] } }),
  'purchases.currency': () => ({ body: { currency: 'USD' } }),
  'purchases.read-currency': () => ({}),
  'purchases.check-file': () => ({ upload: Buffer.from('email,amount,order\nann@shops.example,12.50,1001\n') }),
  'purchases.create-many': (scene) => ({ body: { rows: [row()], clientId: clientInSight(scene) } }),
  'shops.list': () => ({}),
  'shops.create': (scene) => ({
    body: { name: 'Corner shop', kind: 'stripe', secret: 'whsec_sample', clientId: clientInSight(scene) },
  }),
  'shops.delete': async (scene) => ({
    params: { shopId: await rows.shop.insert(scene.api, scene.tenant, clientInSight(scene)) },
  }),
};
