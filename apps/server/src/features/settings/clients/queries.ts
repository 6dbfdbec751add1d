import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';

/** Of each of these clients, and with null of the organization itself. */
const ofThese = (clientIds: readonly string[]) =>
  sql<boolean>`(client_id is null or client_id = any(${clientIds}::uuid[]))`;

export type DomainOf = { clientId: string | null; domain: string; state: string; checkedAt: Date | null };

/** The best one of each: verified before failing before new, then the oldest. */
export async function findDomainsOf(ctx: Context, clientIds: readonly string[]): Promise<DomainOf[]> {
  const { rows } = await sql<DomainOf>`
    select distinct on (client_id) client_id as "clientId", domain, state, checked_at as "checkedAt" from sending_domains
    where organization_id = ${ctx.organizationId}::uuid and ${ofThese(clientIds)}
    order by client_id, state = 'verified' desc, state = 'failing' desc, created_at, id`.execute(ctx.db);
  return rows;
}

export type SenderOf = { clientId: string | null; name: string; email: string; isReady: boolean };

/** The one that campaigns take: the default, else one on a verified domain. */
export async function findSendersOf(ctx: Context, clientIds: readonly string[]): Promise<SenderOf[]> {
  const { rows } = await sql<SenderOf>`
    select distinct on (senders.client_id) senders.client_id as "clientId", from_name as name, from_email as email,
      domains.state = 'verified' as "isReady"
    from (select * from senders where organization_id = ${ctx.organizationId}::uuid and ${ofThese(clientIds)}) senders
    join sending_domains domains on domains.organization_id = senders.organization_id and domains.id = senders.domain_id
    order by senders.client_id, senders.is_default desc, domains.state = 'verified' desc, senders.id`.execute(ctx.db);
  return rows;
}
