import { madeUp, statusAt } from '../../src/features/contacts/demo/people.ts';
import { insertLinks, insertMadeUp, suppressOptedOut } from '../../src/features/contacts/demo/queries.ts';
import type { Db } from '../../src/platform/database/database.ts';

type Scope = { db: Db; organizationId: string };
/** A tag of the owner at that place; one in so many of its contacts has it. */
export type SeedTag = { name: string; color: string; owner: number; every: number };
type KnownTag = SeedTag & { id: string };

export type SeedContacts = {
  /** Clients in turns; null is the organization itself. */
  owners: readonly (string | null)[];
  tags: readonly KnownTag[];
  count: number;
  /** Of the list of made-up people, so that two organizations do not share theirs. */
  firstPerson: number;
  /** Only those added within these days before today; everybody without it. */
  added?: { from: number; to: number };
};

/** Days over which the contacts came. */
const days = 100;
const sources = ['form', 'import', 'manual', 'form'];

export async function seedTags(ctx: Scope, owners: SeedContacts['owners'], tags: readonly SeedTag[]) {
  const rows = tags.map(({ name, color, owner }) => ({
    organization_id: ctx.organizationId,
    client_id: owners[owner] ?? null,
    name,
    color,
  }));
  const known = await ctx.db.insertInto('tags').values(rows).returning('id').execute();
  return tags.map((tag, at): KnownTag => ({ ...tag, id: known[at]?.id ?? '' }));
}

export async function seedContacts(ctx: Scope, { owners, tags, count, firstPerson, added }: SeedContacts) {
  const { from, to } = added ?? { from: days, to: -1 };
  const places = Array.from({ length: count }, (_, at) => at).filter(
    (at) => daysAgo(at, count) <= from && daysAgo(at, count) > to,
  );
  const people = places.map((at) => ({
    ...madeUp(firstPerson + at),
    status: statusAt(at),
    source: sources[at % sources.length] ?? 'manual',
    clientId: owners[at % owners.length] ?? null,
    daysAgo: daysAgo(at, count),
  }));
  const known = await insertMadeUp(ctx, people);
  const placeOf = new Map(people.map(({ email }, index) => [email, places[index] ?? 0]));
  const links = known.flatMap(({ id: contactId, client_id: clientId, email }) => {
    const at = placeOf.get(email) ?? 0;
    const isTagged = ({ owner, every }: KnownTag) =>
      owner === at % owners.length && Math.floor(at / owners.length) % every === 0;
    return tags.filter(isTagged).map(({ id: tagId }) => ({ contactId, tagId, clientId }));
  });
  await insertLinks(ctx, links);
  await suppressOptedOut(ctx);
}

/** More come in the last weeks than in the first. */
const daysAgo = (at: number, count: number): number => days * (at / count) ** 1.3;
