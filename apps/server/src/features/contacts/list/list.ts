import type { ContactFilter, ContactSummary } from '@waggle/contracts/contacts';
import { contactStatuses, mostSortedByField } from '@waggle/contracts/contacts';
import type { Context } from '#platform/context.ts';
import { page } from '#platform/keyset.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { findFields } from '../fields/queries.ts';
import { contactLimit } from '../plan.ts';
import { countedContacts } from '../queries.ts';
import { countTagged, nameTags } from '../tags/queries.ts';
import { requireTag } from '../tags/tags.ts';
import { sortedKey } from './order.sql.ts';
import * as queries from './queries.ts';
import { corrected, readSearch, unknownWords } from './words.sql.ts';

/** Contacts that are found and sorted faster than looked through. */
const few = 5_000;
/** Rows looked at before the index of the filter is asked, which takes 1 ms. */
const sample = 1_000;

export async function listContacts(ctx: Context, asked: Omit<queries.ContactsQuestion, 'field'>) {
  if (isTagOnly(asked) && asked.sort.endsWith('createdAt')) return listTagged(ctx, asked);
  await requireFilter(ctx, asked);
  const question = { ...asked, field: await sortField(ctx, asked.sort) };
  const { aim, found } = await findAsTyped(ctx, question);
  const search = found.rows.length === 0 && aim.search ? await corrected(ctx, aim.search, found.unknown) : undefined;
  if (search === undefined) return presentable(ctx, found, question);

  const similar = { ...question, search };
  return { ...(await presentable(ctx, (await findAsTyped(ctx, similar)).found, question)), searchedFor: search };
}

async function listTagged(ctx: Context, question: queries.ContactsQuestion) {
  const tagId = question.tagId ?? '';
  const rows = await queries.walkTagged(ctx, tagId, question);
  const [first] = rows;
  const total = first ? (first.total ?? undefined) : await countTagged(ctx, tagId);
  if (total === undefined) throw notFound();
  return presentable(ctx, { rows, total: Number(total), exact: true }, question);
}

/** Unknown are words typed that nobody's words begin with, where that was asked. */
type Page = { rows: queries.Found[]; total: number; exact: boolean; unknown?: string[] };

/** A search that may be a name is looked for as one at once: asking before whether anybody has it would find them all twice. */
async function findAsTyped(ctx: Context, question: queries.ContactsQuestion) {
  if (isSearchOnly(question)) {
    const aim = await queries.aimAt(ctx, { ...question, searchAs: 'name' });
    const isName = aim.search?.kind === 'words' && aim.search.as === 'name';
    const found = await findPage(ctx, aim, question);
    if (!isName || found.total > 0) return { aim, found };
  }
  const searchAs = isSearchOnly(question) ? 'words' : undefined;
  const aim = await queries.aimAt(ctx, { ...question, searchAs });
  return { aim, found: await findPage(ctx, aim, question) };
}

async function findPage(ctx: Context, aim: queries.Aim, question: queries.ContactsQuestion): Promise<Page> {
  if (question.field) return sortByField(ctx, aim, question);
  if (isKindOnly(question)) return walkAll(ctx, aim, question);
  // Few have one address or one name.
  const isRare = aim.search !== undefined && !(aim.search.kind === 'words' && aim.search.as === 'words');
  const near = isRare ? undefined : await findNear(ctx, aim, question);
  return near ?? { ...(await queries.gather(ctx, aim, question)), exact: true };
}

async function sortField(ctx: Context, sort: queries.ContactsQuestion['sort']) {
  const key = sortedKey(sort);
  if (key === undefined) return undefined;
  const field = (await findFields(ctx)).find((one) => one.key === key);
  const message = 'This field no longer exists. Sort by another column.';
  if (!field) throw new Problem('invalid_input', message, { fields: { sort: message } });
  return field;
}

/** All who fit are read, so there is a bound: 5,000 take 14 ms, 20,000 six times as long, and twenty people may ask at once. */
async function sortByField(ctx: Context, aim: queries.Aim, question: queries.ContactsQuestion): Promise<Page> {
  const { total = 0 } = await knownTotals(ctx, question);
  const found =
    total > mostSortedByField ? { rows: [], total } : await queries.gather(ctx, aim, question, mostSortedByField + 1);
  if (found.total <= mostSortedByField) return { ...found, exact: true };
  const message = `Up to ${mostSortedByField.toLocaleString('en-US')} contacts can be sorted by a custom field. Add a filter or sort by another column.`;
  throw new Problem('too_complex', message, { fields: { sort: message } });
}

/** A page among the next rows in order, or the certainty that nobody is meant; undefined where the index must be asked. */
async function findNear(ctx: Context, aim: queries.Aim, question: queries.ContactsQuestion): Promise<Page | undefined> {
  const { everybody, total } = await knownTotals(ctx, question);
  if (everybody <= few) return undefined;
  const window = (total === undefined ? sampled : windowFor)(question.limit, everybody, total ?? 0);
  const rows = window ? await queries.walkWindow(ctx, aim, question, window) : [];
  if (rows.length > question.limit) return { rows, total: total ?? rows.length, exact: total !== undefined };
  const unknown = rows.length === 0 && aim.search ? await unknownWords(ctx, aim.search) : [];
  return unknown.length > 0 ? { rows: [], total: 0, exact: true, unknown } : undefined;
}

async function walkAll(ctx: Context, aim: queries.Aim, question: queries.ContactsQuestion): Promise<Page> {
  const { cursor, limit, sort } = question;
  const rows = await queries.walk(ctx, aim, { cursor, limit, sort, kinds: question });
  const [first] = rows;
  return { rows, total: first ? Number(first.total) : (await queries.tally(ctx, question)).fitting, exact: true };
}

/** A row found by its id costs about three rows that come by in order. */
const found = 3;
/** Rows that hold a page of those who fit, with some to spare, are this many times the average that does. */
const spare = 1.4;

/** Rows in order that hold a page of those who fit; none where finding all of them costs less. */
function windowFor(limit: number, everybody: number, fitting: number): queries.Window | undefined {
  const rows = Math.ceil((spare * (limit + 1) * everybody) / Math.max(fitting, 1));
  return rows <= found * fitting ? { rows } : undefined;
}

/**
 * Nobody knows how many fit: the first rows in order tell. `promise` is how many of them must fit for the same sum to
 * speak for going on, 5 where there are a million. With less, one word of 50 that 2 % have was so rare among the
 * newest by chance that all 20,000 were collected, which took 0.4 s.
 */
function sampled(limit: number, everybody: number): queries.Window {
  const promise = Math.ceil(sample * Math.sqrt((spare * (limit + 1)) / (found * everybody)));
  return { rows: sample, more: { promise, rows: Math.ceil((spare * (limit + 1) * sample) / promise) } };
}

type Filter = ContactFilter & queries.Owned;

const isKindOnly = ({ search, tagId, segmentId, rules, owner }: Filter): boolean =>
  !search && [tagId, segmentId, rules, owner].every((part) => part === undefined);

const isSearchOnly = ({ search, ...rest }: Filter): boolean =>
  search !== undefined && isKindOnly(rest) && rest.status === undefined && rest.source === undefined;

const isTagOnly = ({ search, tagId, status, source, segmentId, rules, owner }: Filter): boolean =>
  tagId !== undefined && !search && [status, source, segmentId, rules, owner].every((part) => part === undefined);

/** What the kept counts say: how many there are at all, and how many fit where a counter is kept for just that. */
async function knownTotals(ctx: Context, filter: Filter): Promise<{ everybody: number; total?: number }> {
  const { everybody, fitting } = await queries.tally(ctx, filter);
  if (isKindOnly(filter)) return { everybody, total: fitting };
  if (isTagOnly(filter)) return { everybody, total: (await countTagged(ctx, filter.tagId ?? '')) ?? 0 };
  return { everybody };
}

async function presentable(ctx: Context, { rows, total, exact }: Page, { limit }: queries.ContactsQuestion) {
  const { items, nextCursor } = page(rows, limit, ({ id }) => id);
  return { items: await withNamedTags(ctx, items), nextCursor, total, exact, searchedFor: null as string | null };
}

async function withNamedTags(ctx: Context, items: queries.Found[]) {
  const ids = new Set(items.flatMap(({ tag_ids }) => (tag_ids === '{}' ? [] : tag_ids.slice(1, -1).split(','))));
  const tags = await nameTags(ctx, [...ids]);
  return items.map((contact) => ({ ...contact, tags: tags.filter(({ id }) => contact.tag_ids.includes(id)) }));
}

async function requireFilter(ctx: Context, { tagId }: ContactFilter): Promise<void> {
  if (tagId !== undefined) await requireTag(ctx, tagId);
}

/**
 * The filter with its search read and its typing errors corrected, as the list shows it. Whoever acts on a filter in steps settles it once,
 * before the first: after a step that deleted the last match, a correction would move on to people with similar names.
 */
export async function settle(ctx: Context, filter: queries.SettledFilter): Promise<queries.SettledFilter> {
  await requireFilter(ctx, filter);
  const typed = await readSearch(ctx, filter.search, filter.searchAs);
  const similar = typed && (await corrected(ctx, typed));
  const search = similar === undefined ? typed : await readSearch(ctx, similar);
  if (search?.kind !== 'words') return filter;
  return { ...filter, search: similar ?? filter.search, searchAs: search.as };
}

export async function countContacts(ctx: Context, filter: queries.SettledFilter): Promise<number> {
  const settled = await settle(ctx, filter);
  const { total } = await knownTotals(ctx, settled);
  return total ?? queries.countMatching(ctx, settled);
}

export async function summarizeContacts(ctx: Context): Promise<ContactSummary> {
  const counts = new Map((await queries.tallyByStatus(ctx)).map(({ status, contacts }) => [status, contacts]));
  const byStatus = Object.fromEntries(contactStatuses.map((status) => [status, counts.get(status) ?? 0]));
  return {
    total: Object.values(byStatus).reduce((sum, contacts) => sum + contacts, 0),
    byStatus: byStatus as ContactSummary['byStatus'],
    counted: await countedContacts(ctx),
    limit: await contactLimit(ctx),
  };
}
