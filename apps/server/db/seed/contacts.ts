import { madeUp, statusAt } from '../../src/features/contacts/demo/people.ts';
import { insertLinks, insertMadeUp, suppressOptedOut } from '../../src/features/contacts/demo/queries.ts';
import type { Db } from '../../src/platform/database/database.ts';

/** Contacts of the agency in the demo. */
const contacts = 412;

/** Each tag belongs to the client of that place in the list of clients; one in so many of its contacts has it. */
const tags = [
  { name: 'Bread club', color: '#F97316', client: 0, every: 2 },
  { name: 'Newsletter', color: '#3B82F6', client: 0, every: 3 },
  { name: 'Wholesale', color: '#8B5CF6', client: 0, every: 7 },
  { name: 'Yoga trial', color: '#10B981', client: 1, every: 3 },
  { name: 'Members', color: '#F59E0B', client: 1, every: 2 },
  { name: 'Tune-up', color: '#06B6D4', client: 2, every: 2 },
  { name: 'Local', color: '#84CC16', client: 2, every: 3 },
  { name: 'Check-up due', color: '#EF4444', client: 3, every: 2 },
];
const sources = ['form', 'import', 'manual', 'form'];

export async function seedContacts(ctx: { db: Db; organizationId: string }, clientIds: string[]): Promise<void> {
  const active = clientIds.slice(0, 4);
  const people = Array.from({ length: contacts }, (_, at) => ({
    ...madeUp(at),
    status: statusAt(at),
    source: sources[at % sources.length] ?? 'manual',
    clientId: active[at % active.length] ?? null,
    // Several a day in the last weeks, fewer before.
    daysAgo: (at * at) / 800 + at / 40,
  }));
  const added = await insertMadeUp(ctx, people);

  const rows = tags.map(({ name, color, client }) => ({
    organization_id: ctx.organizationId,
    client_id: active[client] ?? null,
    name,
    color,
  }));
  const known = await ctx.db.insertInto('tags').values(rows).returning(['id', 'client_id']).execute();
  const links = added.flatMap(({ id: contactId, client_id: clientId }, at) =>
    known
      .filter((tag, place) => tag.client_id === clientId && Math.floor(at / 4) % (tags[place]?.every ?? 1) === 0)
      .map(({ id: tagId }) => ({ contactId, tagId, clientId })),
  );
  await insertLinks(ctx, links);
  await suppressOptedOut(ctx);
}
