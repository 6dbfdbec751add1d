import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteContact, undoBatch } from '#features/contacts/batches/batches.ts';
import { hashLedger } from '#features/campaigns/ledger-hashes/hash-ledger.ts';
import { createContact, updateContact } from '#features/contacts/contacts.ts';
import { mergeContacts } from '#features/contacts/merge/merge.ts';
import { eraseContact } from '#features/contacts/privacy/erasure.ts';
import { suppress, suppressionOf } from '#features/contacts/suppression/suppressions.ts';
import { backgroundContext } from '#platform/background-context.ts';
import {
  createDeliveryEventsHarness,
  eventOf,
  type Mailed,
  type DeliveryEventsHarness,
  sesReport,
} from '#features/campaigns/delivery-events/test-harness.ts';

let harness: DeliveryEventsHarness;
beforeAll(async () => {
  harness = await createDeliveryEventsHarness();
});
afterAll(() => harness.close());

const hour = 3_600_000;
const day = 24 * hour;
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
const read = async (contactId: string) =>
  (await harness.rows('select email, status from contacts where id = $1', contactId))[0] as {
    email: string;
    status: string;
  };
const press = async (mailed: Mailed, kind: string, sendId: string, at = Date.now() - 60_000) => {
  await harness.deliver([eventOf(mailed, kind, { sendId }, at)]);
  await harness.drain();
};
const bound = (mailed: Mailed, email: string) => suppressionOf(ctxOf(mailed), 'email', email, null);

async function mailedOne(options: Parameters<DeliveryEventsHarness['mailed']>[1] = {}) {
  const mailed = await harness.mailed(1, options);
  const { sendId, contactId } = mailed.sends[0]!;
  return { mailed, ctx: ctxOf(mailed), sendId, contactId, email: (await read(contactId)).email };
}

describe('P2: an opt-out through a real link holds', () => {
  test('when the contact is deleted, and the deletion is undone', async () => {
    const { mailed, ctx, sendId, contactId, email } = await mailedOne();
    const { batchId } = await deleteContact(ctx, contactId);

    await press(mailed, 'unsubscribe', sendId);
    const suppression = await bound(mailed, email);
    await undoBatch(ctx, batchId);

    expect(suppression).toBe('unsubscribed');
    expect(await read(contactId)).toEqual({ email, status: 'unsubscribed' });
  });

  test('when the contact was deleted and is added again, afterwards or before', async () => {
    const [later, before] = [await mailedOne(), await mailedOne()];
    await deleteContact(later.ctx, later.contactId);
    await deleteContact(before.ctx, before.contactId);
    const early = await createContact(before.ctx, { ...typed, email: before.email });

    await press(later.mailed, 'unsubscribe', later.sendId);
    await press(before.mailed, 'unsubscribe', before.sendId);
    const late = await createContact(later.ctx, { ...typed, email: later.email.toUpperCase() });

    expect([late.status, (await read(early.id)).status]).toEqual(['unsubscribed', 'unsubscribed']);
    expect(
      await harness.rows('select address from suppressions where organization_id = $1', before.mailed.organizationId),
    ).toEqual([{ address: before.email }]);
  });

  test('when the contact was merged, for both addresses, also after a second merge', async () => {
    const mailed = await harness.mailed(3);
    const [gone, kept, last] = mailed.sends.map(({ contactId }) => contactId) as [string, string, string];
    const { email } = await read(gone);
    await mergeContacts(ctxOf(mailed), kept, gone);
    await mergeContacts(ctxOf(mailed), last, kept);

    await press(mailed, 'unsubscribe', mailed.sends[0]!.sendId);

    expect((await read(last)).status).toBe('unsubscribed');
    expect((await createContact(ctxOf(mailed), { ...typed, email })).status).toBe('unsubscribed');
  });

  test('for the address that got the mail and for the one the person has since', async () => {
    const { mailed, ctx, sendId, contactId, email } = await mailedOne();
    await updateContact(ctx, contactId, { email: 'moved@house.example' });

    await press(mailed, 'unsubscribe', sendId);

    expect(await read(contactId)).toEqual({ email: 'moved@house.example', status: 'unsubscribed' });
    expect(await bound(mailed, email)).toBe('unsubscribed');
  });

  test('for a deleted contact that had moved, when it is brought back', async () => {
    const { mailed, ctx, sendId, contactId } = await mailedOne();
    await updateContact(ctx, contactId, { email: 'moved2@house.example' });
    const { batchId } = await deleteContact(ctx, contactId);

    await press(mailed, 'unsubscribe', sendId);
    await undoBatch(ctx, batchId);

    expect((await read(contactId)).status).toBe('unsubscribed');
  });

  test('when the person was erased after moving, for every address they were mailed at', async () => {
    const { mailed, ctx, sendId, contactId, email } = await mailedOne();
    await updateContact(ctx, contactId, { email: 'moved3@house.example' });
    await eraseContact(ctx, contactId, { email: 'moved3@house.example' });

    await press(mailed, 'unsubscribe', sendId);

    expect([await bound(mailed, email), await bound(mailed, 'moved3@house.example')]).toEqual(['erased', 'erased']);
    expect(
      await harness.rows('select address_hash from campaign_sends where campaign_id = $1', mailed.campaignId),
    ).toEqual([{ address_hash: null }]);
  });

  test('of a complaint and a dead mailbox of somebody deleted; a dead mailbox leaves the next one alone', async () => {
    const [angry, dead, moved] = [await mailedOne(), await mailedOne(), await mailedOne()];
    await deleteContact(angry.ctx, angry.contactId);
    await deleteContact(dead.ctx, dead.contactId);
    await updateContact(moved.ctx, moved.contactId, { email: 'alive@house.example' });
    const at = Date.now() - 60_000;
    const report = ({ mailed, sendId }: typeof angry, type: 'Bounce' | 'Complaint') =>
      eventOf(mailed, 'provider', sesReport({ type, sendId, email: 'as.the@provider.example', at }), at);

    await harness.deliver([report(angry, 'Complaint'), report(dead, 'Bounce'), report(moved, 'Bounce')]);
    await harness.drain();

    expect([
      await bound(angry.mailed, angry.email),
      await bound(dead.mailed, dead.email),
      await bound(moved.mailed, moved.email),
    ]).toEqual(['complained', 'bounced', 'bounced']);
    expect((await read(moved.contactId)).status).toBe('active');
  });

  test('in a ledger of the version before, for the contact that is there', async () => {
    const { mailed, sendId, contactId } = await mailedOne({ hashed: false });

    await press(mailed, 'unsubscribe', sendId);

    expect((await read(contactId)).status).toBe('unsubscribed');
  });

  test('in a ledger of the version before, once its rows have got their hash, for a contact that is then deleted', async () => {
    const { mailed, ctx, sendId, contactId, email } = await mailedOne({ hashed: false });
    await hashLedger(ctx, mailed.campaignId, new AbortController().signal);
    await deleteContact(ctx, contactId);

    await press(mailed, 'unsubscribe', sendId);

    expect(await bound(mailed, email)).toBe('unsubscribed');
    expect(await harness.rows('select has_address_hashes from campaigns where id = $1', mailed.campaignId)).toEqual([
      { has_address_hashes: true },
    ]);
  });

  test('and so does a break, when a deletion is undone and for a contact that is added again', async () => {
    const [undone, again] = [await mailedOne(), await mailedOne()];
    const { batchId } = await deleteContact(undone.ctx, undone.contactId);
    await deleteContact(again.ctx, again.contactId);
    const { id } = await createContact(again.ctx, { ...typed, email: again.email });

    for (const { mailed, sendId } of [undone, again])
      await harness.deliver([eventOf(mailed, 'pause', { sendId, pauseDays: 30 })]);
    await harness.drain();
    await undoBatch(undone.ctx, batchId);

    expect(
      await harness.rows('select id from contacts where mail_paused_until > now() and id = any($1)', [
        undone.contactId,
        id,
      ]),
    ).toHaveLength(2);
  });

  test('and can be taken back for a contact that was added again', async () => {
    const { mailed, ctx, sendId, contactId, email } = await mailedOne();
    await deleteContact(ctx, contactId);
    const { id } = await createContact(ctx, { ...typed, email });
    const at = Date.now() - hour;

    await press(mailed, 'unsubscribe', sendId, at);
    const out = await read(id);
    await press(mailed, 'resubscribe', sendId, at + 60_000);

    expect([out.status, (await read(id)).status]).toEqual(['unsubscribed', 'active']);
  });
});

describe('P7: the 24 hours in which an opt-out can be undone', () => {
  /** As if everything so far had happened so long ago. */
  const age = async ({ organizationId }: Mailed, by: string) => {
    await harness.owner.query(
      'update suppressions set happened_at = happened_at - $2::interval where organization_id = $1',
      [organizationId, by],
    );
  };

  test('count from the first opt-out that stands, and saying it again does not reopen them', async () => {
    const { mailed, sendId, contactId } = await mailedOne();
    const at = Date.now() - 10 * day;
    await press(mailed, 'unsubscribe', sendId, at);
    await age(mailed, '10 days');

    await press(mailed, 'resubscribe', sendId, at + 9 * day);
    await press(mailed, 'unsubscribe', sendId, at + 9 * day + hour);
    await press(mailed, 'resubscribe', sendId, at + 9 * day + 2 * hour);

    expect((await read(contactId)).status).toBe('unsubscribed');
  });

  test('are not reopened by so many presses that the first ones are out of sight', async () => {
    const { mailed, sendId, contactId } = await mailedOne();
    const at = Date.now() - 10 * day;
    for (const [kind, after] of [
      ['unsubscribe', 0],
      ['resubscribe', hour],
      ['unsubscribe', 2 * hour],
    ] as const)
      await press(mailed, kind, sendId, at + after);
    await age(mailed, '10 days');

    await harness.deliver(
      Array.from({ length: 1_100 }, (_, turn) =>
        eventOf(mailed, turn % 2 ? 'unsubscribe' : 'resubscribe', { sendId }, at + 5 * day + turn * 1_000),
      ),
    );
    await harness.drain();
    await press(mailed, 'unsubscribe', sendId, at + 9 * day);
    await press(mailed, 'resubscribe', sendId, at + 9 * day + hour);

    expect((await read(contactId)).status).toBe('unsubscribed');
  });

  test('take back nothing that was also asked for through another mail, or by the team', async () => {
    const { mailed, sendId, contactId, email } = await mailedOne();
    const [second] = await harness.rows(
      `with campaign as (
         insert into campaigns (organization_id, name, status, subject, content, recipients, tracking, campaign_month, sent_at, audience)
         values ($1, 'More', 'ACTIVE', 'Hello', '{}', '{}', '{}', date_trunc('month', now())::date, now(), 1) returning *
       ) insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, state, receiver)
       select organization_id, campaign_month, id, $2, 'accepted', 'x' from campaign returning id`,
      mailed.organizationId,
      contactId,
    );
    const at = Date.now() - hour;
    await press(mailed, 'unsubscribe', sendId, at);
    await press(mailed, 'unsubscribe', second!['id'], at + 60_000);
    await press(mailed, 'resubscribe', sendId, at + 120_000);
    const afterFirst = await read(contactId);
    await press(mailed, 'resubscribe', second!['id'], at + 180_000);
    const other = await mailedOne();
    await press(other.mailed, 'unsubscribe', other.sendId, at);
    await suppress(other.ctx, { channel: 'email', address: other.email, reason: 'unsubscribed', source: 'team' });
    await press(other.mailed, 'resubscribe', other.sendId, at + 60_000);

    expect([afterFirst.status, (await read(contactId)).status]).toEqual(['unsubscribed', 'unsubscribed']);
    expect(await bound(mailed, email)).toBe('unsubscribed');
    expect((await read(other.contactId)).status).toBe('unsubscribed');
  });

  test('hold for an opt-out after one that was taken back', async () => {
    const { mailed, sendId, contactId } = await mailedOne();
    const at = Date.now() - 3 * hour;

    await press(mailed, 'unsubscribe', sendId, at);
    await press(mailed, 'resubscribe', sendId, at + 60_000);
    await press(mailed, 'unsubscribe', sendId, at + hour);
    await press(mailed, 'resubscribe', sendId, at + 2 * hour);

    expect((await read(contactId)).status).toBe('active');
  });
});
