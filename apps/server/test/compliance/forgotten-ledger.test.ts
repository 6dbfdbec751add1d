import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReturnsBed, eventOf, linkKey, type ReturnsBed } from '#features/campaigns/returns/test-bed.ts';
import { createSecrets } from '#platform/secrets.ts';
import { addLinkKey, createLinkKeys } from '#platform/tracking/link-keys.ts';
import { clientMarkOf, readOptOut, signOptOut } from '#platform/tracking/opt-out-token.ts';
import { readToken } from '#platform/tracking/token.ts';
import { ask } from '../sending/ready-admin.ts';
import { type MailedHouse, readMail, startMailedHouse } from './mailed-house.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (address: string, body: string) => fetch(address, { method: 'POST', headers: form, body });

describe('P8: a link whose ledger is gone', () => {
  let house: MailedHouse;
  beforeAll(async () => {
    house = await startMailedHouse();
  }, 60_000);
  afterAll(() => house.close());

  test('still ends mail by one click, by its page and by the preferences, and its address stays bound', async () => {
    await house.mailTo(4);
    const mails = await Promise.all(house.received.map(({ raw }) => readMail(raw)));
    const ways = mails.map(({ unsubscribe, uris }) => ({
      unsubscribe,
      preferences: uris.find((uri) => uri.includes('/t/p/'))!,
    }));
    await house.rows('delete from campaign_sends');

    const answers = [
      await post(house.onEdge(ways[0]!.unsubscribe), 'List-Unsubscribe=One-Click'),
      await post(house.onEdge(ways[1]!.unsubscribe), 'do=unsubscribe'),
      await post(house.onEdge(ways[2]!.preferences), 'do=unsubscribe'),
      await post(house.onEdge(ways[3]!.preferences), 'do=pause&days=30'),
    ];
    await house.settled();

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(mails.every(({ unsubscribe }) => unsubscribe.length <= 180)).toBe(true);
    expect(await house.rows(`select status, count(*)::int from contacts group by 1 order by 1`)).toEqual([
      { status: 'active', count: 1 },
      { status: 'unsubscribed', count: 3 },
    ]);
    expect(await house.rows(`select status from contacts where mail_paused_until > now()`)).toEqual([
      { status: 'active' },
    ]);
    const [gone] = await house.rows(`select id, email from contacts where status = 'unsubscribed' limit 1`);
    await house.rows('delete from contacts where id = $1', gone!['id']);
    expect(await ask(house.admin, 'POST', '/api/contacts', { email: gone!['email'] })).toMatchObject({
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
  let bed: ReturnsBed;
  beforeAll(async () => {
    bed = await createReturnsBed();
  });
  afterAll(() => bed.close());

  /** Forgets the only mail of a fresh organization and answers what its link would carry. */
  async function forgotten(clientId: string | null) {
    const mailed = await bed.mailed(1, { clientId });
    const [row] = await bed.rows('select * from campaign_sends where campaign_id = $1', mailed.campaignId);
    await bed.rows('delete from campaign_sends where campaign_id = $1', mailed.campaignId);
    const { sendId, contactId } = mailed.sends[0]!;
    const carried = { addressHash: row!['address_hash'].toString('hex') as string };
    return { mailed, sendId, contactId, ...carried };
  }
  const scopes = (organizationId: string) =>
    bed.rows('select client_id, reason, source from suppressions where organization_id = $1', organizationId);

  test.each(['the client', 'the organization', 'a client nobody knows'])(
    'binds %s the mail was from',
    async (whose) => {
      const clientId = whose === 'the organization' ? null : randomUUID();
      const { mailed, sendId, contactId, addressHash } = await forgotten(clientId);
      const mark = whose === 'a client nobody knows' ? 'ffffffff' : clientMarkOf(clientId).toString('hex');

      await bed.tell([eventOf(mailed, 'unsubscribe', { sendId, addressHash, clientMark: mark })]);
      await bed.drain();

      const bound = whose === 'the client' ? clientId : null;
      expect(await scopes(mailed.organizationId)).toEqual([
        { client_id: bound, reason: 'unsubscribed', source: 'unsubscribe-link' },
      ]);
      expect((await bed.rows('select status from contacts where id = $1', contactId))[0]).toEqual({
        status: 'unsubscribed',
      });
    },
  );

  test('stands whatever is pressed afterwards, and however often', async () => {
    const { mailed, sendId, contactId, addressHash } = await forgotten(null);
    const press = (kind: 'unsubscribe' | 'resubscribe') =>
      eventOf(mailed, kind, { sendId, addressHash, clientMark: '00000000' });

    await bed.tell([press('unsubscribe'), press('resubscribe'), press('unsubscribe')]);
    await bed.drain();
    await bed.tell([press('resubscribe')]);
    await bed.drain();

    expect((await bed.rows('select status from contacts where id = $1', contactId))[0]).toEqual({
      status: 'unsubscribed',
    });
  });
});

describe('C10: a link mailed years ago', () => {
  let bed: ReturnsBed;
  beforeAll(async () => {
    bed = await createReturnsBed();
  });
  afterAll(() => bed.close());
  const secrets = createSecrets({
    SECRET_KEY: 'a test secret that is long enough 0123',
    SECRET_KEY_PREVIOUS: undefined,
  });

  test('verifies after two new keys, at any time', async () => {
    const db = bed.database.tenant(null);
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
    const db = bed.database.tenant(null);
    const keys = createLinkKeys(db, secrets);
    const before = await keys.mayCarryHash();
    await bed.rows(`update link_keys set hash_from = now() + interval '1 day'`);
    await addLinkKey(db, secrets);
    const during = await keys.mayCarryHash();
    await bed.rows(`update link_keys set hash_from = hash_from - interval '1 day'`);

    expect([before, during, await keys.mayCarryHash()]).toEqual([true, false, true]);
  });
});
