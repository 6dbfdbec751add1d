import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { createFollower } from '#platform/events/follow-rows.ts';
import { readersOf } from '#platform/events/read-rows.ts';
import type { Context } from '#platform/context.ts';
import { createLog } from '#platform/log.ts';
import { createJobHarness, type JobHarness } from '#platform/jobs/test-harness.ts';
import { createContact, updateContact } from '../../contacts.ts';
import { addTag, removeTag } from '../../tagging.ts';
import { deleteContact } from '../../queries.ts';
import { mergeContacts } from '../../merge/merge.ts';
import { insertActivities } from '../../queries.ts';
import { createTag } from '../../tags/tags.ts';
import { createSegment, updateSegment } from '../segments.ts';
import { memberSubscription } from './follow.ts';
import { memberHandlers } from './handlers.ts';
import { fillSegment, passSegments } from './jobs.ts';
import { keepWatches } from './watch.ts';

const soon = { timeout: 60_000, interval: 50 };
let harness: JobHarness;
let ctx: Context;
let look: () => Promise<void>;
beforeAll(async () => {
  harness = await createJobHarness();
  const parts = { database: harness.database, log: createLog({ LOG_LEVEL: 'silent' }, 'test'), subscriptions: [] };
  const [reader] = readersOf([memberSubscription]);
  const follow = createFollower(parts, reader!);
  look = () => follow(new AbortController().signal);
  await look();
});
beforeEach(async () => {
  ctx = await harness.organization();
  await harness.owner.query(`update organizations set subscription_tier = 'system'`);
});
afterEach(() => harness.stopWorkers());
afterAll(() => harness.close());

const rows = async (text: string, ...values: unknown[]) => (await harness.owner.query(text, values)).rows;
const members = async (segmentId: string) =>
  (
    await rows('select contact_id from segment_members where segment_id = $1 order by since, contact_id', segmentId)
  ).map(({ contact_id }) => contact_id as string);
/** Lines of segments, oldest first, without their ids. */
const lines = async (contactId: string) =>
  (
    await rows(
      `select type, data from contact_activity where contact_id = $1 and type like 'segment.%' order by written_no`,
      contactId,
    )
  ).map(({ type, data }) => ({ type: type as string, data: data as Record<string, unknown> }));
const kinds = async (contactId: string) => (await lines(contactId)).map(({ type }) => type);

const person = (email: string) =>
  createContact(ctx, {
    email: `${email}@members.example`,
    source: 'manual',
    status: 'active',
    attributes: {},
  } as never);
/** Watched and filled. */
async function watched(rules: object): Promise<string> {
  const { id } = await createSegment(ctx, { name: `Segment ${crypto.randomUUID()}`, rules: rules as never });
  await keepWatches(ctx, [id]);
  await filled(id);
  return id;
}
async function filled(segmentId: string): Promise<void> {
  await harness.start(memberHandlers());
  await expect
    .poll(() => rows('select from segment_watches where segment_id = $1 and filled_at is not null', segmentId), soon)
    .toHaveLength(1);
}
const named = (firstName: string) => ({
  match: 'all',
  rules: [{ kind: 'text', field: 'firstName', op: 'is', value: firstName }],
});

test('who is in a segment when it begins to be watched does not enter it', async () => {
  const inside = await person('inside');
  await updateContact(ctx, inside.id, { firstName: 'Ada' });

  const segmentId = await watched(named('Ada'));
  await look();

  expect(await members(segmentId)).toEqual([inside.id]);
  expect(await kinds(inside.id)).toEqual([]);
});

test('somebody enters and leaves once for each change, however often it flickers', async () => {
  const segmentId = await watched(named('Ada'));
  const { id } = await person('flicker');
  await look();

  for (const firstName of ['Ada', 'Bob', 'Ada', 'Ada', 'Bob']) {
    await updateContact(ctx, id, { firstName });
    await look();
    await look();
  }

  expect(await kinds(id)).toEqual(['segment.entered', 'segment.left', 'segment.entered', 'segment.left']);
  expect(await members(segmentId)).toEqual([]);
});

test('back and forth within one look is no entry', async () => {
  await watched(named('Ada'));
  const { id } = await person('between');
  await look();

  await updateContact(ctx, id, { firstName: 'Ada' });
  await updateContact(ctx, id, { firstName: 'Bob' });
  await look();

  expect(await kinds(id)).toEqual([]);
});

test('entering does not count as activity of the contact', async () => {
  await watched({
    match: 'all',
    rules: [{ kind: 'tag', op: 'hasAnyOf', tagIds: [(await createTag(ctx, { name: 'x' } as never)).id] }],
  });
  const tag = (await rows(`select id from tags where organization_id = $1`, ctx.organizationId))[0].id as string;
  const { id } = await person('idle');
  await addTag(ctx, id, tag);
  const before = (await rows('select last_activity_at::text as at from contacts where id = $1', id))[0].at;

  await look();

  expect(await kinds(id)).toEqual(['segment.entered']);
  expect((await rows('select last_activity_at::text as at from contacts where id = $1', id))[0].at).toBe(before);
  await removeTag(ctx, id, tag);
  await look();
  expect(await kinds(id)).toEqual(['segment.entered', 'segment.left']);
});

test('what an automation changed says so, with the depth of the chain', async () => {
  const segmentId = await watched(named('Ada'));
  const { id, client_id } = await person('caused');
  await look();
  const automationId = crypto.randomUUID();

  await sql`update contacts set first_name = 'Ada' where id = ${id}::uuid`.execute(ctx.db);
  await insertActivities(ctx, [
    { contact: { id, client_id }, type: 'contact.updated', data: { changed: ['first_name'], automationId, depth: 3 } },
  ]);
  await look();

  expect((await lines(id)).map(({ data }) => data)).toEqual([expect.objectContaining({ automationId, depth: 3 })]);
  expect(await members(segmentId)).toEqual([id]);
});

test('what an import brings is noted and enters nothing', async () => {
  const segmentId = await watched(named('Ada'));
  const { id, client_id } = await person('filed');
  await look();

  await sql`update contacts set first_name = 'Ada' where id = ${id}::uuid`.execute(ctx.db);
  const importId = crypto.randomUUID();
  await insertActivities(ctx, [
    { contact: { id, client_id }, type: 'contact.updated', refId: importId, data: { importId } },
  ]);
  await look();

  expect(await members(segmentId)).toEqual([id]);
  expect(await kinds(id)).toEqual([]);
});

test('other rules are a new beginning: nobody enters or leaves by an edit', async () => {
  const segmentId = await watched(named('Ada'));
  const [ada, bob] = [await person('ada'), await person('bob')];
  await updateContact(ctx, ada.id, { firstName: 'Ada' });
  await updateContact(ctx, bob.id, { firstName: 'Bob' });
  await look();

  await updateSegment(ctx, segmentId, { rules: named('Bob') as never });
  await filled(segmentId);
  await look();

  expect(await members(segmentId)).toEqual([bob.id]);
  expect(await kinds(bob.id)).toEqual([]);
  expect(await kinds(ada.id)).toEqual(['segment.entered']);
});

test('days that pass are seen by the hourly pass, once', async () => {
  const segmentId = await watched({
    match: 'all',
    rules: [{ kind: 'date', field: 'createdAt', op: 'notInLast', days: 30 }],
  });
  const { id } = await person('ages');
  await look();
  await harness.owner.query(`update contacts set created_at = now() - interval '31 days' where id = $1`, [id]);

  const { enqueue } = await import('#platform/jobs/job.ts');
  for (const hour of ['2026-11-18T10', '2026-11-18T11']) {
    await enqueue(ctx, passSegments, { hour, segmentId: null, afterId: null });
    await expect.poll(() => harness.count(passSegments.name), soon).toBe(0);
  }

  expect(await kinds(id)).toEqual(['segment.entered']);
  expect(await members(segmentId)).toEqual([id]);
});

test('memberships go with the contact, the merge and the watch', async () => {
  const segmentId = await watched(named('Ada'));
  const [kept, other, gone] = [await person('kept'), await person('other'), await person('gone')];
  await updateContact(ctx, other.id, { firstName: 'Ada' });
  await updateContact(ctx, gone.id, { firstName: 'Ada' });
  await look();

  await deleteContact(ctx, gone.id);
  await mergeContacts(ctx, kept.id, other.id);
  await look();

  // The heir has the name of the other one and was in the segment as that one: it did not enter a second time.
  expect(await members(segmentId)).toEqual([kept.id]);
  expect(await kinds(kept.id)).toEqual(['segment.entered']);
  await keepWatches(ctx, []);
  expect(await members(segmentId)).toEqual([]);
  expect(await harness.count(fillSegment.name)).toBe(0);
});

test('contacts of another client are in no segment of a client', async () => {
  const own = await person('own');
  const { id: clientId } = (
    await rows(`insert into clients (organization_id, name) values ($1, 'Other') returning id`, ctx.organizationId)
  )[0] as { id: string };
  const { id: segmentId } = await createSegment(ctx, { name: 'Theirs', rules: named('Ada') as never, clientId });
  await keepWatches(ctx, [segmentId]);
  await filled(segmentId);

  await updateContact(ctx, own.id, { firstName: 'Ada' });
  await look();

  expect(await members(segmentId)).toEqual([]);
});
