import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteContact } from '#features/contacts/batches/batches.ts';
import { createContact, updateContact } from '#features/contacts/contacts.ts';
import { mergeContacts } from '#features/contacts/merge/merge.ts';
import { moveContact } from '#features/contacts/move/move.ts';
import { downloadData } from '#features/contacts/privacy/data.ts';
import { eraseContact } from '#features/contacts/privacy/erasure.ts';
import { listChoices } from '#features/contacts/topics/choices.ts';
import { backgroundContext } from '#platform/background-context.ts';
import type { TopicSignal } from '#platform/inbox/event.ts';
import {
  createDeliveryEventsHarness,
  eventOf,
  type DeliveryEventsHarness,
  type Mailed,
} from '#features/campaigns/delivery-events/test-harness.ts';

let harness: DeliveryEventsHarness;
beforeAll(async () => {
  harness = await createDeliveryEventsHarness();
});
afterAll(() => harness.close());

const ctxOf = ({ organizationId }: Mailed) => backgroundContext(harness.database, organizationId, 'test');
const typed = {
  firstName: null,
  lastName: null,
  phone: null,
  company: null,
  source: 'manual',
  status: 'active',
  attributes: {},
};
async function topicOf({ organizationId }: Mailed, clientId: string | null = null): Promise<string> {
  const [row] = await harness.rows(
    `insert into topics (organization_id, client_id, name, position) values ($1, $2, 'T' || new_id(), 0) returning id`,
    organizationId,
    clientId,
  );
  return row!['id'];
}
type Said = { sendId: string; topics: readonly TopicSignal[]; at?: number; more?: object };
const choose = async (mailed: Mailed, { sendId, topics, at = Date.now() - 60_000, more = {} }: Said) => {
  await harness.deliver([eventOf(mailed, 'topics', { sendId, topics, ...more }, at)]);
  await harness.drain();
};
/** Ids of what a contact opted out of. */
const outOf = async (mailed: Mailed, contactId: string) =>
  (await listChoices(ctxOf(mailed), contactId)).flatMap(({ topicId, optedOut }) => (optedOut ? topicId : []));
const linesOf = async (contactId: string) =>
  (
    await harness.rows(
      `select type, data ->> 'topicId' as topic from contact_activity where contact_id = $1 and type like 'topic.%' order by happened_at`,
      contactId,
    )
  ).map(({ type, topic }) => [type, topic]);
const emailOf = async (contactId: string): Promise<string> =>
  (await harness.rows('select email from contacts where id = $1', contactId))[0]!['email'];

test('the latest choice of a topic counts, in whatever order and however often it is told', async () => {
  const people = 30;
  const mailed = await harness.mailed(people);
  const topic = await topicOf(mailed);
  const start = Date.now() - 600_000;
  const stories = fc.sample(
    fc.record({
      outs: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
      again: fc.array(fc.nat(3), { minLength: 2, maxLength: 2 }),
    }),
    { numRuns: people, seed: 15 },
  );
  const received = stories.map(({ outs, order, again }, at) => {
    const { sendId } = mailed.sends[at]!;
    const events = outs.map((out, minute) =>
      eventOf(mailed, 'topics', { sendId, topics: [{ id: topic, out }] }, start + minute * 60_000),
    );
    return [...order, ...again].map((index) => events[index]!);
  });

  for (let turn = 0; turn < 6; turn += 1) {
    await harness.deliver(received.map((events) => events[turn]!));
    await harness.owner.query('update inbox_events set drained_at = null where organization_id = $1', [
      mailed.organizationId,
    ]);
    await harness.drain();
  }

  for (const [at, { outs }] of stories.entries())
    expect(await outOf(mailed, mailed.sends[at]!.contactId)).toEqual(outs[3] ? [topic] : []);
});

test('each change is one line in the timeline, and what stays as it is is none', async () => {
  const mailed = await harness.mailed(1);
  const [one, other] = [await topicOf(mailed), await topicOf(mailed)];
  const { sendId, contactId } = mailed.sends[0]!;
  const at = Date.now() - 600_000;

  const say = (first: boolean, later: number) =>
    choose(mailed, {
      sendId,
      topics: [
        { id: one, out: first },
        { id: other, out: !first },
      ],
      at: at + later,
    });
  await say(true, 0);
  await say(true, 1_000);
  await say(false, 2_000);

  expect(await outOf(mailed, contactId)).toEqual([other]);
  const lines = await linesOf(contactId);
  expect(lines).toHaveLength(3);
  expect(lines).toEqual(
    expect.arrayContaining([
      ['topic.opted_out', one],
      ['topic.opted_in', one],
      ['topic.opted_out', other],
    ]),
  );
});

test('topics of another client, of another organization and of nobody are ignored', async () => {
  const clientId = randomUUID();
  const mailed = await harness.mailed(1, { clientId });
  const foreign = await harness.mailed(1);
  const other = randomUUID();
  await harness.rows(
    `insert into clients (organization_id, id, name) values ($1, $2, 'D')`,
    mailed.organizationId,
    other,
  );
  const [own, theirs, strange] = [
    await topicOf(mailed, clientId),
    await topicOf(mailed, other),
    await topicOf(foreign),
  ];
  const { sendId, contactId } = mailed.sends[0]!;

  const topics = [own, theirs, strange, randomUUID()].map((id) => ({ id, out: true }));
  await choose(mailed, { sendId, topics });

  expect(await outOf(mailed, contactId)).toEqual([own]);
  expect(
    await harness.rows('select topic_id from topic_choices where topic_id = any($1)', [own, theirs, strange]),
  ).toEqual([{ topic_id: own }]);
});

test('an opt-out of a topic holds when the contact is deleted and added again', async () => {
  const mailed = await harness.mailed(1);
  const topic = await topicOf(mailed);
  const { sendId, contactId } = mailed.sends[0]!;
  const email = await emailOf(contactId);
  await choose(mailed, { sendId, topics: [{ id: topic, out: true }] });

  await deleteContact(ctxOf(mailed), contactId);
  const again = await createContact(ctxOf(mailed), { ...typed, email: email.toUpperCase() });

  expect(await outOf(mailed, again.id)).toEqual([topic]);
});

test('it holds for another address of the person, when contacts are merged or the address changes', async () => {
  const mailed = await harness.mailed(3);
  const topic = await topicOf(mailed);
  const [gone, kept, moved] = mailed.sends as [Mailed['sends'][0], Mailed['sends'][0], Mailed['sends'][0]];
  await choose(mailed, { sendId: gone.sendId, topics: [{ id: topic, out: true }] });
  await choose(mailed, { sendId: moved.sendId, topics: [{ id: topic, out: true }] });

  await mergeContacts(ctxOf(mailed), kept.contactId, gone.contactId);
  await updateContact(ctxOf(mailed), moved.contactId, { email: 'elsewhere@house.example' });

  expect([await outOf(mailed, kept.contactId), await outOf(mailed, moved.contactId)]).toEqual([[topic], [topic]]);
});

test('a choice made after the address changed holds for the old and the new one, and the later wish survives a merge', async () => {
  const mailed = await harness.mailed(2);
  const topic = await topicOf(mailed);
  const [one, two] = mailed.sends as [Mailed['sends'][0], Mailed['sends'][0]];
  const old = await emailOf(one.contactId);
  await updateContact(ctxOf(mailed), one.contactId, { email: 'newer@house.example' });

  await choose(mailed, { sendId: one.sendId, topics: [{ id: topic, out: true }], at: Date.now() - 120_000 });
  await choose(mailed, { sendId: two.sendId, topics: [{ id: topic, out: false }], at: Date.now() - 60_000 });
  const again = await createContact(ctxOf(mailed), { ...typed, email: old });
  await mergeContacts(ctxOf(mailed), two.contactId, one.contactId);

  expect(await outOf(mailed, again.id)).toEqual([topic]);
  expect(await outOf(mailed, two.contactId)).toEqual([]);
});

test('a link whose mail no ledger knows any more opts out by the hash it carries', async () => {
  const mailed = await harness.mailed(1);
  const topic = await topicOf(mailed);
  const { sendId, contactId } = mailed.sends[0]!;
  const [row] = await harness.rows('select address_hash from campaign_sends where id = $1', sendId);
  await harness.rows('delete from campaign_sends where id = $1', sendId);
  const carried = { addressHash: row!['address_hash'].toString('hex'), clientMark: '00000000' };

  await choose(mailed, { sendId, topics: [{ id: topic, out: true }], more: carried });

  expect(await outOf(mailed, contactId)).toEqual([topic]);
});

test('what the team recorded comes back with a restored database, and takes back nothing that the person said', async () => {
  const mailed = await harness.mailed(2);
  const topic = await topicOf(mailed);
  const [one, two] = mailed.sends as [Mailed['sends'][0], Mailed['sends'][0]];
  const hashOf = async (sendId: string) =>
    (await harness.rows('select address_hash from campaign_sends where id = $1', sendId))[0]!['address_hash'].toString(
      'hex',
    );
  const noted = async (sendId: string, out: boolean, at: number) =>
    eventOf(
      mailed,
      'topics',
      { topics: [{ id: topic, out }], byTeam: true, addressHash: await hashOf(sendId), clientMark: '00000000' },
      at,
    );
  await choose(mailed, { sendId: two.sendId, topics: [{ id: topic, out: true }], at: Date.now() - 120_000 });

  await harness.deliver([
    await noted(one.sendId, true, Date.now() - 60_000),
    await noted(two.sendId, false, Date.now() - 60_000),
  ]);
  await harness.drain();

  expect([await outOf(mailed, one.contactId), await outOf(mailed, two.contactId)]).toEqual([[topic], [topic]]);
});

test('the opt-out of a client stays with that client when the contact moves to another', async () => {
  const clientId = randomUUID();
  const mailed = await harness.mailed(1, { clientId });
  const topic = await topicOf(mailed, clientId);
  const { sendId, contactId } = mailed.sends[0]!;
  await choose(mailed, { sendId, topics: [{ id: topic, out: true }] });

  await moveContact(ctxOf(mailed), contactId, null);
  const away = await outOf(mailed, contactId);
  await moveContact(ctxOf(mailed), contactId, clientId);

  expect([away, await outOf(mailed, contactId)]).toEqual([[], [topic]]);
});

test('a person reads what they chose, and an erasure leaves nothing of it', async () => {
  const mailed = await harness.mailed(1);
  const topic = await topicOf(mailed);
  const { sendId, contactId } = mailed.sends[0]!;
  await choose(mailed, { sendId, topics: [{ id: topic, out: true }] });
  const email = await emailOf(contactId);

  const file = await downloadData(ctxOf(mailed), contactId);
  let text = '';
  for await (const part of file.content as AsyncIterable<string>) text += part;
  await eraseContact(ctxOf(mailed), contactId, { email });

  expect(JSON.parse(text).topic_choices).toMatchObject([{ opted_out: true, source: 'person' }]);
  expect(await harness.rows('select from topic_choices where topic_id = $1', topic)).toEqual([]);
});
