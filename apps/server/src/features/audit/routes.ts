import * as contract from '@waggle/contracts/audit';
import { type Mount, serve } from '#platform/http/serve.ts';
import { exportEntries, listEntries } from './audit-log.ts';
import { findPeople } from './queries.ts';

export function auditRoutes(mount: Mount): void {
  serve(mount, contract.listAuditLog, (ctx, { query }) => listEntries(ctx, query));
  serve(mount, contract.listAuditPeople, async (ctx) => ({ items: await findPeople(ctx) }));
  serve(mount, contract.exportAuditLog, (ctx, { query }) => exportEntries(ctx, query));
}
