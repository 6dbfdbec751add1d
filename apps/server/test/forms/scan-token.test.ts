import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createSecrets } from '../../src/platform/secrets.ts';
import { createLinkKeys } from '../../src/platform/tracking/link-keys.ts';
import { pathOf, signToken } from '../../src/platform/tracking/token.ts';
import { createTouches } from '../../src/platform/tracking/touch-token.ts';
import { registerAdmin } from '../harness/people.ts';
import { readQr } from '../harness/read-qr.ts';
import { day, email, type FilledForms, firstName, startFilledForms } from './filled-forms.ts';

let house: FilledForms;
beforeAll(async () => {
  house = await startFilledForms();
  await house.tier('core');
});
afterAll(() => house.close());

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const phone = {
  'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
};
const pages = [
  { id: 'page_1', title: 'About you', fieldIds: ['field_1', 'field_2'] },
  { id: 'page_2', title: 'Your loaf', fieldIds: ['field_3'] },
];
const makeCode = async (body: object) =>
  (await house.admin.request('POST', '/api/qr-codes', { name: 'Window', ...body })).body;

/** What a page carries unseen. */
const hiddenIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );

/** Where the edge sends somebody, as path and query of its own. */
async function sentTo(path: string, method = 'GET'): Promise<URL> {
  const answer = await fetch(`${house.origin}${path}`, { method, redirect: 'manual', headers: phone });
  expect(answer.status).toBe(302);
  expect(answer.headers.get('set-cookie')).toBeNull();
  return new URL(answer.headers.get('location')!);
}
/** The code is known to the edge a moment after it was made. */
const scan = ({ shortCode }: { shortCode: string }) => sentTo(`/qr/${shortCode}`);
const submit = (formId: string, query: string, address: string) =>
  house.ask('POST', `/api/forms/${formId}/submit${query}`, { field_2: address });
const timelineOf = (contactId: unknown) =>
  house.rows(
    `select type, ref_id, data from contact_activity where contact_id = $1 and type in ('qr.scanned', 'form.submitted') order by happened_at, type desc`,
    contactId,
  );

describe('a scanned code that leads to a form', () => {
  test('ties scan, submission and contact, over two pages and without a cookie', async () => {
    const { id } = await house.create({ fields: [firstName, email, day], pages });
    const code = await makeCode({ formId: id });

    const address = await scan(code);
    const opened = await house.ask('GET', address.pathname + address.search);
    const more = { ...hiddenIn(opened.text), go: 'on', field_1: 'Mia', field_2: 'mia@scan.example' };
    const second = await house.ask('POST', `/forms/${id}`, new URLSearchParams(more).toString(), form);
    const last = { ...hiddenIn(second.text), go: 'on' };
    const sent = await fetch(`${house.origin}/forms/${id}`, {
      method: 'POST',
      redirect: 'manual',
      headers: form,
      body: new URLSearchParams(last).toString(),
    });

    expect([opened.status, second.status, sent.status]).toEqual([200, 200, 303]);
    expect([opened, second].map(({ headers }) => headers.get('set-cookie'))).toEqual([null, null]);
    const [kept] = await house.submissions(id, 1);
    const [recorded] = await vi.waitFor(async () => {
      const found = await house.rows(`select id, happened_at from engagement_events where subject_id = $1`, code.id);
      if (found.length === 0) throw new Error('The scan is not kept yet.');
      return found;
    }, 30_000);
    expect(kept).toMatchObject({
      touch_kind: 'scan',
      touch_id: recorded!['id'],
      touch_subject_id: code.id,
      touch_at: recorded!['happened_at'],
      outcome: 'created',
    });
    expect(await timelineOf(kept!['contact_id'])).toEqual([
      { type: 'qr.scanned', ref_id: code.id, data: { name: 'Window' } },
      { type: 'form.submitted', ref_id: id, data: { name: 'Bread club', submissionId: kept!['id'] } },
    ]);
    const listed = await house.admin.request('GET', `/api/forms/${id}/submissions`);
    expect(listed.body.items[0].touch).toEqual({
      kind: 'scan',
      subjectId: code.id,
      at: (kept!['touch_at'] as Date).toISOString(),
    });
  });

  test('is told by the page a script calls from', async () => {
    const { id } = await house.create();
    const code = await makeCode({ formId: id });
    const { href } = await scan(code);

    await house.ask('POST', `/api/forms/${id}/submit`, { field_2: 'script@scan.example' }, { referer: href });

    expect((await house.submissions(id, 1))[0]).toMatchObject({ touch_kind: 'scan', touch_subject_id: code.id });
  });

  test('carries nothing where it leads elsewhere', async () => {
    const code = await makeCode({ targetUrl: 'https://www.example.com/menu?a=1#top' });

    const { href } = await scan(code);

    expect(href).toBe('https://www.example.com/menu?a=1#top');
  });

  test('shows that it is no longer active once the form is deleted', async () => {
    const { id } = await house.create();
    const code = await makeCode({ formId: id });
    await scan(code);

    await house.admin.request('DELETE', `/api/forms/${id}`);

    const answer = () => fetch(`${house.origin}/qr/${code.shortCode}`, { redirect: 'manual' });
    await vi.waitFor(async () => expect((await answer()).status).toBe(410), { timeout: 30_000 });
  });
});

test('a click on a link of an email that leads to a form is tied to what is sent with it', async () => {
  const { id } = await house.create();
  const { organizationId } = house.admin.user;
  const campaignId = randomUUID();
  await house.rows(
    `insert into campaigns (organization_id, id, name, subject, content, recipients, tracking) values ($1, $2, 'News', 'Hello', '{}', '{}', '{}')`,
    organizationId,
    campaignId,
  );
  await house.rows(
    'insert into campaign_links (organization_id, campaign_id, link_no, url) values ($1, $2, 1, $3)',
    organizationId,
    campaignId,
    `http://waggle.test/forms/${id}?utm_source=news#fields`,
  );
  const key = await createLinkKeys(house.database.tenant(null), createSecrets(house.api.config)).newest();
  const claims = { cell: 1, organizationId, campaignId, sendId: randomUUID(), linkNo: 1, purpose: 'click' } as const;

  const address = await sentTo(pathOf.click + signToken(key, claims));
  await submit(id, address.search, 'theo@click.example');

  expect([address.searchParams.get('utm_source'), address.hash]).toEqual(['news', '#fields']);
  const [kept] = await house.submissions(id, 1);
  expect(kept).toMatchObject({ touch_kind: 'click', touch_subject_id: campaignId, outcome: 'created' });
  // The click is a line of whom the email was sent to.
  expect((await timelineOf(kept!['contact_id'])).map(({ type }) => type)).toEqual(['form.submitted']);
});

describe('a token that is not believed loses nothing', () => {
  test('forged, cut, old, early, of another form, of another organization or of another key', async () => {
    const { id: formId } = await house.create();
    const { organizationId } = house.admin.user;
    const { id: other } = await house.create();
    const stranger = await registerAdmin(house.api);
    const touch = { kind: 'scan', id: randomUUID(), subjectId: randomUUID(), at: Date.now() } as const;
    const of = { organizationId, formId };
    const touches = createTouches(house.api.config);
    const good = touches.sign(touch, of);
    const last = good.at(-1) === 'A' ? 'B' : 'A';
    const wrong = [
      '',
      'x',
      good.slice(0, -1),
      `${good}A`,
      good.slice(0, -1) + last,
      `${good.slice(0, 10)}${good[10] === 'A' ? 'B' : 'A'}${good.slice(11)}`,
      'x'.repeat(5_000),
      '"><script>',
      touches.sign({ ...touch, at: Date.now() - 25 * 3_600_000 }, of),
      touches.sign({ ...touch, at: Date.now() + 3_600_000 }, of),
      touches.sign(touch, { ...of, formId: other }),
      touches.sign(touch, { ...of, organizationId: stranger.user.organizationId }),
      createTouches({ SECRET_KEY: 'another secret that is long enough 01' }).sign(touch, of),
    ];

    for (const [at, token] of wrong.entries()) {
      const answer = await submit(formId, `?touch=${encodeURIComponent(token)}`, `wrong${at}@scan.example`);
      expect([answer.status, token]).toEqual([200, token]);
    }
    const shown = await house.ask('GET', `/forms/${formId}?touch=${encodeURIComponent('"><script>')}`);
    await submit(formId, `?touch=${good}`, 'good@scan.example');

    const kept = await house.submissions(formId, wrong.length + 1);
    expect(kept.map(({ touch_kind }) => touch_kind)).toEqual([...wrong.map(() => null), 'scan']);
    expect(kept.every(({ outcome }) => outcome === 'created')).toBe(true);
    expect(shown.text).not.toContain('"><script>');
    // It was signed, and its code is deleted: what was sent is there, without a line of a scan.
    expect((await timelineOf(kept.at(-1)!['contact_id'])).map(({ type }) => type)).toEqual(['form.submitted']);
  });

  test('one of before the key was changed is read still', () => {
    const touch = { kind: 'click', id: randomUUID(), subjectId: randomUUID(), at: Date.now() } as const;
    const of = { organizationId: randomUUID(), formId: randomUUID() };
    const [before, now] = ['the first secret, which is long enough', 'the second secret, that is long enough'];

    const token = createTouches({ SECRET_KEY: before }).sign(touch, of);

    expect(createTouches({ SECRET_KEY: now, SECRET_KEY_PREVIOUS: [before] }).read(token, of)).toEqual(touch);
    expect(createTouches({ SECRET_KEY: now }).read(token, of)).toBeUndefined();
  });
});

describe("the picture of a form's QR code", () => {
  const picture = async (path: string) => {
    const answer = await fetch(`${house.origin}${path}`);
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const readPicture = async (bytes: Buffer) => ({
    text: await readQr(bytes),
    width: (await sharp(bytes).metadata()).width,
  });

  test('is for everybody: of the form, or of the short link that counts', async () => {
    const { id } = await house.create();
    const code = await makeCode({ formId: id });

    const plain = await picture(`/forms/${id}/qr.png`);
    const tracked = await picture(`/forms/${id}/qr.png?size=500&code=${code.shortCode}`);

    expect([plain.status, plain.headers.get('content-type'), plain.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'public, max-age=86400',
    ]);
    expect(await readPicture(plain.bytes)).toEqual({ text: `http://waggle.test/forms/${id}`, width: 200 });
    expect(await readPicture(tracked.bytes)).toEqual({ text: code.shortUrl, width: 500 });
  });

  test('has the sizes of the dialog, and 200 for any other', async () => {
    const { id } = await house.create();
    for (const [asked, width] of [
      ['100', 100],
      ['150', 150],
      ['501', 200],
      ['abc', 200],
      ['', 200],
      ['120', 200],
    ] as const)
      expect(await readPicture((await picture(`/forms/${id}/qr.png?size=${asked}`)).bytes)).toEqual({
        text: `http://waggle.test/forms/${id}`,
        width,
      });
  });

  test('is there for no form that is not, and for no code of another form', async () => {
    const { id } = await house.create();
    const elsewhere = await makeCode({ targetUrl: 'https://www.example.com/' });
    const paths = [
      `/forms/${randomUUID()}/qr.png`,
      '/forms/nonsense/qr.png',
      `/forms/${id}/qr.png?code=${elsewhere.shortCode}`,
      `/forms/${id}/qr.png?code=11111111`,
      `/forms/${id}/qr.png?code=`,
    ];
    for (const path of paths) expect((await picture(path)).status, path).toBe(404);
  });
});
