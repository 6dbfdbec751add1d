import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createDeliveryEventsHarness,
  eventOf,
  linkKey,
  type DeliveryEventsHarness,
} from '#features/campaigns/delivery-events/test-harness.ts';
import { createSecrets } from '#platform/secrets.ts';
import { addLinkKey, createLinkKeys } from '#platform/tracking/link-keys.ts';
import { clientMarkOf, readOptOut, signOptOut } from '#platform/tracking/opt-out-token.ts';
import { readToken } from '#platform/tracking/token.ts';
import { ask } from '../sending/ready-admin.ts';
import { type MailedTenant, readMail, startMailedTenant } from './mailed-tenant.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (address: string, body: string) => fetch(address, { method: 'POST', headers: form, body });

describe('P8: a link whose ledger is gone', () => {
  let tenant: MailedTenant;
  beforeAll(async () => {
    tenant = await startMailedTenant();
  }, 60_000);
  afterAll(() => tenant.close());

  test('still ends mail by one click, by its page and by the preferences, and its address stays bound', async () => {
    await tenant.mailTo(4);
    const mails = await Promise.all(tenant.received.map(({ raw }) => readMail(raw)));
    const ways = mails.map(({ unsubscribe, uris }) => ({
      unsubscribe,
      preferences: uris.find((uri) => uri.includes('/t/p/'))!,
    }));
    await tenant.rows('delete from campaign_sends');

    const answers = [
      await post(tenant.onEdge(ways[0]!.unsubscribe), 'List-Unsubscribe=One-Click'),
      await post(tenant.onEdge(ways[1]!.unsubscribe), 'do=unsubscribe'),
      await post(tenant.onEdge(ways[2]!.preferences), 'do=unsubscribe'),
      await post(tenant.onEdge(ways[3]!.preferences), 'do=pause&days=30'),
    ];
    await tenant.settled();

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(mails.every(({ unsubscribe }) => unsubscribe.length <= 180)).toBe(true);
    expect(await tenant.rows(`select status, count(*)::int from contacts group by 1 order by 1`)).toEqual([
      { status: 'active', count: 1 },
      { status: 'unsubscribed', count: 3 },
    ]);
    expect(await tenant.rows(`select status from contacts where mail_paused_until > now()`)).toEqual([
      { status: 'active' },
    ]);
    const [gone] = await tenant.rows(`select id, email from contacts where status = 'unsubscribed' limit 1`);
    await tenant.rows('delete from contacts where id = $1', gone!['id']);
    expect(await ask(tenant.admin, 'POST', '/api/contacts', { email: gone!['email'] })).toMatchObject({
      status: 'unsubscribed',
    });
  }, 120_000);
});

describe('P8: what a link carries', () => {
  const claims = {
    purpose: 'unsubscribe' as const,
    cell: 1,
    organizationId: randomUUID(),
    sendId: randomUUID(),
    campaignId: null,
    hashed: { addressHash: randomBytes(32), clientMark: clientMarkOf(randomUUID()) },
  };

  test('is read back whole, only for its purpose, and no changed character is taken', () => {
    const token = signOptOut(linkKey, claims);

    expect(token).toMatch(/^[\w-]{112}$/);
    expect(readOptOut([linkKey], token, 'unsubscribe')).toEqual(claims);
    expect(readOptOut([linkKey], token, 'preferences')).toBeNull();
    expect(readToken([linkKey], token, 'unsubscribe')).toBeNull();
    const changed = Array.from(token, (character, at) => {
      const other = character === 'A' ? 'B' : 'A';
      return readOptOut([linkKey], token.slice(0, at) + other + token.slice(at + 1), 'unsubscribe');
    });
    expect(changed.every((claims) => claims === null)).toBe(true);
  });

  test('is understood beside links of the version before, which carry nothing', () => {
    const before = { ...claims, campaignId: randomUUID(), hashed: null };
    const token = signOptOut(linkKey, before);

    expect(token).toMatch(/^[\w-]{88}$/);
    expect(readToken([linkKey], token, 'unsubscribe')).toMatchObject({ sendId: claims.sendId });
    expect(readOptOut([linkKey], token, 'unsubscribe')).toEqual(before);
  });
});

describe('P8: an opt-out without a ledger', () => {
  let harness: DeliveryEventsHarness;
  beforeAll(async () => {
    harness = await createDeliveryEventsHarness();
  });
  afterAll(() => harness.close());

  /** Forgets the only mail of a fresh organization and answers what its link would carry. */
  async function forgotten(clientId: string | null) {
    const mailed = await harness.mailed(1, { clientId });
    const [row] = await harness.rows('select * from campaign_sends where campaign_id = $1', mailed.campaignId);
    await harness.rows('delete from campaign_sends where campaign_id = $1', mailed.campaignId);
    const { sendId, contactId } = mailed.sends[0]!;
    const carried = { addressHash: row!['address_hash'].toString('hex') as string };
    return { mailed, sendId, contactId, ...carried };
  }
  const scopes = (organizationId: string) =>
    harness.rows('select client_id, reason, source from suppressions where organization_id = $1', organizationId);

  test.each(['the client', 'the organization', 'a client nobody knows'])(
    'binds %s the mail was from',
    async (whose) => {
      const clientId = whose === 'the organization' ? null : randomUUID();
      const { mailed, sendId, contactId, addressHash } = await forgotten(clientId);
      const mark = whose === 'a client nobody knows' ? 'ffffffff' : clientMarkOf(clientId).toString('hex');

      await harness.deliver([eventOf(mailed, 'unsubscribe', { sendId, addressHash, clientMark: mark })]);
      await harness.drain();

      const bound = whose === 'the client' ? clientId : null;
      expect(await scopes(mailed.organizationId)).toEqual([
        { client_id: bound, reason: 'unsubscribed', source: 'unsubscribe-link' },
      ]);
      expect((await harness.rows('select status from contacts where id = $1', contactId))[0]).toEqual({
        status: 'unsubscribed',
      });
    },
  );

  test('stands whatever is pressed afterwards, and however often', async () => {
    const { mailed, sendId, contactId, addressHash } = await forgotten(null);
    const press = (kind: 'unsubscribe' | 'resubscribe') =>
      eventOf(mailed, kind, { sendId, addressHash, clientMark: '00000000' });

    await harness.deliver([press('unsubscribe'), press('resubscribe'), press('unsubscribe')]);
    await harness.drain();
    await harness.deliver([press('resubscribe')]);
    await harness.drain();

    expect((await harness.rows('select status from contacts where id = $1', contactId))[0]).toEqual({
      status: 'unsubscribed',
    });
  });
});

describe('C10: a link mailed years ago', () => {
  let harness: DeliveryEventsHarness;
  beforeAll(async () => {
    harness = await createDeliveryEventsHarness();
  });
  afterAll(() => harness.close());
  const secrets = createSecrets({
    SECRET_KEY: 'a test secret that is long enough 0123',
    SECRET_KEY_PREVIOUS: undefined,
  });

  test('verifies after two new keys, at any time', async () => {
    const db = harness.database.tenant(null);
    const first = await createLinkKeys(db, secrets).newest();
    const claims = { purpose: 'unsubscribe' as const, cell: 1, organizationId: randomUUID(), sendId: randomUUID() };
    const hashed = { addressHash: randomBytes(32), clientMark: clientMarkOf(null) };
    const token = signOptOut(first, { ...claims, campaignId: null, hashed });
    await addLinkKey(db, secrets);
    await addLinkKey(db, secrets);

    const keys = await createLinkKeys(db, secrets).all();

    expect(keys).toHaveLength(3);
    expect(readOptOut(keys, token, 'unsubscribe')).toMatchObject(claims);
    // Nobody may delete a key, so none is ever missing.
    await expect(db.deleteFrom('link_keys').execute()).rejects.toThrow(/permission denied/);
  });

  test('carries nothing while edges of the version before may still run', async () => {
    const db = harness.database.tenant(null);
    const keys = createLinkKeys(db, secrets);
    const before = await keys.mayCarryHash();
    await harness.rows(`update link_keys set hash_from = now() + interval '1 day'`);
    await addLinkKey(db, secrets);
    const during = await keys.mayCarryHash();
    await harness.rows(`update link_keys set hash_from = hash_from - interval '1 day'`);

    expect([before, during, await keys.mayCarryHash()]).toEqual([true, false, true]);
  });
});
