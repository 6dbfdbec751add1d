import * as contract from '@waggle/contracts/purchases';
import * as shopContract from '@waggle/contracts/shops';
import { type Mount, serve } from '#platform/http/serve.ts';
import { addMany } from './file/add-many.ts';
import { readPurchaseFile } from './file/read-file.ts';
import * as purchases from './purchases.ts';
import { revenueOf } from './revenue.ts';
import { addShop, deleteShop, listShops, type ShopParts } from './shops/shops.ts';

export function purchaseRoutes(mount: Mount, parts: ShopParts): void {
  serve(mount, contract.listPurchases, (ctx, { query }) => purchases.listPurchases(ctx, query));
  serve(mount, contract.addPurchase, (ctx, { body }) => purchases.addPurchase(ctx, body));
  serve(mount, contract.refundPurchase, (ctx, { params, body }) =>
    purchases.refundPurchase(ctx, params.purchaseId, body.amount),
  );
  serve(mount, contract.deletePurchase, (ctx, { params }) => purchases.deletePurchase(ctx, params.purchaseId));
  serve(mount, contract.readRevenue, (ctx, { query }) => revenueOf(ctx, query));
  serve(mount, contract.readCurrency, (ctx) => purchases.readCurrency(ctx));
  serve(mount, contract.setCurrency, (ctx, { body }) => purchases.setCurrency(ctx, body.currency));
  serve(mount, contract.checkPurchaseFile, async (ctx, { upload }) =>
    readPurchaseFile(upload, (await purchases.readCurrency(ctx)).currency, ctx.now()),
  );
  serve(mount, contract.addPurchases, (ctx, { body }) => addMany(ctx, body));
  serve(mount, shopContract.listShops, (ctx) => listShops(parts, ctx));
  serve(mount, shopContract.addShop, (ctx, { body }) => addShop(parts, ctx, body));
  serve(mount, shopContract.deleteShop, (ctx, { params }) => deleteShop(ctx, params.shopId));
}
