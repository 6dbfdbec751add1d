import * as contract from '@waggle/contracts/billing';
import { type Mount, serve } from '#platform/http/serve.ts';
import { listInvoices, readBilling, readNotice } from './billing.ts';
import type { Billing } from './parts.ts';
import { openPortal } from './portal.ts';
import { askAdmin, contactSales } from './questions/questions.ts';
import { previewUpgrade } from './upgrade/preview.ts';
import { upgrade } from './upgrade/upgrade.ts';
import { serveWebhook } from './webhook/routes.ts';

export function billingRoutes(mount: Mount, billing: Billing): void {
  serve(mount, contract.readBilling, (ctx) => readBilling(billing, mount.database, ctx));
  serve(mount, contract.readBillingNotice, (ctx) => readNotice(billing, ctx));
  serve(mount, contract.listInvoices, (ctx) => listInvoices(billing, ctx));
  serve(mount, contract.previewUpgrade, (ctx, { query }) => previewUpgrade(billing, ctx, query.priceId));
  serve(mount, contract.createSubscription, (ctx, { body }) => upgrade(billing, ctx, body.priceId));
  serve(mount, contract.createPortalSession, (ctx) => openPortal(billing, ctx));
  serve(mount, contract.contactSales, (ctx) => contactSales(billing, ctx));
  serve(mount, contract.askAdmin, (ctx, { body }) => askAdmin(billing, ctx, body.need));
  serveWebhook(mount, billing);
}
