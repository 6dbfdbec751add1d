import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { arrayOf } from '../rows/array-literal.ts';
import type { Met, NewContact } from '../rows/classify.ts';
import type { Ready, Refused } from '../rows/row.ts';

/** What every row of one import has in common. */
export type Stamp = {
  importId: string;
  clientId: string | null;
  /** First day of the month in which the import was started: the partition of what it changes. */
  month: string;
};

/**
 * This transaction does not wait for the disk. If the database crashes, the last bundles are gone together with the place
 * that says they are done, and are written again; the commit that ends the import waits, and with it everything before.
 */
export async function commitInBackground(ctx: Context): Promise<void> {
  await sql`set local synchronous_commit = off`.execute(ctx.db);
}

type Column = { name: string; type: string; of: (ready: Ready) => string | null };

const always: Column = { name: 'email', type: 'text', of: ({ email }) => email };
/** Sent only where some row has a value: what nobody has costs nothing. */
const optional: Column[] = [
  { name: 'first_name', type: 'text', of: ({ firstName }) => firstName },
  { name: 'last_name', type: 'text', of: ({ lastName }) => lastName },
  { name: 'phone', type: 'text', of: ({ phone }) => phone },
  { name: 'phone_e164', type: 'text', of: ({ phoneE164 }) => phoneE164 },
  { name: 'company', type: 'text', of: ({ company }) => company },
  { name: 'time_zone', type: 'text', of: ({ timeZone }) => timeZone },
];
/** These have no null in the table. */
const defaulted: (Column & { fallback: RawBuilder<unknown> })[] = [
  { name: 'source', type: 'text', of: ({ source }) => source, fallback: sql`'import'` },
  { name: 'created_at', type: 'timestamptz', of: ({ createdAt }) => createdAt, fallback: sql`now()` },
  {
    name: 'attributes',
    type: 'jsonb',
    of: ({ attributes }) => attributes && JSON.stringify(attributes),
    fallback: sql`'{}'::jsonb`,
  },
];

type Grant = { status: string; consent: string };

export async function insertContacts(
  ctx: Context,
  { importId, clientId }: Stamp,
  people: (NewContact & { id: string })[],
  { status, consent }: Grant,
): Promise<void> {
  const rows = people.map(({ ready }) => ready);
  const used = (column: Column) => rows.some((row) => column.of(row) !== null);
  const columns: (Column & { fallback?: RawBuilder<unknown> })[] = [
    always,
    ...optional.filter(used),
    ...defaulted.filter(used),
  ];
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  const arrays = columns.map(({ type, of }) => sql`${arrayOf(rows.map(of))}::${sql.raw(type)}[]`);
  const values = columns.map(({ name, fallback }) => {
    const given = sql.ref(`given.${name}`);
    return fallback ? sql`coalesce(${given}, ${fallback})` : given;
  });
  const source = columns.some(({ name }) => name === 'source') ? sql`` : sql`source, `;
  const sourceValue = columns.some(({ name }) => name === 'source') ? sql`` : sql`'import', `;
  await sql`
    insert into contacts (organization_id, client_id, id, import_id, status, email_consent, ${source}${names})
    select ${ctx.organizationId}, ${clientId}::uuid, given.id, ${importId}::uuid, ${status}, ${consent}, ${sourceValue}${sql.join(values)}
    from unnest(${arrayOf(people.map(({ id }) => id))}::uuid[], ${sql.join(arrays)}) as given (id, ${names})`.execute(
    ctx.db,
  );
}

type Link = { contactId: string; tagId: string };
type NewLink = Link & { /** Null is the time of this transaction. */ createdAt: string | null };

const linked = sql`insert into contact_tags (organization_id, client_id, contact_id, tag_id, contact_created_at)`;
const idsOf = (links: Link[]) =>
  sql`${arrayOf(links.map(({ contactId }) => contactId))}::uuid[], ${arrayOf(links.map(({ tagId }) => tagId))}::uuid[]`;

/** For contacts that are new: nobody else can have tagged them, and looking for that would cost a sixth more. */
export async function insertTagLinks(ctx: Context, { clientId }: Stamp, links: NewLink[]): Promise<void> {
  if (links.length === 0) return;
  await sql`${linked}
    select ${ctx.organizationId}, ${clientId}::uuid, contact_id, tag_id, coalesce(created_at, now())
    from unnest(${idsOf(links)}, ${arrayOf(links.map(({ createdAt }) => createdAt))}::timestamptz[])
      as given (contact_id, tag_id, created_at)`.execute(ctx.db);
}

export async function addTagLinks(ctx: Context, { clientId }: Stamp, links: Link[]): Promise<void> {
  if (links.length === 0) return;
  await sql`${linked}
    select ${ctx.organizationId}, ${clientId}::uuid, contact_id, tag_id, contacts.created_at
    from unnest(${idsOf(links)}) as given (contact_id, tag_id)
    join contacts on contacts.organization_id = ${ctx.organizationId} and contacts.id = contact_id
    on conflict do nothing`.execute(ctx.db);
}

/** Keeps the tags from being deleted under our hands; answers which of them there are. */
export async function holdTags(ctx: Context, tagIds: string[]): Promise<Set<string>> {
  if (tagIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from tags where organization_id = ${ctx.organizationId} and id = any(${tagIds}::uuid[])
    order by id for key share`.execute(ctx.db);
  return new Set(rows.map(({ id }) => id));
}

export async function insertImported(ctx: Context, { importId, clientId }: Stamp, contactIds: string[]): Promise<void> {
  await sql`
    insert into contact_activity (organization_id, client_id, contact_id, type, ref_id)
    select ${ctx.organizationId}, ${clientId}::uuid, id, 'contact.imported', ${importId}::uuid
    from unnest(${arrayOf(contactIds)}::uuid[]) as given (id)`.execute(ctx.db);
}

export type Noted = { id: string; changed: string[]; was: Record<string, unknown> };

export async function insertUpdated(ctx: Context, { importId, clientId, month }: Stamp, noted: Noted[]): Promise<void> {
  const ids = arrayOf(noted.map(({ id }) => id));
  await sql`
    insert into contact_activity (organization_id, client_id, contact_id, type, ref_id, data)
    select ${ctx.organizationId}, ${clientId}::uuid, id, 'contact.updated', ${importId}::uuid, data
    from unnest(${ids}::uuid[], ${arrayOf(noted.map(({ changed }) => JSON.stringify({ changed, importId })))}::jsonb[]) as given (id, data)`.execute(
    ctx.db,
  );
  await sql`
    insert into contact_changes (organization_id, batch_month, batch_id, client_id, contact_id, change, was)
    select ${ctx.organizationId}, ${month}::date, ${importId}::uuid, ${clientId}::uuid, id, change, was
    from unnest(${ids}::uuid[], ${arrayOf(noted.map(({ changed }) => (changed.join() === 'tags' ? 'tagged' : 'updated')))}::text[],
      ${arrayOf(noted.map(({ was }) => JSON.stringify(was)))}::jsonb[]) as given (id, change, was)`.execute(ctx.db);
}

export async function updateContacts(ctx: Context, met: Met[]): Promise<void> {
  const changes = met.flatMap(({ contact, change, ready }) =>
    change ? [{ id: contact.id, ...change, phoneE164: change.phone === null ? null : ready.phoneE164 }] : [],
  );
  if (changes.length === 0) return;
  const texts = (of: (change: (typeof changes)[number]) => string | null) => arrayOf(changes.map(of));
  await sql`
    update contacts set first_name = coalesce(given.first_name, contacts.first_name),
      last_name = coalesce(given.last_name, contacts.last_name),
      phone = coalesce(given.phone, contacts.phone),
      phone_e164 = case when given.phone is null then contacts.phone_e164 else given.phone_e164 end,
      company = coalesce(given.company, contacts.company),
      time_zone = coalesce(given.time_zone, contacts.time_zone),
      attributes = contacts.attributes || coalesce(given.attributes, '{}'),
      updated_at = now()
    from unnest(${texts(({ id }) => id)}::uuid[], ${texts(({ firstName }) => firstName)}::text[],
      ${texts(({ lastName }) => lastName)}::text[], ${texts(({ phone }) => phone)}::text[],
      ${texts(({ phoneE164 }) => phoneE164)}::text[], ${texts(({ company }) => company)}::text[], ${texts(({ timeZone }) => timeZone)}::text[],
      ${texts(({ attributes }) => attributes && JSON.stringify(attributes))}::jsonb[])
      as given (id, first_name, last_name, phone, phone_e164, company, time_zone, attributes)
    where contacts.organization_id = ${ctx.organizationId} and contacts.id = given.id`.execute(ctx.db);
}

/** Far more letters in one cell than an error file needs. */
const longestCell = 2_000;

export async function insertErrors(
  ctx: Context,
  { importId, clientId }: Pick<Stamp, 'importId' | 'clientId'>,
  refused: Refused[],
): Promise<void> {
  if (refused.length === 0) return;
  const texts = (of: (row: Refused) => string | null) => arrayOf(refused.map(of));
  await sql`
    insert into import_errors (organization_id, client_id, import_id, row_number, kind, email, message, cells)
    select ${ctx.organizationId}, ${clientId}::uuid, ${importId}::uuid, given.*
    from unnest(${texts(({ row }) => String(row))}::bigint[], ${texts(({ kind }) => kind)}::text[],
      ${texts(({ email }) => storable(email))}::text[], ${texts(({ message }) => storable(message))}::text[],
      ${texts(({ cells }) => JSON.stringify(cells.map((cell) => storable(cell).slice(0, longestCell))))}::jsonb[]) as given`.execute(
    ctx.db,
  );
}

/** PostgreSQL takes no NUL, and no half of a pair of surrogates. */
function storable<Text extends string | null>(text: Text): Text {
  return (text === null ? null : text.replaceAll('\0', '').toWellFormed()) as Text;
}
