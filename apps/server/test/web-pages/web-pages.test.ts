import { randomUUID } from 'node:crypto';
import { everyBlock } from '@waggle/email/document/every-block.fixture';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createWebPages } from '../../src/edge/web-pages/pages.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { createLinkKeys } from '../../src/platform/tracking/link-keys.ts';
import type { LinkKey } from '../../src/platform/tracking/mac.ts';
import { readToken, signToken } from '../../src/platform/tracking/token.ts';
import { type MailedTenant, startMailedTenant } from '../compliance/mailed-tenant.ts';
import { addPeople, ask, draft } from '../sending/ready-admin.ts';

let tenant: MailedTenant;
let key: LinkKey;
beforeAll(async () => {
  tenant = await startMailedTenant();
  key = await createLinkKeys(tenant.api.database.tenant(null), createSecrets(tenant.api.config)).newest();
  await tenant.api.db.owner.query(
    `insert into contact_fields (organization_id, key, label, type) values ($1, 'plan', 'Plan', 'text')`,
    [tenant.admin.user.organizationId],
  );
});
afterAll(() => tenant.close());

const letter = {
  subject: 'News for {{first_name | default: "you"}}',
  previewText: 'Look, {{first_name}}',
  htmlContent:
    '<p>Hello {{first_name}}{% if plan %}, {{plan}} member{% else %}, join us{% endif %}</p><a href="https://shop.example/?a=1&amp;b=2">Shop</a>' +
    '<a href="{{view_in_browser_url}}">View in browser</a><a href="{{unsubscribe_url}}">Out</a>',
};
type Contact = { id: string; email: string };
type Sent = { campaignId: string; contact: Contact; html: string; url: string };
let count = 0;

/** One new contact, mailed by the real worker; answers the email that arrived and the link to its page. */
async function sendOne(more: object = {}): Promise<Sent> {
  const [contact] = (await addPeople(tenant.api, tenant.admin, 1)) as [Contact];
  const email = `reader${(count += 1)}@readers.example`;
  await tenant.api.db.owner.query(
    `update contacts set email = $2, first_name = 'Zoë <i>', attributes = '{"plan":"Gold"}' where id = $1`,
    [contact.id, email],
  );
  const recipients = { type: 'segments', contactIds: [contact.id] };
  const { id } = await draft(tenant.admin, { ...letter, ...more, recipients });
  await ask(tenant.admin, 'POST', `/api/campaigns/${id}/send`);
  await vi.waitFor(
    async () => expect((await ask(tenant.admin, 'GET', `/api/campaigns/${id}`)).status).toBe('COMPLETED'),
    { timeout: 30_000, interval: 50 },
  );
  const raw = tenant.received.find(({ to }) => to === email)!.raw;
  const { html } = await simpleParser(Buffer.from(raw, 'latin1'), { skipImageLinks: true });
  return {
    campaignId: id,
    contact: { ...contact, email },
    html: String(html).trim(),
    url: viewIn(String(html)),
  };
}

const viewIn = (text: string): string => /http:\/\/waggle\.test\/t\/v\/[\w-]+/.exec(text)?.[0] ?? '';
const look = (url: string, init: RequestInit = {}) => fetch(tenant.onEdge(url), { redirect: 'manual', ...init });
/** Without what a page has beyond an email. */
const asMailed = (page: string): string =>
  page
    .replace(
      /(?<=<meta charset="utf-8">)<title>.*?<meta name="referrer" content="no-referrer">(<meta name="viewport" content="width=device-width">)?/,
      '',
    )
    .trim();

describe('the page of an email', () => {
  test.each([
    ['HTML', {}],
    ['blocks', { htmlContent: undefined, document: withView() }],
  ])('of %s is what arrived, byte for byte, also after the contact was renamed', async (_, more) => {
    const sent = await sendOne(more);
    const before = await (await look(sent.url)).text();
    await tenant.api.db.owner.query(
      `update contacts set first_name = 'Renamed', attributes = '{"plan":"Secret"}', email = 'moved' || email where id = $1`,
      [sent.contact.id],
    );
    const after = await (await look(sent.url)).text();

    expect(asMailed(before)).toBe(sent.html);
    expect(after).toBe(before);
    expect(after).toContain('Zoë &lt;i&gt;');
  });

  test('keeps of its reader what it says and nothing else, and nothing where it says nothing', async () => {
    const sent = await sendOne();
    const plain = await sendOne({
      subject: 'For all',
      previewText: '',
      htmlContent: '<p>For all</p><a href="{{view_in_browser_url}}">x</a>',
    });
    const unlinked = await sendOne({ htmlContent: '<p>Hello {{first_name}}</p>' });
    const kept = (contactId: string) =>
      tenant.rows('select said from campaign_send_values where contact_id = $1', contactId);

    expect(await kept(sent.contact.id)).toEqual([{ said: { first_name: 'Zoë <i>', plan: 'Gold' } }]);
    expect([await kept(plain.contact.id), await kept(unlinked.contact.id)]).toEqual([[], []]);
    expect((await look(plain.url)).status).toBe(200);
  });

  test('is shown to nobody but who has the link: no index, no referrer, no store, no script, no cookie', async () => {
    const { url } = await sendOne();

    const page = await look(url);
    const head = await look(url, { method: 'HEAD' });

    expect(page.status).toBe(200);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'x-content-type-options': 'nosniff',
    });
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/sandbox allow-popups allow-popups-to-escape-sandbox$/);
    expect(policy).not.toMatch(/script|allow-same-origin|allow-forms/);
    expect(page.headers.get('set-cookie')).toBeNull();
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await look(url, { method: 'POST' })).status).toBe(405);
  });

  test('that is looked at records nothing; the picture in it counts as it does in an email', async () => {
    const { url, html, campaignId } = await sendOne();
    const opens = () => tenant.rows(`select kind from inbox_events where subject_id = $1`, campaignId);
    for (const agent of ['curl/8', 'Mozilla/5.0 (compatible; SafeLinks)'])
      await look(url, { headers: { 'user-agent': agent } });
    await tenant.settled();
    const afterLooks = await opens();
    const pixel = /http:\/\/waggle\.test\/t\/o\/[\w-]+/;

    expect(afterLooks).toEqual([]);
    expect(pixel.exec(await (await look(url)).text())?.[0]).toBe(pixel.exec(html)?.[0]);
    await look(pixel.exec(html)![0]);
    await vi.waitFor(async () => expect(await opens()).toEqual([{ kind: 'open' }]), 30_000);
  });

  test('is not found by an altered link, nor by one of another kind, another campaign or another organization', async () => {
    const { url } = await sendOne();
    const other = await sendOne();
    const token = url.slice(url.lastIndexOf('/') + 1);
    const claims = readToken([key], token, 'view')!;
    const at = (text: string) => look(`http://waggle.test/t/v/${text}`);
    const flipped = token.slice(0, 60) + (token[60] === 'A' ? 'B' : 'A') + token.slice(61);
    const pixel = signToken(key, { ...claims, purpose: 'open' });

    const refused = await Promise.all([at(flipped), at(pixel), at('x'), at(''), at('a'.repeat(88))]);
    const elsewhere = await Promise.all([
      at(signToken(key, { ...claims, campaignId: other.campaignId })),
      at(signToken(key, { ...claims, organizationId: randomUUID() })),
      at(signToken(key, { ...claims, sendId: randomUUID() })),
    ]);

    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(new Set(await Promise.all(refused.map((answer) => answer.text()))).size).toBe(1);
    expect(elsewhere.map(({ status }) => status)).toEqual([410, 410, 410]);
  });

  test('of a test or a preview says that there is none yet', async () => {
    const { id } = await draft(tenant.admin, letter);
    const { html } = await ask(tenant.admin, 'POST', `/api/campaigns/${id}/preview`, {});

    const page = await look(viewIn(html), { headers: { 'accept-language': 'es' } });

    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<h1>Disponible después del envío</h1>');
  });
});

function withView() {
  const blocks = everyBlock.blocks.map((block) =>
    block.kind === 'footer' ? { ...block, viewInBrowser: true } : block,
  );
  return { ...everyBlock, blocks };
}

describe('the page is gone', () => {
  const expectGone = async (url: string) => {
    const page = await look(url);
    expect(page.status).toBe(410);
    expect(await page.text()).toContain('<h1>This email is no longer available</h1>');
  };
  const kept = async ({ contact }: Sent) =>
    (await tenant.rows('select from campaign_send_values where contact_id = $1', contact.id)).length;
  const everybody = {
    subject: 'For all',
    previewText: '',
    htmlContent: '<p>x</p><a href="{{view_in_browser_url}}">x</a>',
  };

  test.each([
    ['that names its reader', {}],
    ['that is the same for everybody', everybody],
  ])('for an email %s, once the person is erased, deleted or merged', async (_, more) => {
    const [erased, deleted, merged, survivor] = [
      await sendOne(more),
      await sendOne(more),
      await sendOne(more),
      await sendOne(more),
    ];
    const contacts = '/api/contacts';
    await ask(tenant.admin, 'POST', `${contacts}/${erased.contact.id}/erase`, { email: erased.contact.email });
    await ask(tenant.admin, 'DELETE', `${contacts}/${deleted.contact.id}`);
    await ask(tenant.admin, 'POST', `${contacts}/${survivor.contact.id}/merge`, { otherId: merged.contact.id });

    for (const sent of [erased, deleted, merged]) {
      await expectGone(sent.url);
      expect(await kept(sent)).toBe(0);
    }
    expect((await look(survivor.url)).status).toBe(200);
  });

  test('when the campaign is deleted, what was said is forgotten, or the organization is being deleted', async () => {
    const [campaign, said, organization] = [await sendOne(), await sendOne(), await sendOne()];
    await ask(tenant.admin, 'DELETE', `/api/campaigns/${campaign.campaignId}`);
    await tenant.rows('delete from campaign_send_values where contact_id = $1', said.contact.id);
    await expectGone(campaign.url);
    await expectGone(said.url);

    await tenant.rows('update organizations set deleting_since = now()');
    await expectGone(organization.url);
    expect((await look(organization.url)).status).toBe(410);
    await tenant.rows('update organizations set deleting_since = null');
  });
});

describe('the public page', () => {
  const pageOf = (id: string) => ask(tenant.admin, 'GET', `/api/campaigns/${id}/public-page`);
  const set = (id: string, isPublic: boolean) =>
    ask(tenant.admin, 'PUT', `/api/campaigns/${id}/public-page`, { isPublic });

  test('is off, is there for everybody when it is switched on, and gone at once when it is switched off', async () => {
    const { campaignId } = await sendOne();
    const off = await pageOf(campaignId);
    const { url } = await set(campaignId, true);
    const shown = await look(url);
    const again = await look(url, { headers: { 'if-none-match': shown.headers.get('etag')! } });
    await set(campaignId, false);
    const gone = await look(url, { headers: { 'if-none-match': shown.headers.get('etag')! } });

    expect(off).toEqual({ isPublic: false, url: null });
    expect([shown.status, shown.headers.get('cache-control'), again.status, gone.status]).toEqual([
      200,
      'no-cache',
      304,
      410,
    ]);
    expect(shown.headers.get('x-robots-tag')).toMatch(/^noindex/);
    expect(shown.headers.get('content-security-policy')).toMatch(/sandbox allow-popups/);
    expect((await set(campaignId, true)).url).toBe(url);
  });

  test('says nothing of anybody: fallbacks, no link of a person, no tracking', async () => {
    const { campaignId } = await sendOne();
    const { url } = await set(campaignId, true);

    const html = await (await look(url)).text();

    expect(html).toContain('<title>News for you</title>');
    expect(html).toContain('<p>Hello , join us</p><a href="https://shop.example/?a=1&amp;b=2">Shop</a>');
    expect(html).toContain('<a>View in browser</a><a>Out</a>');
    expect(html).not.toMatch(/Zoë|Gold|waggle\.test|\/t\/|Unsubscribe|You receive this email/);
    expect(html).toContain('1 High Street');
  });

  test('is there for what is sent alone: not for a draft, one that was cancelled, or an email to one contact', async () => {
    const { campaignId } = await sendOne({ publicPage: true });
    const drafted = await draft(tenant.admin, { ...letter, publicPage: true });
    const { url } = await pageOf(campaignId);
    const token = url.slice(url.lastIndexOf('/') + 1);
    const claims = readToken([key], token, 'archive')!;
    const at = (id: string) => look(`http://waggle.test/t/a/${signToken(key, { ...claims, campaignId: id })}`);

    expect(drafted.publicPage).toBe(true);
    expect(await pageOf(drafted.id)).toEqual({ isPublic: true, url: null });
    expect([(await at(campaignId)).status, (await at(drafted.id)).status]).toEqual([200, 410]);
    await tenant.rows('update campaigns set cancelled_at = now() where id = $1', campaignId);
    expect((await at(campaignId)).status).toBe(410);
    await tenant.rows('update campaigns set cancelled_at = null, contact_id = new_id() where id = $1', campaignId);
    expect((await at(campaignId)).status).toBe(410);
    expect((await look(`http://waggle.test/t/v/${token}`)).status).toBe(404);
    expect((await ask(tenant.admin, 'POST', `/api/campaigns/${drafted.id}/duplicate`)).publicPage).toBe(false);
  });
});

test('while the database is away, whoever asks is told to come back', async () => {
  const away = { edge: undefined } as unknown as Database;
  const pages = createWebPages(away, 'http://waggle.test');
  const claims = {
    purpose: 'view',
    cell: 1,
    organizationId: randomUUID(),
    campaignId: randomUUID(),
    sendId: randomUUID(),
    linkNo: 0,
  } as const;

  expect([await pages.personal(claims, key), await pages.public(claims)]).toEqual(['unavailable', 'unavailable']);
});
