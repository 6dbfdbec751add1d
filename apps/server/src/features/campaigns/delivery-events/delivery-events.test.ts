import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backgroundContext } from '#platform/background-context.ts';
import { linkFigures } from '../link-figures/link-figures.ts';
import {
  createDeliveryEventsHarness,
  eventOf,
  type Mailed,
  person,
  type DeliveryEventsHarness,
  sesReport,
} from './test-harness.ts';

let harness: DeliveryEventsHarness;
beforeAll(async () => {
  harness = await createDeliveryEventsHarness();
});
afterAll(() => harness.close());

const minute = 60_000;
const statusOf = async (contactId: string) =>
  (await harness.rows('select status from contacts where id = $1', contactId))[0]?.['status'] as string;
const sendOf = async (sendId: string) => (await harness.rows('select * from campaign_sends where id = $1', sendId))[0]!;
const totals = async (campaignId: string) =>
  Object.fromEntries(
    (
      await harness.rows(
        `select metric, sum(total)::int as total from stat_days where subject_id = $1 and part = 'all' group by 1`,
        campaignId,
      )
    ).map(({ metric, total }) => [metric, total]),
  );

const linksOf = async ({ organizationId, campaignId }: Mailed) => {
  const { items } = await linkFigures(backgroundContext(harness.database, organizationId, 'test'), campaignId);
  return items.map(({ url, uniqueClicks, clicks, machineClicks }) => [url, uniqueClicks, clicks, machineClicks]);
};

describe('a click', () => {
  test('counts for the link that was followed; machines apart, and traps for no link', async () => {
    const mailed = await harness.mailed(3);
    const [first, second, third] = mailed.sends.map(({ sendId }) => sendId);
    const at = Date.now() - 30 * minute;
    const click = (sendId: string, linkNo: number, late = 0, more: object = {}) =>
      eventOf(mailed, 'click', { sendId, linkNo, ...more }, at + late);

    await harness.deliver([
      click(first!, 1),
      click(first!, 1, minute),
      click(first!, 2, 2 * minute),
      click(second!, 1, -720 * minute),
      click(second!, 1, minute, { userAgent: 'curl/8.5.0', accept: '*/*' }),
      // A gateway: what it follows besides the trap is no person's either.
      click(third!, 3),
      click(third!, 4, 1_000),
    ]);
    await harness.drain();

    expect(await linksOf(mailed)).toEqual([
      ['https://example.org/1', 2, 3, 1],
      ['https://example.org/2', 1, 1, 0],
      ['https://example.org/3', 0, 0, 1],
    ]);
  });

  test('counts once for each mail and link, however often it is followed (K7)', async () => {
    const mailed = await harness.mailed(1);
    const { sendId, contactId } = mailed.sends[0]!;
    const at = Date.now() - 10 * minute;

    await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        harness.deliver([eventOf(mailed, 'click', { sendId, linkNo: 1 }, at + turn * 10)]),
      ),
    );
    await harness.drain();

    const all = await totals(mailed.campaignId);
    expect([all[24], all[25]]).toEqual([50, 1]);
    expect((await linksOf(mailed))[0]).toEqual(['https://example.org/1', 1, 50, 0]);
    expect(await harness.stats(mailed)).toMatchObject({ clicked: 1 });
    expect((await sendOf(sendId)).clicked_at.getTime()).toBe(at);
    expect(
      await harness.rows(`select from contact_activity where contact_id = $1 and type = 'email.clicked'`, contactId),
    ).toHaveLength(1);
  });

  test('on one link 600 times hides nothing else that is known of the mail', async () => {
    const mailed = await harness.mailed(1);
    const { sendId } = mailed.sends[0]!;
    const at = Date.now() - 60 * minute;
    const ses = (type: 'Delivery' | 'Bounce') => sesReport({ type, sendId, email: 'p1@x.example', at });
    await harness.deliver([
      eventOf(mailed, 'provider', ses('Delivery'), at),
      eventOf(mailed, 'open', { sendId }, at),
      eventOf(mailed, 'unsubscribe', { sendId }, at),
      ...Array.from({ length: 600 }, (_, turn) => eventOf(mailed, 'click', { sendId, linkNo: 1 }, at + turn * 1_000)),
    ]);
    await harness.drain();

    await harness.deliver([
      eventOf(mailed, 'open', { sendId }, at + minute),
      eventOf(mailed, 'provider', ses('Bounce'), at),
    ]);
    await harness.drain();

    expect(await harness.stats(mailed)).toEqual({ delivered: 1, opened: 1, clicked: 1, bounced: 1, unsubscribed: 1 });
    const { 20: opens, 21: uniqueOpens, 24: clicks, 25: uniqueClicks } = await totals(mailed.campaignId);
    expect([opens, uniqueOpens, clicks, uniqueClicks]).toEqual([2, 1, 600, 1]);
    const { delivered_at, opened_at, unsubscribed_at } = await sendOf(sendId);
    expect([delivered_at, opened_at, unsubscribed_at].map((time) => time?.getTime())).toEqual([at, at, at]);
  });

  test('ahead of a person, or by whoever is no browser, does not count (K2)', async () => {
    const mailed = await harness.mailed(4);
    const hints = ['prefetch', 'prefetch;prerender', 'preview', 'prerender'];

    await harness.deliver(
      mailed.sends.flatMap(({ sendId }, at) => [
        eventOf(mailed, 'click', { sendId, linkNo: 1, purpose: hints[at]! }),
        eventOf(mailed, 'open', { sendId, purpose: hints[at]! }),
      ]),
    );
    await harness.drain();

    expect(await harness.stats(mailed)).toEqual({ machineOpened: 4, machineClicked: 4 });
  });

  test('of a machine is kept and counted apart', async () => {
    const mailed = await harness.mailed(1);
    const { sendId } = mailed.sends[0]!;

    await harness.deliver([eventOf(mailed, 'click', { sendId, linkNo: 1, userAgent: 'curl/8.5.0', accept: '*/*' })]);
    await harness.drain();

    expect(await harness.stats(mailed)).toEqual({ machineClicked: 1 });
    expect((await sendOf(sendId)).clicked_at).toBeNull();
  });
});

test('figures leave out what a mail gateway of five kinds does (K3)', async () => {
  const people = 40;
  const mailed = await harness.mailed(people * 5, { links: 4 });
  const at = Date.now() - 10 * minute;
  const click = (sendId: string, linkNo: number, late: number, change: object = {}) =>
    eventOf(mailed, 'click', { sendId, linkNo, ...change }, at + late);
  const gateways: ((sendId: string) => ReturnType<typeof eventOf>[])[] = [
    // Says who it is.
    (sendId) =>
      [1, 2].map((no) => click(sendId, no, no * 900, { userAgent: 'Mozilla/5.0 (compatible; Barracuda Sentinel)' })),
    // Looks like a browser and follows all links.
    (sendId) => [1, 2, 3, 4].map((no) => click(sendId, no, no * 1_000)),
    // The same, from another address each time.
    (sendId) => [4, 2, 3, 1].map((no, at) => click(sendId, no, at * 2_500, { address: `198.51.100.${no}` })),
    // Follows the link no person sees, some seconds after another one.
    (sendId) => [click(sendId, 1, 0), click(sendId, 5, 4_000)],
    // Follows one at once and the hidden one minutes later.
    (sendId) => [click(sendId, 2, 0), eventOf(mailed, 'open', { sendId }, at + 100), click(sendId, 5, 5 * minute)],
  ];
  const events = mailed.sends.map(({ sendId }, at) => gateways[at % 5]!(sendId)).flat();

  // What gives a gateway away may come last, and in another batch.
  for (const event of [events.slice(0, 300), events.slice(300)]) {
    await harness.deliver(event);
    await harness.drain();
  }

  const { clicked = 0, opened = 0, machineClicked } = await harness.stats(mailed);
  expect(clicked + opened).toBeLessThanOrEqual(mailed.sends.length / 100);
  expect(machineClicked).toBe(mailed.sends.length);
  expect(
    await harness.rows(
      `select from campaign_sends where campaign_id = $1 and clicked_at is not null`,
      mailed.campaignId,
    ),
  ).toEqual([]);
  expect(
    await harness.rows(
      `select from contact_activity where organization_id = $1 and type like 'email.%'`,
      mailed.organizationId,
    ),
  ).toEqual([]);
  expect((await totals(mailed.campaignId))[24] ?? 0).toBe(0);
});

test('a person who follows two of four links in a few seconds stays a person (K3)', async () => {
  const mailed = await harness.mailed(1, { links: 4 });
  const { sendId } = mailed.sends[0]!;

  await harness.deliver([1, 3].map((linkNo) => eventOf(mailed, 'click', { sendId, linkNo })));
  await harness.drain();

  expect(await harness.stats(mailed)).toEqual({ clicked: 1 });
});

test('opens through the proxies of Apple and Gmail are told apart and left out of the figure (K1)', async () => {
  const mailed = await harness.mailed(2_000);
  const apple = { userAgent: 'Mozilla/5.0', language: undefined, accept: '*/*', fetchMode: undefined };
  const gmail = {
    userAgent: 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    fetchMode: undefined,
  };
  const scanner = { userAgent: 'python-requests/2.31', language: undefined, fetchMode: undefined };
  const outlook = {
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
    accept: 'image/*',
    fetchMode: 'no-cors',
    fetchDest: 'image',
  };
  const kinds = [apple, gmail, scanner, outlook, { accept: 'image/*', fetchMode: 'no-cors' }];
  const isHuman = (at: number) => at % 5 >= 3;

  await harness.deliver(
    mailed.sends.map(({ sendId }, at) => eventOf(mailed, 'open', { sendId, ...(kinds[at % 5] as object) })),
  );
  await harness.drain();

  const rows = await harness.rows(
    'select send_id, label, label_reason from engagement_events where organization_id = $1',
    mailed.organizationId,
  );
  const found = new Map(rows.map((row) => [row['send_id'] as string, row]));
  const label = (at: number) => found.get(mailed.sends[at]!.sendId)!['label'] as string;
  const all = mailed.sends.map((_, at) => at);
  const counted = all.filter((at) => label(at) === 'human');
  expect(counted.filter(isHuman).length / counted.length).toBeGreaterThanOrEqual(0.95);
  expect(counted.filter(isHuman).length / all.filter(isHuman).length).toBeGreaterThanOrEqual(0.9);
  expect(found.get(mailed.sends[0]!.sendId)!['label_reason']).toBe('apple-proxy');
  expect(found.get(mailed.sends[1]!.sendId)!['label_reason']).toBe('gmail-proxy');
  expect(await harness.stats(mailed)).toMatchObject({ opened: counted.length, machineOpened: 2_000 - counted.length });
});

describe('an unsubscribe', () => {
  test("binds the campaign's client, ends the person's mail and shows where it came from", async () => {
    const clientId = randomUUID();
    const mailed = await harness.mailed(2, { clientId });
    const [first, second] = mailed.sends;

    await harness.deliver([eventOf(mailed, 'unsubscribe', { sendId: first!.sendId })]);
    await harness.drain();

    expect(await statusOf(first!.contactId)).toBe('unsubscribed');
    expect(await statusOf(second!.contactId)).toBe('active');
    expect((await sendOf(first!.sendId)).unsubscribed_at).not.toBeNull();
    expect(await harness.stats(mailed)).toMatchObject({ unsubscribed: 1 });
    const [suppression] = await harness.rows(
      'select * from suppressions where organization_id = $1',
      mailed.organizationId,
    );
    expect(suppression).toMatchObject({
      client_id: clientId,
      reason: 'unsubscribed',
      source: 'unsubscribe-link',
      source_id: mailed.campaignId,
    });
  });

  test('can be taken back through the same link, and only what that link did', async () => {
    const mailed = await harness.mailed(2);
    const [own, other] = mailed.sends;
    const at = Date.now() - 5 * minute;
    await harness.owner.query(`update contacts set status = 'unsubscribed' where id = $1`, [other!.contactId]);

    await harness.deliver([
      // The later news first: they may take another way.
      eventOf(mailed, 'resubscribe', { sendId: own!.sendId }, at + minute),
      eventOf(mailed, 'resubscribe', { sendId: other!.sendId }, at + minute),
    ]);
    await harness.drain();
    await harness.deliver([eventOf(mailed, 'unsubscribe', { sendId: own!.sendId }, at)]);
    await harness.drain();
    const undoneBefore = await statusOf(own!.contactId);
    await harness.deliver([eventOf(mailed, 'unsubscribe', { sendId: own!.sendId }, at + 2 * minute)]);
    await harness.drain();
    const out = await statusOf(own!.contactId);
    await harness.deliver([eventOf(mailed, 'resubscribe', { sendId: own!.sendId }, at + 3 * minute)]);
    await harness.drain();

    expect([undoneBefore, out, await statusOf(own!.contactId)]).toEqual(['active', 'unsubscribed', 'active']);
    expect((await sendOf(own!.sendId)).unsubscribed_at).toBeNull();
    expect(await statusOf(other!.contactId)).toBe('unsubscribed');
    expect((await harness.stats(mailed))['unsubscribed']).toBe(0);
  });
});

describe('what a provider says', () => {
  test('suppresses dead mailboxes and complaints, and not a full one', async () => {
    const mailed = await harness.mailed(3);
    const emails = await harness.rows(
      'select id, email from contacts where organization_id = $1',
      mailed.organizationId,
    );
    const emailOf = (contactId: string) => emails.find(({ id }) => id === contactId)!['email'] as string;
    const at = Date.now() - minute;
    const [hard, soft, spam] = mailed.sends.map(({ sendId, contactId }) => ({
      sendId,
      contactId,
      email: emailOf(contactId),
      at,
    }));

    await harness.deliver([
      eventOf(mailed, 'provider', sesReport({ type: 'Bounce', ...hard! })),
      eventOf(mailed, 'provider', sesReport({ type: 'Bounce', bounceType: 'Transient', ...soft! })),
      eventOf(mailed, 'provider', sesReport({ type: 'Complaint', ...spam! })),
    ]);
    await harness.drain();

    expect(await Promise.all([hard, soft, spam].map((each) => statusOf(each!.contactId)))).toEqual([
      'bounced',
      'active',
      'complained',
    ]);
    expect(await harness.stats(mailed)).toMatchObject({ bounced: 2, complained: 1 });
  });

  test('of an unknown mail still ends mail to the address', async () => {
    const mailed = await harness.mailed(1);
    const [contact] = await harness.rows(
      'select email from contacts where organization_id = $1',
      mailed.organizationId,
    );
    const text = JSON.stringify({
      RecordType: 'Bounce',
      Type: 'HardBounce',
      MessageID: randomUUID(),
      Email: contact!['email'],
      BouncedAt: new Date().toISOString(),
    });

    await harness.deliver([eventOf(mailed, 'provider', { report: { provider: 'postmark', text } })]);
    await harness.drain();

    expect(await statusOf(mailed.sends[0]!.contactId)).toBe('bounced');
  });

  test('by Postmark finds its mail by the id the mail carried, and only mails of ours', async () => {
    const mailed = await harness.mailed(4);
    const others = await harness.mailed(1);
    const emails = await harness.rows(
      'select id, email from contacts where organization_id = $1',
      mailed.organizationId,
    );
    const [arrived, dead, spam, nameless] = mailed.sends.map(({ sendId, contactId }) => ({
      sendId,
      contactId,
      email: emails.find(({ id }) => id === contactId)!['email'] as string,
    }));
    const at = new Date(Math.floor(Date.now() / 1_000) * 1_000 - minute);
    const says = (RecordType: string, send: string | undefined, more: object) => {
      const said = { RecordType, MessageID: randomUUID(), Metadata: send ? { send } : {}, ...more };
      return eventOf(mailed, 'provider', { report: { provider: 'postmark', text: JSON.stringify(said) } });
    };
    const DeliveredAt = at.toISOString();
    const BouncedAt = DeliveredAt;

    await harness.deliver([
      says('Delivery', arrived!.sendId, { Recipient: arrived!.email, DeliveredAt }),
      says('Open', arrived!.sendId, { Recipient: arrived!.email, ReceivedAt: DeliveredAt }),
      says('Click', arrived!.sendId, { Recipient: arrived!.email, ReceivedAt: DeliveredAt }),
      says('Bounce', dead!.sendId, { Type: 'HardBounce', Email: dead!.email, BouncedAt }),
      says('SpamComplaint', spam!.sendId, { Type: 'SpamComplaint', Email: spam!.email, BouncedAt }),
      says('Bounce', undefined, { Type: 'HardBounce', Email: nameless!.email, BouncedAt }),
      says('Delivery', others.sends[0]!.sendId, { Recipient: 'x@other.example', DeliveredAt }),
    ]);
    await harness.drain();

    expect(await sendOf(arrived!.sendId)).toMatchObject({ delivered_at: at, opened_at: null, clicked_at: null });
    expect(await sendOf(dead!.sendId)).toMatchObject({ bounced_at: at });
    expect(await sendOf(spam!.sendId)).toMatchObject({ complained_at: at });
    expect(await sendOf(nameless!.sendId)).toMatchObject({ bounced_at: null });
    expect(await Promise.all([arrived, dead, spam, nameless].map((each) => statusOf(each!.contactId)))).toEqual([
      'active',
      'bounced',
      'complained',
      'bounced',
    ]);
    expect(await harness.stats(mailed)).toEqual({ delivered: 1, bounced: 1, complained: 1 });
    expect(await harness.stats(others)).toEqual({});
    expect(await sendOf(others.sends[0]!.sendId)).toMatchObject({ delivered_at: null });
  });

  test('settles who was in doubt', async () => {
    const mailed = await harness.mailed(1, { state: 'uncertain' });
    const { sendId } = mailed.sends[0]!;
    await harness.owner.query(`update campaigns set stats = '{"progress": {"uncertain": 1}}' where id = $1`, [
      mailed.campaignId,
    ]);

    await harness.deliver([
      eventOf(
        mailed,
        'provider',
        sesReport({ type: 'Delivery', sendId, email: 'p1@x.example', at: Date.now() - minute }),
      ),
    ]);
    await harness.drain();

    expect(await sendOf(sendId)).toMatchObject({ state: 'accepted' });
    expect(await harness.stats(mailed)).toMatchObject({ delivered: 1, progress: { accepted: 1, uncertain: 0 } });
  });

  test('in words nobody understands changes nothing and holds nobody up', async () => {
    const mailed = await harness.mailed(1);
    const texts = [
      '',
      'null',
      '[]',
      '{}',
      '{"notificationType":"Bounce"}',
      '{"RecordType":"Bounce"}',
      '{"mail":{"messageId":1}}',
    ];

    await harness.deliver(
      texts.flatMap((text) =>
        (['ses', 'postmark', 'smtp'] as const).map((provider) =>
          eventOf(mailed, 'provider', { report: { provider, text } }),
        ),
      ),
    );
    await harness.drain();

    expect(
      await harness.rows('select from engagement_events where organization_id = $1', mailed.organizationId),
    ).toEqual([]);
    expect(
      await harness.rows(
        'select from inbox_events where organization_id = $1 and failure is not null',
        mailed.organizationId,
      ),
    ).toEqual([]);
  });
});

test('a bounce that came back as a mail counts once, however often it comes', async () => {
  const mailed = await harness.mailed(1);
  const { sendId, contactId } = mailed.sends[0]!;
  const text = JSON.stringify({ action: 'failed', status: '5.1.1', diagnostic: 'no such user' });
  const bounce = (late: number) =>
    eventOf(mailed, 'bounce', { ...person, sendId, report: { provider: 'smtp', text } }, Date.now() - late);

  await harness.deliver([bounce(5_000), bounce(3_000)]);
  await harness.drain();
  await harness.deliver([bounce(1_000)]);
  await harness.drain();

  expect(await statusOf(contactId)).toBe('bounced');
  expect(await harness.stats(mailed)).toEqual({ bounced: 1 });
});
