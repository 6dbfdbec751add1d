import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { makeKey } from '../suppression/queries.ts';
import type { MadeUp } from './people.ts';

type Made = MadeUp & { status: string; source: string; clientId: string | null; daysAgo: number };

/** Whose address exists already is left alone. */
export async function insertMadeUp(ctx: Pick<Context, 'db' | 'organizationId'>, people: Made[]) {
  const { rows } = await sql<{ id: string; client_id: string | null; email: string }>`
    with added as (
      insert into contacts (organization_id, client_id, email, first_name, last_name, phone, phone_e164, status, source, created_at, last_activity_at)
      select ${ctx.organizationId}, "clientId", email, "firstName", "lastName", phone, regexp_replace(phone, '[^+0-9]', '', 'g'), status, source,
        now() - make_interval(secs => "daysAgo" * 86400), now() - make_interval(secs => "daysAgo" * 21600)
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as person
        ("clientId" uuid, email text, "firstName" text, "lastName" text, phone text, status text, source text, "daysAgo" float)
      on conflict do nothing returning id, client_id, email, source, created_at
    ), remembered as (
      insert into contact_activity (organization_id, contact_id, client_id, type, data, happened_at)
      select ${ctx.organizationId}, id, client_id, 'contact.created', jsonb_build_object('source', source),
        greatest(created_at, date_trunc('month', now()) - interval '20 days') from added
    )
    select id, client_id, email from added`.execute(ctx.db);
  return rows;
}

type Link = { contactId: string; tagId: string; clientId: string | null };

export async function insertLinks(ctx: Pick<Context, 'db' | 'organizationId'>, links: Link[]): Promise<void> {
  await sql`
    with given as (
      insert into contact_tags (organization_id, contact_id, tag_id, client_id, contact_created_at)
      select ${ctx.organizationId}, "contactId", "tagId", "clientId", contacts.created_at
      from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link ("contactId" uuid, "tagId" uuid, "clientId" uuid)
      join contacts on contacts.organization_id = ${ctx.organizationId} and contacts.id = "contactId"
      on conflict do nothing returning contact_id, tag_id, client_id
    )
    insert into contact_activity (organization_id, contact_id, client_id, type, ref_id)
    select ${ctx.organizationId}, contact_id, client_id, 'tag.added', tag_id from given`.execute(ctx.db);
}

/** Nobody is opted out without a suppression that says so. */
export async function suppressOptedOut(ctx: Pick<Context, 'db' | 'organizationId'>): Promise<void> {
  await makeKey(ctx, randomBytes(32));
  await sql`
    insert into suppressions (organization_id, client_id, channel, address_hash, address, reason, source, happened_at)
    select organization_id, client_id, 'email', public.hash_address('email', email), email, status, 'import', last_activity_at
    from contacts where organization_id = ${ctx.organizationId} and status in ('unsubscribed', 'bounced', 'complained')
    on conflict do nothing`.execute(ctx.db);
}
