import type { ImportCounts, ImportPlan } from '@waggle/contracts/imports';
import type { Context } from '#platform/context.ts';
import { isOptedOut } from '../../suppression/strength.ts';
import { suppressedAmong } from '../../suppression/suppressions.ts';
import * as queries from './queries.ts';
import type { Batch } from './batches.ts';
import type { Attribute } from './attributes.ts';
import type { Ready, Refused } from './row.ts';

export type Known = queries.KnownContact;
export type Attributes = Record<string, Attribute>;
export type Change = {
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  company: string | null;
  timeZone: string | null;
  attributes: Attributes | null;
};
export type Met = { ready: Ready; contact: Known; change: Change | null; missingTags: string[] };
export type NewContact = { ready: Ready; tagIds: string[] };

/** What becomes of each row of a batch. The dry run stops here; the import writes it down. */
export type Verdict = {
  created: NewContact[];
  met: Met[];
  refused: Refused[];
  counts: ImportCounts;
  /** Names that are no tags yet, each as often as it is wanted. */
  newTags: string[];
};

export type Terms = {
  clientId: string | null;
  plan: ImportPlan;
  /** Contacts the plan has room for; null is without limit. */
  room: number | null;
  limit: number | null;
  /** Whether names of tags that do not exist become tags now. */
  tagsByName: (names: string[]) => Promise<Map<string, string>>;
  /** Holds the contacts that are met until the transaction ends. */
  hold: boolean;
};

export async function classify(ctx: Context, batch: Batch, terms: Terms): Promise<Verdict> {
  const addresses = batch.ready.map(({ folded }) => folded);
  const known = await queries.findKnown(ctx, terms.clientId, addresses, terms.hold);
  const suppressed = (await queries.hasSuppressions(ctx))
    ? await suppressedAmong(ctx, 'email', addresses, terms.clientId)
    : new Map<string, unknown>();

  const refused = [...batch.refused];
  const fresh: Ready[] = [];
  const met: Met[] = [];
  let room = terms.room ?? Number.POSITIVE_INFINITY;
  for (const ready of batch.ready) {
    const contact = known.get(ready.folded);
    if (suppressed.has(ready.folded) || (contact && isOptedOut(contact.status))) refused.push(blocked(ready));
    else if (contact) met.push({ ready, contact, change: changeOf(terms.plan, contact, ready), missingTags: [] });
    else if (room > 0) {
      room -= 1;
      fresh.push(ready);
    } else refused.push(overLimit(ready, terms.limit ?? 0));
  }
  const { created, newTags } = await giveTags(ctx, terms, { fresh, met });
  return { created, met, refused, newTags, counts: countOf(batch, terms.plan, { created, met, refused }) };
}

/** The plan's tags are for everybody; those of the row for new people, and for known ones where they are updated. */
async function giveTags(
  ctx: Context,
  { plan, tagsByName }: Terms,
  { fresh, met }: { fresh: Ready[]; met: Met[] },
): Promise<Pick<Verdict, 'created' | 'newTags'>> {
  const ownTags = plan.existing === 'update' ? met : [];
  const named = [...fresh, ...ownTags.map(({ ready }) => ready)].flatMap(({ tags }) => tags);
  const names = new Set(named);
  const ids = names.size === 0 ? new Map<string, string>() : await tagsByName([...names]);
  const wanted = (tags: string[]) => [...new Set([...plan.tagIds, ...tags.map((name) => ids.get(name) ?? name)])];

  const has = await queries.findTagLinks(
    ctx,
    plan.tagIds.length + ids.size > 0 ? met.map(({ contact }) => contact.id) : [],
  );
  for (const one of met) {
    const tags = wanted(plan.existing === 'update' ? one.ready.tags : []);
    one.missingTags = tags.filter((tag) => !has.get(one.contact.id)?.has(tag));
  }
  return {
    created: fresh.map((ready) => ({ ready, tagIds: wanted(ready.tags) })),
    newTags: ids.size === names.size ? [] : named.filter((name) => !ids.has(name)),
  };
}

function countOf(
  batch: Batch,
  plan: ImportPlan,
  { created, met, refused }: Pick<Verdict, 'created' | 'met' | 'refused'>,
): ImportCounts {
  const changed = met.filter(({ change, missingTags }) => change !== null || missingTags.length > 0).length;
  const updates = plan.existing === 'update';
  const ofKind = (kind: Refused['kind']) => refused.filter((row) => row.kind === kind).length;
  return {
    created: created.length,
    updated: updates ? changed : 0,
    unchanged: updates ? met.length - changed : 0,
    duplicate: batch.repeated + (updates ? 0 : met.length),
    invalid: ofKind('invalid'),
    blocked: ofKind('blocked'),
    overLimit: ofKind('limit'),
  };
}

/** Empty cells never erase. */
function changeOf(plan: ImportPlan, contact: Known, ready: Ready): Change | null {
  if (plan.existing === 'keep') return null;
  const differing = (before: string | null, after: string | null) => (after === before ? null : after);
  const attributes = Object.entries(ready.attributes ?? {}).filter(([key, value]) => contact.attributes[key] !== value);
  const change = {
    firstName: differing(contact.first_name, ready.firstName),
    lastName: differing(contact.last_name, ready.lastName),
    phone: differing(contact.phone, ready.phone),
    company: differing(contact.company, ready.company),
    timeZone: differing(contact.time_zone, ready.timeZone),
    attributes: attributes.length > 0 ? Object.fromEntries(attributes) : null,
  };
  return Object.values(change).some((value) => value !== null) ? change : null;
}

const blocked = ({ row, cells, email }: Ready): Refused => ({
  row,
  cells,
  kind: 'blocked',
  email,
  message: `Row ${row}: ${email} has opted out`,
});

const overLimit = ({ row, cells, email }: Ready, limit: number): Refused => ({
  row,
  cells,
  kind: 'limit',
  email,
  message: `Row ${row}: Your plan includes up to ${limit.toLocaleString('en-US')} contacts. Upgrade to add more.`,
});

export const noCounts: ImportCounts = {
  created: 0,
  updated: 0,
  unchanged: 0,
  duplicate: 0,
  invalid: 0,
  blocked: 0,
  overLimit: 0,
};

export const addCounts = (one: ImportCounts, other: ImportCounts): ImportCounts =>
  Object.fromEntries(
    Object.entries(one).map(([kind, count]) => [kind, count + other[kind as keyof ImportCounts]]),
  ) as ImportCounts;
