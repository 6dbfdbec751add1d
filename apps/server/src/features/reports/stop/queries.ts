import { sql } from 'kysely';
import { emailHash } from '#features/contacts/index.ts';
import type { Context } from '#platform/context.ts';

/** Which of these addresses, in small letters, want no reports about the client, or with null about all clients together. */
export async function findStopped(ctx: Context, folded: readonly string[], clientId: string | null) {
  const { rows } = await sql<{ folded: string }>`
    select folded from unnest(${folded}::text[]) as asked (folded)
    where exists (
      select from report_stops where organization_id = ${ctx.organizationId}::uuid and client_id is not distinct from ${clientId}::uuid
        and address_hash = ${emailHash(ctx, sql`asked.folded`)})`.execute(ctx.db);
  return new Set(rows.map((row) => row.folded));
}

/** By the email whose link was pressed. A second press changes nothing. */
export async function stopReports(ctx: Context, emailId: string): Promise<void> {
  await sql`
    insert into report_stops (organization_id, client_id, address_hash)
    select organization_id, client_id, address_hash from report_emails
    where organization_id = ${ctx.organizationId}::uuid and id = ${emailId}::uuid
    on conflict (organization_id, client_id, address_hash) do nothing`.execute(ctx.db);
}
