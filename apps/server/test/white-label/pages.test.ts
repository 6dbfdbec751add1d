import { randomBytes, randomUUID } from 'node:crypto';
import { FormDefinition } from '@waggle/contracts/form-definition';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { formPage, thankYouPage } from '../../src/edge/forms/page-html.ts';
import { createHarness, type Harness } from '../../src/edge/mail/test-harness.ts';
import { clientMarkOf, signOptOut } from '../../src/platform/tracking/opt-out-token.ts';
import { scan } from '../harness/test-edge.ts';

let harness: Harness;
const clientId = randomUUID();

beforeAll(async () => {
  // With plans, so that the tier decides.
  harness = await createHarness({ STRIPE_SECRET_KEY: 'sk_test_of_nobody' });
  await ownRow(`update organizations set name = 'Fernhill', subscription_tier = 'system' where id = $1`);
  await ownRow(`insert into clients (organization_id, id, name) values ($1, '${clientId}', 'Maple & Rye')`);
  await ownRow(
    `insert into link_targets (short_code, organization_id, client_id, kind, ref_id, target_url, is_active)
     values ('inactive12', $1, '${clientId}', 'qr', new_id(), 'https://example.com/', false)`,
  );
});
afterAll(() => harness.edge.close());

const ownRow = (text: string) => harness.edge.db.owner.query(text, [harness.edge.organizationId]);
const label = (change: string) =>
  ownRow(
    `insert into white_labels (organization_id, is_on, name, hides_powered_by) values ($1, true, 'Hive & Co', false)
     on conflict (organization_id) do update set ${change}`,
  );
const optOut = (purpose: 'unsubscribe' | 'preferences', of: string | null = clientId, organizationId?: string) => {
  const hashed = { addressHash: randomBytes(32), clientMark: clientMarkOf(of) };
  const claims = { purpose, cell: 1, sendId: randomUUID(), campaignId: null, hashed };
  const token = signOptOut(harness.key, { ...claims, organizationId: organizationId ?? harness.edge.organizationId });
  return `/t/${purpose === 'unsubscribe' ? 'u' : 'p'}/${token}`;
};
/** Every page on which an organization is known by its link. */
const pages = () => [
  optOut('unsubscribe'),
  optOut('unsubscribe', null),
  optOut('preferences'),
  harness.address('report-stop'),
  '/qr/inactive12',
];
const footerOf = async (path: string) => {
  const html = await (await scan(harness.edge, path)).text();
  return html.slice(html.indexOf('</main>'));
};
/** Announcements arrive a moment after the change. */
const footers = (holds: (footer: string) => void) =>
  vi.waitFor(async () => (await Promise.all(pages().map(footerOf))).forEach(holds), { timeout: 60_000, interval: 50 });

describe('the foot of public pages', () => {
  test('says the name of the own product and not ours', async () => {
    await label('is_on = true, hides_powered_by = false');

    await footers((footer) => {
      expect(footer).toMatch(/(Powered by|Sent with) Hive &amp; Co<\/p>/);
      expect(footer).not.toMatch(/Waggle|<svg/);
    });
  });

  test('says nothing where that is wished', async () => {
    await label('hides_powered_by = true');

    await footers((footer) => expect(footer).not.toMatch(/Waggle|Hive|Powered by|Sent with/));
  });

  test('is ours again while it is off', async () => {
    await label('is_on = false');

    await footers((footer) => expect(footer).toMatch(/Waggle<\/p>/));
  });

  test('is ours again with a lower plan, and the own one after an upgrade', async () => {
    await label('is_on = true, hides_powered_by = false');
    await footers((footer) => expect(footer).toContain('Hive'));

    await ownRow(`update organizations set subscription_tier = 'plus' where id = $1`);
    await footers((footer) => expect(footer).toMatch(/Waggle<\/p>/));
    await ownRow(`update organizations set subscription_tier = 'system' where id = $1`);

    await footers((footer) => expect(footer).toContain('Hive &amp; Co'));
  });

  test('is ours for another organization, and where nobody knows whose page it is', async () => {
    const other = randomUUID();
    await harness.edge.db.owner.query(
      `insert into organizations (id, name, subscription_tier) values ($1, 'Other', 'system')`,
      [other],
    );

    await vi.waitFor(
      async () => expect(await footerOf(optOut('unsubscribe', null, other))).toContain('Waggle</p>'),
      30_000,
    );
    expect(await footerOf('/qr/unknown123')).toContain('Waggle</p>');
  });
});

describe('a form', () => {
  const definition = FormDefinition.parse({ fields: [], settings: { title: 'Newsletter' } });
  const form = { id: randomUUID(), version: 1, definition };
  const filled = { at: 0, typed: new Map(), before: new Map(), errors: new Map(), token: '', trap: '', carried: [] };
  const look = (product: 'waggle' | { name: string } | null) => ({
    language: 'fr' as const,
    brand: { name: 'Maple', accent: null, website: null, postalAddress: '', logo: null, product },
  });
  const bodies = (product: 'waggle' | { name: string } | null) =>
    [formPage(form, filled, look(product)), thankYouPage(form, look(product))].map(({ html }) => html);

  test('and its thanks have the own product, nothing or ours at their foot', () => {
    for (const html of bodies({ name: '<Hive>' })) expect(html).toContain('Propulsé par &lt;Hive&gt;');
    for (const html of bodies(null)) expect(html).not.toMatch(/Propulsé par|Waggle/);
    for (const html of bodies('waggle')) expect(html).toContain('Waggle</p>');
  });
});
