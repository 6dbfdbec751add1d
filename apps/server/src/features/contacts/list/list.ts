import type { ContactFilter, ContactSummary } from '@waggle/contracts/contacts';
import { contactStatuses } from '@waggle/contracts/contacts';
import { contactLimits, type Tier } from '@waggle/contracts/plans';
import type { Context } from '#platform/context.ts';
import { page } from '#platform/keyset.ts';
import { notFound } from '#platform/problem.ts';
import { readOrganization } from '../../accounts/index.ts';
import { withTags } from '../contacts.ts';
import { type ContactRow, countedContacts } from '../queries.ts';
import { countTagged } from '../tags/queries.ts';
import { requireTag } from '../tags/tags.ts';
import * as queries from './queries.ts';
import { corrected, readSearch } from './words/queries.ts';

/** Rows looked at before the index of the filter is asked: 1 ms; and if they promise to fill the page, 5 ms. */
const windows = { first: 1_000, second: 5_000 };

export async function listContacts(ctx: Context, question: queries.ContactsQuestion) {
  if (isTagOnly(question) && question.sort.endsWith('createdAt')) return listTagged(ctx, question);
  await requireFilter(ctx, question);
  const aim = await queries.aimAt(ctx, question);
  const found = await findPage(ctx, aim, question);
  const search = found.rows.length === 0 && aim.search ? await corrected(ctx, aim.search) : undefined;
  if (search === undefined) return presentable(ctx, found, question);

  const similar = { ...question, search };
  return presentable(ctx, await findPage(ctx, await queries.aimAt(ctx, similar), similar), question);
}

async function listTagged(ctx: Context, question: queries.ContactsQuestion) {
  const tagId = question.tagId ?? '';
  const [total, rows] = await Promise.all([countTagged(ctx, tagId), queries.walkTagged(ctx, tagId, question)]);
  if (total === undefined) throw notFound();
  return presentable(ctx, { rows, total, exact: true }, question);
}

type Page = { rows: (ContactRow & { cursor_value: string })[]; total: number; exact: boolean };

async function findPage(ctx: Context, aim: queries.Aim, question: queries.ContactsQuestion): Promise<Page> {
  if (isKindOnly(question)) {
    const [{ fitting }, rows] = await Promise.all([queries.tally(ctx, question), queries.walk(ctx, aim, question)]);
    return { rows, total: fitting, exact: true };
  }
  const { everybody, total } = await knownTotals(ctx, question);
  if (everybody > windows.second) {
    const window = total === undefined ? await probe(ctx, aim, question) : windowFor(question.limit, everybody, total);
    const rows = window === 0 ? [] : await queries.walkWindow(ctx, aim, question, window);
    if (rows.length > question.limit) return { rows, total: total ?? rows.length, exact: total !== undefined };
  }
  return { ...(await queries.gather(ctx, aim, question)), exact: true };
}

/** Rows in order that hold a page of those who fit, with some to spare; 0 where finding all of them costs less. */
function windowFor(limit: number, everybody: number, fitting: number): number {
  const window = Math.ceil((1.4 * (limit + 1) * everybody) / Math.max(fitting, 1));
  // A row found by its id costs about three rows that come by in order.
  return window <= 3 * fitting ? window : 0;
}

/** Nobody knows how many fit: a few rows in order tell whether a page of them is near. */
async function probe(ctx: Context, aim: queries.Aim, question: queries.ContactsQuestion): Promise<number> {
  // Few have one address or one name.
  if (aim.search && !(aim.search.kind === 'words' && aim.search.as === 'words')) return 0;
  const sample = await queries.walkWindow(ctx, aim, question, windows.first);
  return (sample.length * windows.second) / windows.first > question.limit ? windows.second : 0;
}

const isKindOnly = ({ search, tagId, segmentId, rules }: ContactFilter): boolean =>
  !search && tagId === undefined && segmentId === undefined && rules === undefined;

const isTagOnly = ({ search, tagId, status, source, segmentId, rules }: ContactFilter): boolean =>
  tagId !== undefined && !search && [status, source, segmentId, rules].every((part) => part === undefined);

/** What the kept counts say: how many there are at all, and how many fit where a counter is kept for just that. */
async function knownTotals(ctx: Context, filter: ContactFilter): Promise<{ everybody: number; total?: number }> {
  const { everybody, fitting } = await queries.tally(ctx, filter);
  if (isKindOnly(filter)) return { everybody, total: fitting };
  if (isTagOnly(filter)) return { everybody, total: (await countTagged(ctx, filter.tagId ?? '')) ?? 0 };
  return { everybody };
}

async function presentable(ctx: Context, { rows, total, exact }: Page, { limit }: queries.ContactsQuestion) {
  const { items, nextCursor } = page(rows, limit, ({ id }) => id);
  return { items: await withTags(ctx, items), nextCursor, total, exact };
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
  const { subscription_tier: tier } = await readOrganization(ctx);
  return {
    total: Object.values(byStatus).reduce((sum, contacts) => sum + contacts, 0),
    byStatus: byStatus as ContactSummary['byStatus'],
    counted: await countedContacts(ctx),
    limit: contactLimits[tier as Tier],
  };
}
