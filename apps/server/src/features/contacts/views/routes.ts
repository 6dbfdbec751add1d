import * as contract from '@waggle/contracts/contact-views';
import { type Mount, serve } from '#platform/http/serve.ts';
import { presentView } from './present.ts';
import * as views from './views.ts';

export function viewRoutes(mount: Mount): void {
  serve(mount, contract.listContactViews, async (ctx) => ({ items: (await views.listViews(ctx)).map(presentView) }));
  serve(mount, contract.createContactView, async (ctx, { body }) => presentView(await views.createView(ctx, body)));
  serve(mount, contract.updateContactView, async (ctx, { params, body }) =>
    presentView(await views.updateView(ctx, params.viewId, body)),
  );
  serve(mount, contract.deleteContactView, (ctx, { params }) => views.deleteView(ctx, params.viewId));
}
