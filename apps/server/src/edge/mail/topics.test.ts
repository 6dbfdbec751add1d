import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { scan } from '../../../test/harness/test-edge.ts';
import { signOptOut } from '../../platform/tracking/opt-out-token.ts';
import { pathOf } from '../../platform/tracking/token.ts';
import { createHarness, form, type Harness, waiting } from './test-harness.ts';

let harness: Harness;
let sendId: string;
const hash = Buffer.alloc(32, 7);
beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.edge.close());
beforeEach(async () => {
  const { owner } = harness.edge.db;
  await owner.query('delete from inbox_events');
  await owner.query('delete from topics');
  await owner.query('delete from campaign_sends');
  sendId = randomUUID();
  await owner.query(
    `insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, id, receiver, address_hash)
     values ($1, date_trunc('month', now())::date, $2, new_id(), $3, 'house.example', $4)`,
    [harness.edge.organizationId, harness.campaignId, sendId, hash],
  );
});

const address = () => harness.address('preferences', { sendId });
async function topic(
  name: string,
  more: {
    description?: string;
    position?: number;
    archived?: boolean;
    clientId?: string;
    organizationId?: string;
  } = {},
) {
  const {
    description = '',
    position = 0,
    archived = false,
    clientId = null,
    organizationId = harness.edge.organizationId,
  } = more;
  const { rows } = await harness.edge.db.owner.query<{ id: string }>(
    `insert into topics (organization_id, client_id, name, description, position, archived_at)
     values ($1, $2, $3, $4, $5, case when $6 then now() end) returning id`,
    [organizationId, clientId, name, description, position, archived],
  );
  return rows[0]!.id;
}
const optOut = (topicId: string, of = hash) =>
  harness.edge.db.owner.query(
    `insert into topic_choices (organization_id, topic_id, address_hash, opted_out, source, chosen_at) values ($1, $2, $3, true, 'person', now())`,
    [harness.edge.organizationId, topicId, of],
  );
const page = async (to = address(), language = 'en') =>
  (await scan(harness.edge, to, { headers: { 'accept-language': language } })).text();
const post = (body: string, to = address(), language = 'en') =>
  scan(harness.edge, to, { method: 'POST', headers: { ...form, 'accept-language': language }, body });
const boxes = (html: string) =>
  [...html.matchAll(/name="topic" value="([^"]+)"( checked)?/g)].map(([, id, checked]) => [id, checked !== undefined]);
const recorded = async () =>
  (await waiting(harness)).map(({ kind, payload }) => [kind, payload.topics ?? payload.pauseDays]);

test('the page lists the topics in order, all chosen but those the reader opted out of', async () => {
  const [events, offers] = [
    await topic('Events', { position: 1 }),
    await topic('Offers', { description: 'Twice a month' }),
  ];
  await topic('Old news', { archived: true });
  await optOut(events);
  await optOut(offers, Buffer.alloc(32, 8));

  const html = await page();

  expect(boxes(html)).toEqual([
    [offers, true],
    [events, false],
  ]);
  expect(html).toContain('Offers<small>Twice a month</small>');
  expect(html).not.toContain('Old news');
  expect(html).toContain('name="do" value="unsubscribe"');
});

test('topics of another client and of another organization are never shown', async () => {
  const { owner } = harness.edge.db;
  const clientId = randomUUID();
  const organizationId = randomUUID();
  await owner.query(`insert into clients (organization_id, id, name) values ($1, $2, 'Other')`, [
    harness.edge.organizationId,
    clientId,
  ]);
  await owner.query(`insert into organizations (id, name) values ($1, 'Strangers')`, [organizationId]);
  await topic('Of a client', { clientId });
  await topic('Of strangers', { organizationId });
  const own = await topic('Ours');

  expect(boxes(await page())).toEqual([[own, true]]);
});

test('looking changes nothing, however it is done', async () => {
  const id = await topic('Offers');
  const looks: RequestInit[] = [
    {},
    { method: 'HEAD' },
    { headers: { purpose: 'prefetch' } },
    { headers: { 'sec-purpose': 'prefetch;prerender' } },
  ];
  const addresses = ['', `?do=save&shown=${id}`, `?do=save&shown=${id}&topic=${id}&days=30`].map(
    (more) => address() + more,
  );

  const answers = await Promise.all(addresses.flatMap((to) => looks.map((look) => scan(harness.edge, to, look))));

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await waiting(harness)).toEqual([]);
});

test('what is ticked is saved for good before it is answered, and said again', async () => {
  const [offers, events] = [await topic('Offers'), await topic('Events', { position: 1 })];

  const answer = await post(`do=save&shown=${offers}.${events}&topic=${events}&days=`);
  const html = await answer.text();

  expect(answer.status).toBe(200);
  expect(answer.headers.has('set-cookie')).toBe(false);
  expect(await recorded()).toEqual([
    [
      'topics',
      [
        { id: offers, out: true },
        { id: events, out: false },
      ],
    ],
  ]);
  expect(html).toContain("You'll receive: <b>Events</b>.");
  expect(html).toContain("You won't receive: <b>Offers</b>.");
});

test('what the reader said counts on the page before a worker has understood it', async () => {
  const [offers, events] = [await topic('Offers'), await topic('Events', { position: 1 })];
  await optOut(events);

  await post(`do=save&shown=${offers}.${events}&topic=${events}&days=`);

  expect(boxes(await page())).toEqual([
    [offers, false],
    [events, true],
  ]);
});

test('a break chosen in the same form is saved with the topics', async () => {
  const id = await topic('Offers');

  const html = await (await post(`do=save&shown=${id}&topic=${id}&days=30`)).text();

  expect(new Map((await recorded()) as [string, unknown][])).toEqual(
    new Map<string, unknown>([
      ['topics', [{ id, out: false }]],
      ['pause', 30],
    ]),
  );
  expect(html).toContain("You won't receive emails until");
});

test('a form that no page of ours makes is refused', async () => {
  const [id, other] = [await topic('Offers'), randomUUID()];
  const many = Array.from({ length: 41 }, () => randomUUID()).join('.');
  const bad = [
    '',
    'shown=',
    'shown=1',
    `shown=${id}.${id}`,
    `shown=${id}&topic=${other}`,
    `shown=${id}&days=31`,
    `shown=${id}&days=30&days=90`,
    `shown=${id.toUpperCase()}`,
    `shown=${id}'--`,
    `topic=${id}`,
    `shown=${many}`,
  ];

  const answers = await Promise.all(bad.map((fields) => post(`do=save&${fields}`)));

  expect(answers.map(({ status }) => status)).toEqual(bad.map(() => 400));
  expect(await waiting(harness)).toEqual([]);
});

test('a forged link saves nothing, and one-click still opts out of everything', async () => {
  const id = await topic('Offers');
  const forged = `${address().slice(0, -2)}AA`;
  const foreign = harness.address('open', { sendId }).replace('/t/o/', '/t/p/');

  const refused = [await post(`do=save&shown=${id}`, forged), await post(`do=save&shown=${id}`, foreign)];
  await post('List-Unsubscribe=One-Click', harness.address('unsubscribe', { sendId }));

  expect(refused.map(({ status }) => status)).toEqual([404, 404]);
  expect((await waiting(harness)).map(({ kind }) => kind)).toEqual(['unsubscribe']);
});

test('a year-old link without a ledger shows and saves by the hash and the client it carries', async () => {
  const clientId = randomUUID();
  await harness.edge.db.owner.query(`insert into clients (organization_id, id, name) values ($1, $2, 'Mine')`, [
    harness.edge.organizationId,
    clientId,
  ]);
  const mine = await topic('Of the client', { clientId });
  await topic('Of the organization');
  await harness.edge.db.owner.query(
    `insert into topic_choices (organization_id, topic_id, client_id, address_hash, opted_out, source, chosen_at) values ($1, $2, $3, $4, true, 'person', now())`,
    [harness.edge.organizationId, mine, clientId, hash],
  );
  const hashed = { addressHash: hash, clientMark: Buffer.from(clientId.replaceAll('-', ''), 'hex').subarray(12) };
  const claims = { cell: 1, organizationId: harness.edge.organizationId, sendId: randomUUID(), hashed };
  const link = pathOf.preferences + signOptOut(harness.key, { ...claims, purpose: 'preferences' } as never);

  const html = await page(link);
  const answer = await post(`do=save&shown=${mine}&topic=${mine}`, link);

  expect(boxes(html)).toEqual([[mine, false]]);
  expect(answer.status).toBe(200);
  expect((await waiting(harness))[0]!['payload']).toMatchObject({
    topics: [{ id: mine, out: false }],
    addressHash: hash.toString('hex'),
  });
});

test('names are text, and twenty long topics weigh less than 30 kB', async () => {
  await topic('<script>alert(1)</script>', { description: '"><img src=x onerror=alert(1)>' });
  const hostile = await page();
  await harness.edge.db.owner.query('delete from topics');
  for (let no = 0; no < 20; no += 1)
    await topic(`${no}${'"'.repeat(58)}`, { description: '€'.repeat(200), position: no });
  const long = await page();

  expect(hostile).toContain('&lt;script&gt;');
  expect(hostile).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
  expect(boxes(long)).toHaveLength(20);
  expect(Buffer.byteLength(long)).toBeLessThan(30_000);
});

test('while the database is away a form that was open is saved on the disk before it is answered', async () => {
  const alone = await createHarness();
  try {
    const to = alone.address('preferences');
    expect((await scan(alone.edge, to)).status).toBe(200);
    await alone.edge.database.close();
    const body = `do=save&shown=${randomUUID()}&days=`;

    const answer = await scan(alone.edge, to, { method: 'POST', headers: form, body });
    const html = await answer.text();
    const looked = await (await scan(alone.edge, to)).text();
    const spool = join(alone.edge.folder, 'spool');
    const kept = readdirSync(spool).map((name) => readFileSync(join(spool, name), 'utf8'));

    expect(answer.status).toBe(200);
    expect(html).toContain('We saved your choices.');
    expect(kept.join('')).toContain('"kind":"topics"');
    expect(looked).not.toContain('name="topic"');
  } finally {
    await alone.edge.edge.app.close();
    await alone.edge.edge.close();
    await alone.edge.db.drop();
  }
});

test.each([
  ['en', 'Save preferences', 'Preferences saved', "You won't receive: <b>Offers</b>."],
  ['es', 'Guardar preferencias', 'Preferencias guardadas', 'No recibirá: <b>Offers</b>.'],
  ['fr', 'Enregistrer les préférences', 'Préférences enregistrées', 'Vous ne recevrez pas : <b>Offers</b>.'],
] as const)('speaks the language of the reader: %s', async (language, button, title, said) => {
  const id = await topic('Offers');

  const asked = await page(address(), language);
  const saved = await (await post(`do=save&shown=${id}`, address(), language)).text();

  expect(asked).toContain(`<html lang="${language}">`);
  expect(asked).toContain(`<button>${button}</button>`);
  expect(asked).not.toMatch(/<script|onclick|http-equiv/);
  expect(saved).toContain(title);
  expect(saved).toContain(said);
});
