import { sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { own } from '../queries.ts';

/**
 * Every table with a `contact_id` that the application may read, those of later features among them. Partitions are not:
 * nobody is granted anything on them, so each row is met once, through its parent.
 */
export async function tablesAboutContacts(ctx: Context): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name::text as name from information_schema.columns
    where table_schema = 'public' and column_name = 'contact_id' order by 1`.execute(ctx.db);
  return rows.map(({ name }) => name);
}

export async function rowsAbout(ctx: Context, table: string, contactId: string): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(t) as row from ${sql.table(table)} t
    where t.organization_id = ${ctx.organizationId}::uuid and t.contact_id = ${contactId}::uuid`.execute(ctx.db);
  return rows.map(({ row }) => row);
}

export const deleteAbout = (ctx: Context, table: string, contactId: string) =>
  sql`delete from ${sql.table(table)} where organization_id = ${ctx.organizationId}::uuid and contact_id = ${contactId}::uuid`.execute(
    ctx.db,
  );

/** Hashes of the addresses mails to these contacts went to, those they had before among them. */
export async function mailedHashes(ctx: Context, contactIds: string[]): Promise<Buffer[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    select distinct sends.address_hash as hash from campaign_sends sends
    where sends.organization_id = ${ctx.organizationId}::uuid and sends.address_hash is not null
      and sends.contact_id in (
        select unnest(${contactIds}::uuid[])
        union all select merged_id from contact_merges
        where organization_id = ${ctx.organizationId}::uuid and contact_id = any(${contactIds}::uuid[]))`.execute(
    ctx.db,
  );
  return rows.map(({ hash }) => hash);
}

/**
 * The ledger of a campaign must still add up, so its row stays, under ids that nobody has ever seen: neither the contact nor
 * a link in a mail leads to it any more. What a server answered may hold the address. Who waits never gets the mail.
 */
export const forgetInLedgers = (ctx: Context, contactId: string) =>
  sql`update campaign_sends set contact_id = new_id(), id = new_id(), reason = 'erased', receiver = '', address_hash = null, retryable = false,
      state = case when state in ('pending', 'claimed') then 'suppressed' when state = 'offering' then 'uncertain' else state end,
      lease_no = lease_no + 1, lease_until = null
    where organization_id = ${ctx.organizationId}::uuid and contact_id = ${contactId}::uuid`.execute(ctx.db);

/** Amounts stay where they were counted; whose they were, and the number by which the shop would say it, go. */
export const forgetBuyer = (ctx: Context, contactIds: readonly string[]) =>
  sql`update purchases set contact_id = null, order_name = null, description = null
    where organization_id = ${ctx.organizationId}::uuid and contact_id = any(${contactIds}::uuid[])`.execute(ctx.db);

/** The row without what is only made of it for sorting and searching. */
export async function wholeContact(ctx: Context, contactId: string): Promise<unknown> {
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(c) - array['email_folded', 'name_folded', 'search_words', 'company_key'] as row from contacts c
    where organization_id = ${ctx.organizationId}::uuid and id = ${contactId}::uuid`.execute(ctx.db);
  return rows[0]?.row;
}

export async function suppressionRows(ctx: Context, email: string, number: string | null): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(s) as row from suppressions s
    where organization_id = ${ctx.organizationId}::uuid and ${isHash(email, number)}`.execute(ctx.db);
  return rows.map(({ row }) => row);
}

const isHash = (email: string, number: string | null) => sql<boolean>`(channel, address_hash) in (
  select 'email', public.hash_address('email', ${email}) union all select 'sms', public.hash_address('sms', ${number}::text))`;

/** Wherever in the refused row the address stands, with whatever around it: rather one row too many. */
const names = (email: string) =>
  sql<boolean>`(lower(email) = ${email.toLowerCase()} or position(${email.toLowerCase()} in lower(cells::text)) > 0)`;

export async function refusedRows(ctx: Context, email: string): Promise<unknown[]> {
  const { rows } = await sql<{ row: unknown }>`
    select to_jsonb(e) as row from import_errors e
    where organization_id = ${ctx.organizationId}::uuid and ${names(email)}`.execute(ctx.db);
  return rows.map(({ row }) => row);
}

/** The import that brought the contact, with the consent stated for everybody in it. */
export async function importOf(ctx: Context, contactId: string): Promise<unknown> {
  const { rows } = await sql<{ row: unknown }>`
    select jsonb_build_object('id', i.id, 'name', i.name, 'basis', i.plan ->> 'basis', 'startedAt', i.started_at) as row
    from contacts c join imports i on i.organization_id = c.organization_id and i.id = c.import_id
    where c.organization_id = ${ctx.organizationId}::uuid and c.id = ${contactId}::uuid`.execute(ctx.db);
  return rows[0]?.row ?? null;
}

/** Everybody in sight who has the address: with several clients, one person may be several contacts. */
export const lockWithAddress = (ctx: Context, email: string) =>
  own(ctx)
    .select(['id', 'client_id', 'phone_e164', sql<string[]>`public.words_in(name_folded)`.as('words')])
    .where('email_folded', '=', email.toLowerCase())
    .orderBy('id')
    .forUpdate()
    .execute();

/** Addresses that other contacts brought when they were merged into these. */
export async function mergedAddresses(ctx: Context, contactIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct data ->> 'email' as email from contact_activity
    where organization_id = ${ctx.organizationId}::uuid and contact_id = any(${contactIds}::uuid[])
      and type = 'contact.merged' and data ->> 'email' is not null`.execute(ctx.db);
  return rows.map(({ email }) => email);
}

/** Changes that name the address. */
const namesAddress = (email: string) =>
  sql<boolean>`position(${JSON.stringify(email.toLowerCase())} in lower(was::text)) > 0`;

/** What is kept of an earlier contact with the address while its deletion can be taken back; found by the change, so before that goes. */
export async function forgetDeleted(ctx: Context, email: string): Promise<void> {
  const gone = sql`select contact_id from contact_changes where organization_id = ${ctx.organizationId}::uuid
    and change = 'deleted' and ${namesAddress(email)} and not exists (
      select from contacts where contacts.organization_id = contact_changes.organization_id and contacts.id = contact_changes.contact_id)`;
  await sql`update purchases set contact_id = null, order_name = null, description = null
    where organization_id = ${ctx.organizationId}::uuid and contact_id in (${gone})`.execute(ctx.db);
  for (const table of ['contact_notes', 'contact_tasks', 'contact_activity', 'contact_touches'])
    await sql`delete from ${sql.table(table)} where organization_id = ${ctx.organizationId}::uuid and contact_id in (${gone})`.execute(
      ctx.db,
    );
}

/** Also what was noted about an earlier contact with the address, which is deleted and could still be brought back. */
export const forgetChanges = (ctx: Context, email: string) =>
  sql`delete from contact_changes where organization_id = ${ctx.organizationId}::uuid and ${namesAddress(email)}`.execute(
    ctx.db,
  );

export const forgetRefusedRows = (ctx: Context, email: string) =>
  sql`delete from import_errors where organization_id = ${ctx.organizationId}::uuid and ${names(email)}`.execute(
    ctx.db,
  );

/** What was sent with forms: also before there was a contact, and after it was deleted. */
export const forgetSubmissions = (ctx: Context, email: string) =>
  sql`delete from form_submissions where organization_id = ${ctx.organizationId}::uuid
    and address_hash = public.hash_address('email', ${email})`.execute(ctx.db);

export const forgetSpam = (ctx: Context, email: string) =>
  sql`delete from form_spam where organization_id = ${ctx.organizationId}::uuid
    and address_hash = public.hash_address('email', ${email})`.execute(ctx.db);

/** Sample values and corrections of imports; the first rows of a file stand side by side, so all samples of it go. */
export const forgetSamples = (ctx: Context, email: string) =>
  sql`
    update imports set
      columns = (select jsonb_agg(jsonb_set(col, '{samples}', '[]')) from jsonb_array_elements(columns) as list (col)),
      plan = case when plan ? 'fixes' then jsonb_set(plan, '{fixes}', '[]') else plan end
    where organization_id = ${ctx.organizationId}::uuid
      and position(${email.toLowerCase()} in lower(coalesce(columns::text, '') || coalesce(plan::text, ''))) > 0`.execute(
    ctx.db,
  );

/** The hash alone still says who it is. */
export const forgetAddress = (ctx: Context, email: string, number: string | null) =>
  sql`update suppressions set address = null
    where organization_id = ${ctx.organizationId}::uuid and address is not null and ${isHash(email, number)}`.execute(
    ctx.db,
  );

/** The index finds who has the word anywhere; only names count. */
const isUnused = (ctx: Context) => sql<boolean>`not exists (
  select from contacts where organization_id = ${ctx.organizationId}::uuid and word = any(public.words_in(name_folded))
  and id in (select public.contact_matches(('''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || '''')::tsquery, 200)))`;

/** Words of names that nobody in sight has any more. */
export const forgetWords = (ctx: Context, words: string[]) =>
  sql`delete from contact_words
    where organization_id = ${ctx.organizationId}::uuid and word = any(${words}::text[]) and ${isUnused(ctx)}`.execute(
    ctx.db,
  );

/** The next 500 words in their order; answers the last of them, or null at the end. */
export async function forgetWordsAfter(ctx: Context, last: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with listed as materialized (
      select word from contact_words where organization_id = ${ctx.organizationId}::uuid and word > ${last} order by word limit 500
    ), gone as (
      delete from contact_words where organization_id = ${ctx.organizationId}::uuid and word = any(array(select word from listed)) and ${isUnused(ctx)}
    )
    select max(word) as last from listed`.execute(ctx.db);
  return rows[0]?.last ?? null;
}

/** Under the key of the organization, which an erasure has made if there was none. */
export async function hashesOf(ctx: Context, addresses: readonly string[]): Promise<{ key: Buffer; hashes: Buffer[] }> {
  const { rows } = await sql<{ key: Buffer; hashes: Buffer[] }>`
    select key, array(select public.hash_address('email', address) from unnest(${addresses}::text[]) as list (address)) as hashes
    from suppression_keys where organization_id = ${ctx.organizationId}::uuid`.execute(ctx.db);
  if (!rows[0]) throw new Error('An erasure left no key.');
  return rows[0];
}

export async function organizationIsThere(ctx: Context): Promise<boolean> {
  const { rows } = await sql`select from organizations where id = ${ctx.organizationId}::uuid`.execute(ctx.db);
  return rows.length > 0;
}

/** Hashes of addresses, and the key they were made with: the organization may have made another meanwhile. */
export type Hashed = { hashes: readonly Buffer[]; key: Buffer };

/** As hash_address() does it. */
const hashUnder = (key: Buffer) =>
  sql`sha256(${key}::bytea || sha256(${key}::bytea || convert_to('email:' || email_folded, 'UTF8')))`;

/** With hashes it reads every contact of the organization once. */
export async function addressesOf(ctx: Context, contactIds: string[], hashed: Hashed | null): Promise<string[]> {
  const isHashed = hashed ? sql`or ${hashUnder(hashed.key)} = any(${hashed.hashes}::bytea[])` : sql``;
  const { rows } = await sql<{ email: string }>`
    select distinct email_folded as email from contacts where organization_id = ${ctx.organizationId}::uuid
      and (id = any(${contactIds}::uuid[]) ${isHashed})`.execute(ctx.db);
  return rows.map(({ email }) => email);
}

/** Hashes of another key say nothing to this organization. */
export async function hasKey(ctx: Context, key: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from suppression_keys where organization_id = ${ctx.organizationId}::uuid and key = ${key}`.execute(ctx.db);
  return rows.length > 0;
}
