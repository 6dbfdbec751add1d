import * as contract from '@waggle/contracts/contacts';
import { type Mount, serve } from '#platform/http/serve.ts';
import { exportContacts } from './export.ts';

export function exportRoutes(mount: Mount): void {
  serve(mount, contract.exportContacts, (ctx, { query }) => exportContacts(ctx, query));
}
