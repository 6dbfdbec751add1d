import type { Condition, Rule } from '@waggle/contracts/contact-rules';
import { instantOfWall } from '@waggle/contracts/zones';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#platform/context.ts';
import { andOf } from './among.sql.ts';
import { compileAutomation, foundOfAutomation } from './automation.sql.ts';
import { compileCampaign, foundOfCampaign } from './campaign.sql.ts';
import { type CustomCondition, fits } from './custom.ts';
import { daysAgo } from './days-ago.ts';
import { compileForm, foundOfForm } from './form.sql.ts';
import type { Compiler, FieldDefinition } from './compiler.ts';
import { isGroup } from './tree.ts';

export const definitionsOf = async (ctx: Context, keys: string[]): Promise<FieldDefinition[]> =>
  keys.length === 0
    ? []
    : ctx.db
        .selectFrom('contact_fields')
        .select(['key', 'type', 'client_id'])
        .where('organization_id', '=', ctx.organizationId)
        .where('key', '=', sql<string>`any(${keys}::text[])`)
        .execute();

type Test = RawBuilder<boolean>;

/**
 * Never null, so that `not` may stand in front of everything. Negation is carried down to the conditions: a planner makes
 * an anti-join of `not exists` only where it stands in an `and`, and asks once for every row anywhere else.
 */
export function compileRule(compiler: Compiler, rule: Rule, wanted = true): Test {
  if (!isGroup(rule)) {
    const test = compileCondition(compiler, rule);
    return wanted ? test : sql<boolean>`not ${test}`;
  }
  const partsWanted = rule.match === 'none' ? !wanted : wanted;
  const together = (rule.match === 'any') !== wanted;
  const parts = rule.rules.map((part) => compileRule(compiler, part, partsWanted));
  if (parts.length === 0) return together ? sql<boolean>`true` : sql<boolean>`false`;
  return sql<boolean>`(${sql.join(parts, together ? sql` and ` : sql` or `)})`;
}

type Compile = {
  [Kind in Condition['kind']]: (compiler: Compiler, condition: Extract<Condition, { kind: Kind }>) => Test;
};
const compilers: Compile = {
  text: (_, condition) =>
    condition.field === 'company' ? compileCompany(condition) : compileText(textColumns[condition.field], condition),
  status: (_, condition) => among(sql`status`, condition),
  source: (_, condition) => among(sql`source`, condition),
  consent: (_, condition) => among(consent[condition.channel], condition),
  client: (_, { op, clientIds }) => when(op === 'isAnyOf', sql`coalesce(client_id = any(${clientIds}::uuid[]), false)`),
  date: ({ ctx }, condition) => compileDate(ctx, condition),
  tag: ({ ctx }, condition) => compileTag(ctx, condition),
  activity: compileActivity,
  campaign: compileCampaign,
  form: compileForm,
  automation: compileAutomation,
  custom: compileCustom,
  import: (_, { importId }) => sql<boolean>`coalesce(import_id = ${importId}::uuid, false)`,
};

/** Columns are unqualified, and no subquery shows a column called id: the same text works wherever a contact's row is in sight. */
export const compileCondition = (compiler: Compiler, condition: Condition): Test =>
  (compilers[condition.kind] as (compiler: Compiler, condition: Condition) => Test)(compiler, condition);

const when = (holds: boolean, test: RawBuilder<unknown>): Test =>
  holds ? sql<boolean>`(${test})` : sql<boolean>`(not ${test})`;

const among = (column: RawBuilder<unknown>, { op, values }: { op: string; values: string[] }): Test =>
  when(op === 'isAnyOf', sql`(${column} = any(${values}::text[]))`);

/** Nothing and an empty text are the same. */
const textColumns = {
  email: sql`email_folded`,
  firstName: sql`lower(coalesce(first_name, ''))`,
  lastName: sql`lower(coalesce(last_name, ''))`,
  phone: sql`lower(coalesce(phone, ''))`,
  company: sql`lower(coalesce(company, ''))`,
};

function compileText(column: RawBuilder<unknown>, { op, value }: { op: string; value: string }): Test {
  const like = (pattern: string) => sql<boolean>`(${column} like lower(${pattern}::text))`;
  switch (op) {
    case 'is':
      return sql<boolean>`(${column} = lower(${value}::text))`;
    case 'isNot':
      return sql<boolean>`(${column} <> lower(${value}::text))`;
    case 'contains':
      return like(`%${asTyped(value)}%`);
    case 'startsWith':
      return like(`${asTyped(value)}%`);
    case 'endsWith':
      return like(`%${asTyped(value)}`);
    case 'isEmpty':
      return sql<boolean>`(${column} = '')`;
    default:
      return sql<boolean>`(${column} <> '')`;
  }
}

/** A company is the same in any spelling, as in the list of companies, and is found by an index. */
function compileCompany({ op, value }: { op: string; value: string }): Test {
  const key = sql`public.company_key_of(${value}::text)`;
  if (op === 'is') return sql<boolean>`(company_key = ${key})`;
  if (op === 'isNot') return sql<boolean>`(company_key <> ${key})`;
  return compileText(textColumns.company, { op, value });
}

/** What a person types is text, not a pattern. */
const asTyped = (value: string): string => value.replace(/[\\%_]/g, '\\$&');

function midnightOf(date: string, timezone = 'UTC'): string {
  // PostgreSQL has no year 0, and Date writes years after 9999 in another way; a zone may reach either from the next day.
  const [first, last] = ['0001-01-02', '9999-12-30'];
  const wall = `${date < first ? first : date > last ? last : date}T00:00:00Z`;
  return timezone === 'UTC' ? wall : new Date(instantOfWall(Date.parse(wall), timezone)).toISOString();
}

function compileDate(ctx: Context, condition: Extract<Condition, { kind: 'date' }>): Test {
  const { field, op, date = '', timezone, days = 0 } = condition;
  const column = field === 'createdAt' ? sql`created_at` : sql`last_activity_at`;
  const midnight = sql`${midnightOf(date, timezone)}::timestamptz`;
  if (op === 'before') return sql<boolean>`(${column} < ${midnight})`;
  if (op === 'after') return sql<boolean>`(${column} >= ${midnight})`;
  const since = sql`${daysAgo(ctx, days)}::timestamptz`;
  return op === 'inLast' ? sql<boolean>`(${column} >= ${since})` : sql<boolean>`(${column} < ${since})`;
}

/** `exists` and not `in`: beside an `or` a planner can still choose between one hash and an index look-up for each row. */
function compileTag(ctx: Context, { op, tagIds }: Extract<Condition, { kind: 'tag' }>): Test {
  const has = (ids: string[]) => sql<boolean>`exists (
    select from contact_tags where organization_id = ${ctx.organizationId} and tag_id = any(${ids}::uuid[]) and contact_id = id)`;
  if (op === 'hasAllOf')
    return sql<boolean>`(${sql.join(
      tagIds.map((id) => has([id])),
      sql` and `,
    )})`;
  if (op === 'hasAnyOf') return when(true, has(tagIds));
  // Who lacks a tag that was deleted is nobody: everybody would get a campaign that leaves out those who had it.
  const named = new Set(tagIds.map((id) => id.toLowerCase())).size;
  return sql<boolean>`((select count(*) from tags as named where named.organization_id = ${ctx.organizationId}
    and named.id = any(${tagIds}::uuid[])) = ${named}::int and not ${has(tagIds)})`;
}

/**
 * Everybody who did it is found first, behind a fence, and joined by hash: left alone, a planner that expects few functions
 * reads all of them again for each contact, which took over 20 s at a million.
 */
function compileActivity({ ctx, among }: Compiler, condition: Extract<Condition, { kind: 'activity' }>): Test {
  const { activity, op, days, atLeast } = condition;
  return when(
    op === 'did',
    sql`exists (select from (
      with deeds as materialized (
        select contact_id from contact_activity where organization_id = ${ctx.organizationId} and type = ${activity} ${andOf(among)}
          and happened_at >= ${daysAgo(ctx, days)}::timestamptz group by contact_id having count(*) >= ${atLeast}::int)
      select contact_id from deeds) did where contact_id = id)`,
  );
}

/** A field of a client counts for its contacts, and there before one of the whole organization with the same key. */
function compileCustom({ fields }: Compiler, condition: CustomCondition): Test {
  const known = fields.filter(({ key }) => key === condition.key);
  const owners = known.flatMap(({ client_id }) => client_id ?? []);
  const tests = known
    .filter(({ type }) => fits(condition, type))
    .map(({ type, client_id }) => sql`(${ownedBy(client_id, owners)} and ${compileValue(condition, type)})`);
  return tests.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(tests, sql` or `)})`;
}

function ownedBy(clientId: string | null, owners: string[]): RawBuilder<unknown> {
  if (clientId !== null) return sql`coalesce(client_id = ${clientId}::uuid, false)`;
  return owners.length === 0 ? sql`true` : sql`not coalesce(client_id = any(${owners}::uuid[]), false)`;
}

function compileValue({ key, op, value }: CustomCondition, type: string): RawBuilder<unknown> {
  const content = sql`coalesce(attributes ->> ${key}::text, '')`;
  if (op === 'isEmpty' || op === 'isNotEmpty') return compileText(content, { op, value });
  if (type === 'boolean') return sql`(${content} = ${op === 'isTrue' ? 'true' : 'false'})`;
  if (type === 'number') {
    const number = sql`case when jsonb_typeof(attributes -> ${key}::text) = 'number' then (attributes ->> ${key}::text)::numeric end`;
    return compare(sql`(${number})`, op, sql`${value}::numeric`);
  }
  if (type === 'date') return compare(dateOf(key), op, sql`${value}::text`);
  return compileText(sql`lower(${content})`, { op, value });
}

/** A field of this key that was of another type before may have left anything; 'tomorrow' comes after every date. */
const dateOf = (key: string) =>
  sql`(case when attributes ->> ${key}::text ~ '^\\d{4}-\\d\\d-\\d\\d$' then attributes ->> ${key}::text end) collate "C"`;

function compare(content: RawBuilder<unknown>, op: string, value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (op === 'isNot') return sql`(${content} is distinct from ${value})`;
  if (op === 'is') return sql`coalesce(${content} = ${value}, false)`;
  return op === 'lessThan' ? sql`coalesce(${content} < ${value}, false)` : sql`coalesce(${content} > ${value}, false)`;
}

/** Between the brackets of an array, which may be empty. */
export const listed = (parts: readonly RawBuilder<unknown>[]) => (parts.length === 0 ? sql`` : sql.join(parts));

const plain = {
  email: sql<string>`email`,
  firstName: sql<string | null>`first_name`,
  lastName: sql<string | null>`last_name`,
  phone: sql<string | null>`phone`,
  company: sql<string | null>`company`,
  status: sql<string>`status`,
  source: sql<string>`source`,
  createdAt: sql<Date>`created_at`,
  lastActivityAt: sql<Date>`last_activity_at`,
};
const consent = { email: sql<string>`email_consent`, sms: sql<string>`sms_consent` };

type Find = {
  [Kind in Condition['kind']]: (
    ctx: Context,
    condition: Extract<Condition, { kind: Kind }>,
  ) => RawBuilder<string | null>;
};
const finders: Find = {
  text: (_, { field }) => plain[field],
  status: () => plain.status,
  source: () => plain.source,
  consent: (_, { channel }) => consent[channel],
  client: (ctx) =>
    sql`(select name from clients where organization_id = ${ctx.organizationId} and clients.id = contacts.client_id)`,
  date: (_, { field }) => sql`to_json(${plain[field]} at time zone 'UTC') #>> '{}' || 'Z'`,
  tag: (ctx) => sql`(select string_agg(tags.name, ', ' order by lower(tags.name)) from contact_tags
    join tags on tags.organization_id = contact_tags.organization_id and tags.id = tag_id
    where contact_tags.organization_id = ${ctx.organizationId} and contact_id = contacts.id)`,
  activity: (ctx, { activity, days }) =>
    sql`(select count(*)::text from contact_activity where organization_id = ${ctx.organizationId}
      and contact_id = contacts.id and type = ${activity} and happened_at >= ${daysAgo(ctx, days)}::timestamptz)`,
  campaign: foundOfCampaign,
  form: foundOfForm,
  automation: foundOfAutomation,
  import: (ctx) =>
    sql`(select name from imports where organization_id = ${ctx.organizationId} and imports.id = contacts.import_id)`,
  custom: (_, { key }) => sql`attributes ->> ${key}::text`,
};

/** Characters of a value that are kept. */
const mostOfValue = 80;
const shortened = (value: RawBuilder<unknown>) => sql<string | null>`left((${value})::text, ${mostOfValue}::int)`;

/** What stands in the contact's own row, without asking elsewhere; null for conditions that look at other things. */
export function valueOf(condition: Condition): RawBuilder<string | null> | null {
  switch (condition.kind) {
    case 'text':
      return shortened(plain[condition.field]);
    case 'status':
    case 'source':
      return plain[condition.kind];
    case 'consent':
      return consent[condition.channel];
    case 'custom':
      return shortened(sql`attributes ->> ${condition.key}::text`);
    case 'date':
      // The last activity is another one a moment later.
      return condition.field === 'createdAt'
        ? sql`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
        : null;
    default:
      return null;
  }
}

/** What a contact has of the thing a condition looks at, as a value and not as a sentence. */
export const foundBy = (ctx: Context, condition: Condition): RawBuilder<string | null> =>
  (finders[condition.kind] as (ctx: Context, condition: Condition) => RawBuilder<string | null>)(ctx, condition);
