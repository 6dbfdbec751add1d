import { readFile } from 'node:fs/promises';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { readQr } from '../apps/server/test/harness/read-qr.ts';
import {
  type EmbedChoice,
  iframeSnippet,
  linkButton,
  reactSnippet,
  scriptSnippet,
  wordPressSnippet,
} from '../apps/web/src/features/forms/share/snippets.ts';
import { linkOrigin, origin } from './addresses.ts';
import { expectNothingGrave, scrollsSideways } from './axe.ts';
import { type HostPages, startHostPages } from './host-page.ts';
import { joinByCall, newAddress, registerByCall, setPlan, signedInAt, toast } from './people.ts';
import { payloads } from './script-payloads.ts';

let host: HostPages;
test.beforeAll(async () => {
  host = await startHostPages();
});
test.afterAll(() => host.close());

const fields = [
  { id: 'field_1', type: 'text', label: 'First name' },
  { id: 'field_2', type: 'email', label: 'Email', required: true },
];

async function addForm(api: APIRequestContext, name = 'Bread club', more: object = {}): Promise<string> {
  const settings = { title: 'Join the bread club', submitText: 'Save my loaf', thankYouMessage: 'See you on Friday.' };
  const answer = await api.post('/api/forms', { data: { name, fields, settings, clientId: null, ...more } });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}
const sharedOf = (formId: string, name = 'Bread club') => ({ origin, formId, name });
const inline: EmbedChoice = { mode: 'inline', on: 'delay:5', again: '7' };

async function openShare(page: Page, formId: string) {
  await page.goto(`/dashboard/forms?share=${formId}`);
  const dialog = page.getByRole('dialog', { name: 'Share & Embed' });
  await expect(dialog).toBeVisible();
  return dialog;
}
const contacts = async (api: APIRequestContext, email: string) =>
  ((await (await api.get(`/api/contacts?search=${encodeURIComponent(email)}`)).json()) as { items: { id: string }[] })
    .items;
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('a form is shared in each of the four ways', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { email, api } = await registerByCall('BUSINESS');
  const id = await addForm(api);
  const url = `${origin}/forms/${id}`;
  await signedInAt(page, email);
  await page.goto('/dashboard/forms');
  await page.getByRole('button', { name: 'Actions for Bread club' }).click();
  await page.getByRole('menuitem', { name: 'Share & Embed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share & Embed' });

  await expect(dialog.getByLabel('Form URL')).toHaveValue(url);
  await dialog.getByRole('button', { name: 'Copy URL' }).click();
  await expect(toast(page, 'Copied to clipboard')).toBeVisible();
  await expect(page.getByText('Form URL has been copied to your clipboard.', { exact: true })).toBeVisible();
  expect(await copied(page)).toBe(url);
  await dialog.getByRole('region', { name: 'HTML link button' }).getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => copied(page)).toBe(linkButton(sharedOf(id)));
  await expectNothingGrave(page, 'direct link');

  await dialog.getByRole('tab', { name: 'Embed Code' }).click();
  await dialog.getByRole('region', { name: 'Iframe' }).getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => copied(page)).toBe(iframeSnippet(sharedOf(id)));
  await dialog.getByRole('region', { name: 'JavaScript' }).getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => copied(page)).toBe(scriptSnippet(sharedOf(id), inline));
  await expect(dialog.getByText('Paste either one where the form should appear.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Slide-in' }).click();
  await expect(dialog.getByRole('region', { name: 'JavaScript' })).toContainText('data-mode="slide-in"');
  await dialog.getByRole('radio', { name: 'WordPress' }).click();
  await expect(dialog.getByRole('region', { name: 'WordPress' })).toContainText('<!-- wp:html -->');
  await dialog.getByRole('radio', { name: 'React' }).click();
  await expect(dialog.getByRole('region', { name: 'React' })).toContainText('export function WaggleForm()');
  await expectNothingGrave(page, 'embed code');

  await dialog.getByRole('tab', { name: 'QR Code' }).click();
  await dialog.getByRole('button', { name: 'Create QR Code' }).click();
  await dialog.getByLabel('Size').fill('300');
  const picture = dialog.getByRole('img', { name: 'QR code of Bread club' });
  await expect(picture).toHaveAttribute('src', /size=300&code=/);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download QR Code' }).click(),
  ]);
  await expect(toast(page, 'QR Code downloaded')).toBeVisible();
  await expect(page.getByText('The QR code image has been saved to your downloads.', { exact: true })).toBeVisible();
  expect(file.suggestedFilename()).toBe('Bread club_qr_code.png');
  expect(await readQr(await readFile(await file.path()))).toMatch(new RegExp(`^${linkOrigin}/qr/`));
  await dialog.getByRole('button', { name: 'Copy QR Code URL' }).click();
  await expect.poll(() => copied(page)).toMatch(/qr\.png\?size=300&code=/);
  const stranger = await fetch(await copied(page));
  expect([stranger.status, stranger.headers.get('content-type')]).toEqual([200, 'image/png']);
  await dialog.getByLabel('Size').fill('');
  await expect(picture).toHaveAttribute('src', /size=200&/);
  await expectNothingGrave(page, 'QR code');

  await dialog.getByRole('tab', { name: 'Social Share' }).click();
  const address = async (name: string) => new URL((await dialog.getByRole('link', { name }).getAttribute('href'))!);
  expect((await address('Twitter')).searchParams.get('url')).toBe(url);
  expect((await address('Facebook')).searchParams.get('u')).toBe(url);
  expect((await address('LinkedIn')).searchParams.get('url')).toBe(url);
  const { searchParams, protocol } = await address('Email');
  expect([protocol, searchParams.get('subject')]).toEqual(['mailto:', 'Check out this form: Bread club']);
  expect(searchParams.get('body')).toContain(url);
  await expectNothingGrave(page, 'social share');
});

test('Lite gets a picture of the form’s own address, and a viewer shares too', async ({ page, browser }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const id = await addForm(api);
  const viewer = await joinByCall(api, 'VIEWER', 'Vera');
  await setPlan(email, 'lite');
  await signedInAt(page, email);
  const dialog = await openShare(page, id);
  await dialog.getByRole('tab', { name: 'QR Code' }).click();
  await expect(dialog.getByText("Its scans aren't counted.")).toBeVisible();
  const src = await dialog.getByRole('img', { name: 'QR code of Bread club' }).getAttribute('src');
  const picture = Buffer.from(await (await fetch(src!)).arrayBuffer());
  expect(await readQr(picture)).toBe(`${origin}/forms/${id}`);

  await setPlan(email, 'core');
  const other = await browser.newContext();
  const seen = await other.newPage();
  await signedInAt(seen, viewer);
  const shown = await openShare(seen, id);
  await shown.getByRole('tab', { name: 'QR Code' }).click();
  await expect(shown.getByRole('button', { name: 'Download QR Code' })).toBeVisible();
  await expect(shown.getByRole('button', { name: 'Create QR Code' })).toHaveCount(0);
  await other.close();
});

test('T36: no name of a form breaks out of a snippet', async ({ page }) => {
  const built = payloads.flatMap((name) => {
    const shared = sharedOf('3f1c9a52-0000-7000-8000-00000000b7e0', name);
    return [
      { name, html: iframeSnippet(shared), expected: ['IFRAME', 'SCRIPT'] },
      { name, html: wordPressSnippet(shared, inline), expected: ['IFRAME', 'SCRIPT'] },
      { name, html: scriptSnippet(shared, inline), expected: ['DIV', 'SCRIPT'] },
      { name, html: linkButton(shared), expected: ['A'] },
    ];
  });
  expect(payloads.length).toBeGreaterThanOrEqual(120);
  await page.goto('/auth/login');

  const broken = await page.evaluate(
    (all) =>
      all.filter(({ html, expected }) => {
        const { body } = new DOMParser().parseFromString(html, 'text/html');
        const found = Array.from(body.querySelectorAll('*'));
        const names = found.map(({ tagName }) => tagName);
        const allowed = /^(src|title|width|height|style|async|href|target|rel|id|data-(form|title|waggle-form))$/;
        const odd = found.some((one) => one.getAttributeNames().some((name) => !allowed.test(name)));
        return odd || JSON.stringify(names) !== JSON.stringify(expected);
      }),
    built,
  );

  expect(broken).toEqual([]);

  // What the component does when it is shown, without React: one script, and the name is its title.
  const effects = payloads.map((name) => {
    const code = reactSnippet(sharedOf('3f1c9a52-0000-7000-8000-00000000b7e0', name), inline);
    return { name, effect: code.slice(code.indexOf('const here'), code.indexOf('return () =>')) };
  });
  await page.goto('about:blank');
  const odd = await page.evaluate(
    (all) =>
      all.filter(({ name, effect }) => {
        const place = { current: document.createElement('div') };
        // oxlint-disable-next-line no-implied-eval no-new-func -- the snippet is run as its reader would run it
        new Function('place', effect)(place);
        const [script, ...others] = Array.from(place.current.querySelectorAll('*')) as HTMLElement[];
        return script?.tagName !== 'SCRIPT' || script.dataset['title'] !== name || others.length > 0;
      }),
    effects,
  );
  expect(odd).toEqual([]);
});

/** Everything a site has to name for a form: nothing else may load, run or be framed. */
const strict = `default-src 'none'; script-src ${origin}; frame-src ${origin}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'`;

test('two forms on a page of another origin resize, are sent and set no cookie, under a strict policy', async ({
  browser,
}) => {
  const { api } = await registerByCall('BUSINESS');
  const [club, news] = [await addForm(api), await addForm(api, 'News')];
  const address = host.show(
    '/two',
    `${scriptSnippet(sharedOf(club), inline)}<hr>${iframeSnippet(sharedOf(news, 'News'))}`,
    strict,
  );
  const visitor = await browser.newContext({ viewport: { width: 900, height: 900 } });
  const page = await visitor.newPage();
  const refused: string[] = [];
  page.on('console', (message) => {
    // Styles of the iframe snippet are an attribute, which a strict policy leaves out; the script sets its own.
    if (message.type() === 'error' && !message.text().includes('inline style')) refused.push(message.text());
  });
  await page.goto(`${address}?utm_source=baker&secret=1`);

  const frames = page.locator('iframe');
  await expect(frames).toHaveCount(2);
  await expect(page.locator(`#form-${club} > iframe`)).toHaveAttribute('title', 'Bread club');
  await expect(page.locator(`#form-${club} > iframe`)).toHaveAttribute(
    'src',
    `${origin}/forms/${club}?utm_source=baker`,
  );
  const heights = () => frames.evaluateAll((all) => all.map((frame) => (frame as HTMLElement).style.height));
  await expect.poll(async () => (await heights()).every((height) => height !== '' && height !== '600px')).toBe(true);
  const first = await heights();
  expect(first.every((height) => Number.parseInt(height, 10) > 200)).toBe(true);

  const sent = [newAddress('club'), newAddress('news')];
  for (const [at, email] of sent.entries()) {
    const frame = frames.nth(at).contentFrame();
    await frame.getByLabel('Email').fill(email);
    await frame.getByRole('button', { name: 'Save my loaf' }).click();
    await expect(frame.getByText('See you on Friday.')).toBeVisible();
  }
  await expect
    .poll(async () =>
      (await heights()).every((height, at) => Number.parseInt(height, 10) < Number.parseInt(first[at]!, 10)),
    )
    .toBe(true);

  expect(await visitor.cookies()).toEqual([]);
  expect(refused).toEqual([]);
  for (const email of sent) await expect.poll(() => contacts(api, email)).toHaveLength(1);
  await visitor.close();
});

test('a message of another frame or origin changes nothing', async ({ browser }) => {
  const { api } = await registerByCall('BUSINESS');
  const id = await addForm(api);
  const lie = (type: string) =>
    `parent.postMessage({type:'${type}',formId:'${id}',height:9999,redirectUrl:'https://evil.example'},'*')`;
  const liar = host.show('/liar', `<script>setInterval(()=>{${lie('waggle:size')};${lie('waggle:sent')}},20)</script>`);
  const page = await browser.newPage();
  await page.goto(host.show('/lied-to', `${scriptSnippet(sharedOf(id), inline)}<iframe src="${liar}"></iframe>`));
  const frame = page.locator(`#form-${id} > iframe`);
  await expect.poll(() => frame.evaluate((one) => one.style.height)).not.toBe('600px');
  await page.evaluate((formId) => window.postMessage({ type: 'waggle:size', formId, height: 9999 }, '*'), id);

  // Longer than a redirect takes.
  await page.waitForTimeout(2_500);
  expect(await frame.evaluate((one) => one.style.height)).not.toBe('9999px');
  expect(page.url()).toContain('/lied-to');
  await page.close();
});

test('a pop-up opens by its rules, keeps the focus, closes by Escape and is not shown again', async ({ browser }) => {
  const { api } = await registerByCall('BUSINESS');
  const id = await addForm(api);
  const popup = scriptSnippet(sharedOf(id), { mode: 'popup', on: 'delay:5', again: '7' }).replace('delay:5', 'delay:2');
  const address = host.show('/popup', `<a href="#menu">Menu</a>${popup}`, strict);
  const visitor = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await visitor.newPage();
  await page.goto(address);
  await page.getByRole('link', { name: 'Menu' }).focus();

  const dialog = page.getByRole('dialog', { name: 'Bread club' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).not.toBe('Menu');
  }
  await dialog.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Menu' })).toBeFocused();

  await page.reload();
  await page.waitForTimeout(3_000);
  await expect(dialog).toHaveCount(0);
  expect(await visitor.cookies()).toEqual([]);
  const kept = (await visitor.storageState()).origins.flatMap((one) => one.localStorage.map(({ name }) => name));
  expect(kept).toEqual([`waggle:form:${id}`]);
  await visitor.close();
});

test('a slide-in is opened by a button, sent, and leaves the page to its reader', async ({ browser }) => {
  const { api } = await registerByCall('BUSINESS');
  const id = await addForm(api);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(
    host.show('/slide', scriptSnippet(sharedOf(id), { mode: 'slide-in', on: 'click', again: '0' }), strict),
  );
  await page.getByRole('button', { name: 'Bread club' }).click();

  const card = page.getByRole('dialog', { name: 'Bread club' });
  const form = card.locator('iframe').contentFrame();
  const email = newAddress('slide');
  await form.getByLabel('Email').fill(email);
  await form.getByRole('button', { name: 'Save my loaf' }).click();
  await expect(form.getByText('See you on Friday.')).toBeVisible();
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), `waggle:form:${id}`)).toContain('"sent"');
  await card.getByRole('button', { name: 'Close' }).click();
  await expect(card).toHaveCount(0);
  await expect.poll(() => contacts(api, email)).toHaveLength(1);
  await page.close();
});

test('a scanned code, what was sent after it and the contact are tied together', async ({ page, browser }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const id = await addForm(api);
  await signedInAt(page, email);
  const dialog = await openShare(page, id);
  await dialog.getByRole('tab', { name: 'QR Code' }).click();
  await dialog.getByRole('button', { name: 'Create QR Code' }).click();
  const src = await dialog.getByRole('img', { name: 'QR code of Bread club' }).getAttribute('src');
  const short = await readQr(Buffer.from(await (await fetch(src!)).arrayBuffer()));

  const visitor = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await visitor.newPage();
  await phone.goto(short!);
  const hannah = newAddress('hannah');
  await phone.getByLabel('Email').fill(hannah);
  await phone.getByRole('button', { name: 'Save my loaf' }).click();
  await expect(phone.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  expect(await visitor.cookies()).toEqual([]);
  await visitor.close();

  await expect.poll(() => contacts(api, hannah)).toHaveLength(1);
  const [contact] = await contacts(api, hannah);
  const sent = (await (await api.get(`/api/forms/${id}/submissions`)).json()) as { items: object[] };
  expect(sent.items).toMatchObject([{ contactId: contact!.id, touch: { kind: 'scan' } }]);
  await page.goto(`/dashboard/contacts?contact=${contact!.id}`);
  await expect(page.getByText('Scanned Bread club')).toBeVisible();
  await expect(page.getByText('Submitted Bread club')).toBeVisible();
});

test('a form is chosen as the target of a QR code, and another address later', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const id = await addForm(api);
  await signedInAt(page, email);
  await page.goto('/dashboard/qr-codes?add=true');
  const dialog = page.getByRole('dialog', { name: 'Create QR Code' });
  await dialog.getByLabel('QR Code Name').fill('Window sticker');
  await dialog.getByRole('radio', { name: 'Form' }).click();
  await dialog.getByRole('button', { name: 'Create QR Code' }).click();
  await expect(dialog.getByText('Choose a form').last()).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Form' }).click();
  await page.getByRole('option', { name: 'Bread club' }).click();
  await dialog.getByRole('button', { name: 'Create QR Code' }).click();
  await expect(toast(page, 'QR code created')).toBeVisible();

  const codes = async () =>
    ((await (await api.get('/api/qr-codes')).json()) as { items: { formId: string | null; targetUrl: string }[] })
      .items;
  expect(await codes()).toMatchObject([{ formId: id, targetUrl: `${origin}/forms/${id}` }]);
});

test('the dialog can be used at both sizes and in both themes', { tag: '@nightly' }, async ({ browser }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const id = await addForm(api);
  for (const [colorScheme, width, height] of [
    ['light', 1440, 900],
    ['dark', 390, 844],
  ] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width, height } });
    const page = await context.newPage();
    await signedInAt(page, email);
    const dialog = await openShare(page, id);
    for (const tab of ['Direct Link', 'Embed Code', 'QR Code', 'Social Share']) {
      await dialog.getByRole('tab', { name: tab }).click();
      await expectNothingGrave(page, `${tab} ${colorScheme}`);
      await expect.poll(() => scrollsSideways(page), tab).toBe(false);
    }
    await context.close();
  }
});
