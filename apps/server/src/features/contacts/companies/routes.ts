import { type Company, listCompanies } from '@waggle/contracts/companies';
import { type Mount, serve } from '#platform/http/serve.ts';
import { type CompanyRow, findCompanies } from './queries.ts';

const presentCompany = (row: CompanyRow): Company => ({
  id: row.id,
  name: row.name,
  contacts: Number(row.contacts),
  mailable: Number(row.mailable),
  lastActivityAt: row.last_activity_at?.toISOString() ?? null,
});

export function companyRoutes(mount: Mount): void {
  serve(mount, listCompanies, async (ctx, { query }) => {
    const { items, ...rest } = await findCompanies(ctx, query);
    return { items: items.map(presentCompany), ...rest };
  });
}
