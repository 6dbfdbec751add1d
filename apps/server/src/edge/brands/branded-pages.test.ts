import { randomBytes, randomUUID } from 'node:crypto';
import { mostLogoBytes } from '@waggle/contracts/brand';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createEdge } from '../../edge.ts';
import { loadConfig } from '../../platform/config.ts';
import type { Context } from '../../platform/context.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log.ts';
import { createStorage, type Storage } from '../../platform/storage/storage.ts';
import { png } from '../../platform/storage/test-harness.ts';
import { clientMarkOf, signOptOut } from '../../platform/tracking/opt-out-token.ts';
import { scan } from '../../../test/harness/test-edge.ts';
import { createHarness, form, type Harness } from '../mail/test-harness.ts';

const log = createLog({ LOG_LEVEL: 'silent' }, 'test');
const evil = `<script>alert(1)</script>"'&`;
let harness: Harness;
let storage: Storage;
const clientId = randomUUID();

beforeAll(async () => {
  harness = await createHarness();
  const { db, organizationId } = harness.edge;
  await db.owner.query(
    `update organizations set name = 'Fernhill Studio', postal_address = E'1 Fern Hill Road\\nPortland' where id = $1`,
    [organizationId],
  );
  await db.owner.query('insert into clients (organization_id, id, name) values ($1, $2, $3)', [
    organizationId,
    clientId,
    'Maple & Rye Bakery',
  ]);
  const config = { PUBLIC_URL: 'http://waggle.test', CELL: 1 } as Parameters<typeof createStorage>[0]['config'];
  storage = createStorage({ config, database: harness.edge.database, log });
});
afterAll(() => harness.edge.close());

/** A link of an email of that client, as it stands in its body. */
const link = (place: 'unsubscribe' | 'preferences', client: string | null, sendId: string = randomUUID()) => {
  const { organizationId } = harness.edge;
  const hashed = { addressHash: randomBytes(32), clientMark: clientMarkOf(client) };
  const claims = { purpose: place, cell: 1, organizationId, sendId, campaignId: null, hashed };
  return `/t/${place === 'unsubscribe' ? 'u' : 'p'}/${signOptOut(harness.key, claims)}`;
};
const change = (columns: string, ...values: unknown[]) =>
  harness.edge.db.owner.query(`update brands set ${columns} where client_id = '${clientId}'`, values);
const open = async (path: string, init: RequestInit = {}) => {
  const answer = await scan(harness.edge, path, init);
  return { answer, html: await answer.text() };
};
/** Announcements arrive a moment after the change. */
const until = (path: string, holds: (html: string) => void) =>
  vi.waitFor(async () => holds((await open(path)).html), { timeout: 60_000, interval: 50 });
const ctx = (): Context => ({
  db: harness.edge.database.tenant({ organizationId: harness.edge.organizationId }),
  organizationId: harness.edge.organizationId,
  actor: { kind: 'job', name: 'test' },
  now: () => new Date(),
});
async function giveLogo() {
  const put = { content: png(64, 64), purpose: 'brand-logo', clientId, isPublic: true };
  const file = await storage.put(ctx(), put, { mostBytes: mostLogoBytes, quota: { files: 100, bytes: 1e6 } });
  const name = file.url!.split('/').at(-1)!;
  await change('logo_id = $1, logo_name = $2', file.id, name);
  return { file, name };
}

describe('V8: pages of an email', () => {
  test('say who wrote it, in their color and with their address', async () => {
    await change(`accent = '#8a4f16'`);
    await until(link('unsubscribe', clientId), (html) => expect(html).toContain('#8a4f16'));

    const { answer, html } = await open(link('unsubscribe', clientId));
    const own = (await open(link('unsubscribe', null))).html;

    expect(html).toContain('<p>Maple &amp; Rye Bakery</p>');
    expect(html).toContain('any more emails from Maple &amp; Rye Bakery.');
    expect(html).toContain('Maple &amp; Rye Bakery, 1 Fern Hill Road, Portland');
    expect(html).toContain(':root{--accent:#8a4f16;--label:#ffffff}');
    expect(own).toContain('<p>Fernhill Studio</p>');
    expect(answer.headers.get('content-security-policy')).not.toMatch(/unsafe|script-src|img-src/);
    expect(html).not.toMatch(/<script|onclick|style=|http-equiv/);
  });

  test('work without a brand: of a client nobody knows any more, or of two that look the same', async () => {
    const { answer, html } = await open(link('preferences', randomUUID()));

    expect(answer.status).toBe(200);
    expect(html).toContain('Email preferences');
    expect(html).not.toContain('class="from"');
    expect(html).not.toContain('Fernhill');
  });

  test('have the logo while it is there, and initials once it is gone', async () => {
    const { file, name } = await giveLogo();
    await until(link('unsubscribe', clientId), (html) => expect(html).toContain(`<img src="/f/${name}" alt="">`));
    const { answer } = await open(link('unsubscribe', clientId));
    const picture = await scan(harness.edge, `/f/${name}`);

    await storage.remove(ctx(), { id: file.id, purpose: 'brand-logo' });
    await harness.edge.db.owner.query('delete from files where id = $1', [file.id]);
    const another = await giveLogo();
    await harness.edge.db.owner.query('delete from files where id = $1', [another.file.id]);

    expect(picture.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toContain("img-src 'self'");
    await until(link('unsubscribe', clientId), (html) => expect(html).toContain('class="cell"'));
    expect((await open(link('unsubscribe', clientId))).html).not.toContain('<img');
  });

  test('show names and addresses as text, whatever stands in them', async () => {
    await change('display_name = $1, postal_address = $1', evil);
    await until(link('unsubscribe', clientId), (html) => expect(html).toContain('&lt;script&gt;'));

    const { html } = await open(link('unsubscribe', clientId));

    expect(html).not.toContain('<script');
    expect(html).not.toContain(`"'&<`);
    await change('display_name = null, postal_address = null');
  });

  test('are below 30,000 bytes with the largest logo, name and address, and have no script, in three languages', async () => {
    await change('display_name = $1, postal_address = $2', '&'.repeat(120), '&'.repeat(500));
    await until(link('unsubscribe', clientId), (html) => expect(html).toContain('&amp;&amp;'));
    const post = (body: string) => ({ method: 'POST', headers: form, body });
    const presses = ['do=unsubscribe', 'do=resubscribe', 'do=pause&days=30', 'do=pause&days=0'].map(post);
    const sizes: number[] = [];
    for (const language of ['en', 'es', 'fr']) {
      for (const init of [{ headers: {} }, ...presses]) {
        const headers = { ...init.headers, 'accept-language': language };
        for (const place of ['unsubscribe', 'preferences'] as const) {
          const { answer, html } = await open(link(place, clientId), { ...init, headers });
          expect([answer.status, html.includes(`<html lang="${language}">`), html.includes('<script')]).toEqual([
            200,
            true,
            false,
          ]);
          sizes.push(Buffer.byteLength(html));
        }
      }
    }

    expect(Math.max(...sizes) + mostLogoBytes).toBeLessThan(30_000);
    await change('display_name = null, postal_address = null');
  });
});

describe('V8: a break', () => {
  async function mailed(address: string, pausedDays: number | null) {
    const { db, organizationId } = harness.edge;
    const { rows } = await db.owner.query<{ contact: string; send: string }>(
      `with key as (insert into suppression_keys (organization_id, key) values ($1, sha256('k')) on conflict do nothing),
       contact as (insert into contacts (organization_id, client_id, email, mail_paused_until)
         values ($1, $2, $3, now() + make_interval(days => $4::int)) returning id)
       insert into campaign_sends (organization_id, campaign_month, campaign_id, contact_id, client_id, state, receiver, address_hash)
       select $1, date_trunc('month', now()), $5, id, $2, 'accepted', 'x.example',
         sha256(sha256('k') || sha256(sha256('k') || convert_to('email:' || lower($3), 'UTF8'))) from contact
       returning contact_id as contact, id as send`,
      [organizationId, clientId, address, pausedDays, harness.campaignId],
    );
    return rows[0]!;
  }

  test('is offered to whoever takes none, and its end only to whoever takes one', async () => {
    const [busy, resting] = [await mailed('Hannah.Okafor@gmail.example', null), await mailed('theo@gmail.example', 20)];

    const offered = (await open(link('preferences', clientId, busy.send))).html;
    const ending = (await open(link('preferences', clientId, resting.send))).html;

    const days = (html: string) => Array.from(html.matchAll(/name="days" value="(\d+)"/g), ([, value]) => value);
    expect([days(offered), days(ending)]).toEqual([['30', '90'], ['0']]);
    expect(offered).toContain('For <b>H…@gmail.example</b>');
    expect(ending).toContain('For <b>t…@gmail.example</b>');
    expect(offered + ending).not.toMatch(/okafor|theo/i);
  });

  test('and the address are not told to whoever holds a link of an address that changed, or of somebody deleted', async () => {
    const [moved, gone] = [await mailed('before@old.example', 20), await mailed('gone@old.example', 20)];
    const { owner } = harness.edge.db;
    await owner.query(`update contacts set email = 'now@new.example' where id = $1`, [moved.contact]);
    await owner.query('delete from contacts where id = $1', [gone.contact]);

    const pages = [
      await open(link('preferences', clientId, moved.send)),
      await open(link('preferences', clientId, gone.send)),
    ];

    for (const { html } of pages) expect(html.slice(html.indexOf('<body'))).not.toMatch(/@|name="days" value="0"/);
  });
});

describe('the page of an inactive code', () => {
  test('says whose it was and where else they are', async () => {
    await change('website = $1', 'https://www.mapleandrye.example/');
    await harness.edge.db.owner.query(
      `insert into link_targets (short_code, organization_id, client_id, kind, ref_id, target_url, is_active)
       values ('inactive12', $1, $2, 'qr', new_id(), 'https://example.com/', false)`,
      [harness.edge.organizationId, clientId],
    );
    await until('/qr/inactive12', (html) => expect(html).toContain('Visit mapleandrye.example'));

    const { answer, html } = await open('/qr/inactive12');
    const unknown = (await open('/qr/unknown123')).html;

    expect(answer.status).toBe(410);
    expect(html).toContain('<a class="button" href="https://www.mapleandrye.example/" rel="noreferrer">');
    expect(html).toContain('You can still find Maple &amp; Rye Bakery online.');
    expect(unknown).not.toContain('Maple');
    expect(Buffer.byteLength(html)).toBeLessThan(10_000);
  });
});

describe('while the database is away', () => {
  test('an edge that restarts has the brands it had, and pages go on without what it never knew', async () => {
    await until(link('unsubscribe', clientId), (html) => expect(html).toContain('Maple &amp; Rye Bakery'));
    const { folder, organizationId } = harness.edge;
    await harness.edge.recorded();
    const config = loadConfig({
      WAGGLE_MODE: 'test',
      PUBLIC_URL: 'http://waggle.test',
      DATABASE_URL: 'postgres://waggle_app@127.0.0.1:1/nowhere',
      SECRET_KEY: 'a test secret that is long enough 0123',
      SMTP_URL: 'smtp://127.0.0.1:1',
      EDGE_DATA: folder,
      SHED_EVENT_LOOP_DELAY_MS: '0',
    });
    const database = openDatabase(config);
    const edge = await createEdge(config, database, log);
    onTestFinished(async () => {
      await edge.app.close();
      await edge.close();
      await database.close();
    });

    const known = await edge.app.inject(link('unsubscribe', clientId));
    const unknown = await edge.app.inject(link('unsubscribe', randomUUID()));
    const pressed = await edge.app.inject({
      method: 'POST',
      url: link('unsubscribe', clientId),
      headers: form,
      payload: 'do=unsubscribe',
    });

    expect([known.statusCode, unknown.statusCode, pressed.statusCode]).toEqual([200, 200, 200]);
    expect(known.body).toContain('<p>Maple &amp; Rye Bakery</p>');
    expect(unknown.body).not.toContain(organizationId);
    expect(pressed.body).toContain('any more emails from Maple &amp; Rye Bakery');
  });
});
