import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { importByCall, numbered } from './contact-seeds.ts';
import { joinByCall, registerByCall, setPlan, signedInAt } from './people.ts';

async function addForm(api: APIRequestContext, name: string): Promise<string> {
  const fields = [
    { id: 'field_1', type: 'text', label: 'First name' },
    { id: 'field_2', type: 'email', label: 'Email', required: true },
  ];
  const data = { name, fields, settings: { title: name }, clientId: null };
  const answer = await api.post('/api/forms', { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

async function fillIn(page: Page, formId: string, name: string): Promise<void> {
  await page.goto(`/forms/${formId}`);
  await page.getByLabel('First name').fill(name);
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@waits.example`);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank You!' })).toBeVisible();
}

const waiting = async (api: APIRequestContext) =>
  ((await (await api.get('/api/waiting-people')).json()) as { total: number }).total;
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' }).first();

test(
  'a plan that fills up says so quietly, and in full what still works, who waits and the next plan',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    const { email, api } = await registerByCall('BUSINESS');
    const formId = await addForm(api, 'Spring workshop list');
    await setPlan(email, 'lite');
    await importByCall(api, numbered(75));
    await signedInAt(page, email);
    await page.goto('/dashboard/contacts');
    await expect(page.getByText('75 of 100 contacts used on Lite.')).toBeVisible();
    await expect(page.getByText('Core includes 5,000.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Upgrade to Core' })).toHaveCount(0);

    await importByCall(api, numbered(100));
    const visitor = await (await browser.newContext()).newPage();
    for (const name of ['Aiko', 'Ben', 'Chloe', 'Dario']) await fillIn(visitor, formId, name);
    await expect.poll(() => waiting(api)).toBe(4);
    await page.reload();

    const band = page.getByRole('region', { name: '100 of 100 contacts used on Lite' });
    await expect(band.getByText(/4 people who signed up since/)).toBeVisible();
    await expect(band.getByText('Send to your 100 contacts')).toBeVisible();
    for (const name of ['Upgrade to Core', 'Compare plans'])
      await expect(band.getByRole('link', { name })).toHaveAttribute('href', '/dashboard/billing');
    const table = page.getByRole('table', { name: 'Contacts' });
    await expect(table.getByText('Waiting for a place · 4')).toBeVisible();
    await expect(table.getByRole('row', { name: /dario@waits\.example/ })).toContainText('Spring workshop list');
    await expect(table.getByRole('row', { name: /aiko@waits\.example/ })).toHaveCount(0);
    await table.getByRole('button', { name: '1 more' }).click();
    await expect(table.getByRole('row', { name: /aiko@waits\.example/ }).getByRole('checkbox')).toHaveCount(0);

    await setPlan(email, 'core');
    await api.post(`/api/forms/${formId}/submissions/fill-in`);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page
      .getByRole('link', { name: /Contacts/ })
      .first()
      .click();
    await expect(page.getByText('4 people became contacts').first()).toBeVisible();
    await expect(page.getByText('Waiting for a place')).toHaveCount(0);
  },
);

test('somebody who cannot upgrade asks an admin', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const colleague = await joinByCall(api, 'USER', 'Tom Keane');
  await setPlan(email, 'lite');
  await importByCall(api, numbered(100));
  await signedInAt(page, colleague);
  await page.goto('/dashboard/contacts');
  await expect(page.getByRole('link', { name: 'Compare plans' })).toHaveCount(0);

  const asked = page.waitForRequest('**/api/billing/ask-admin');
  await page.getByRole('button', { name: 'Ask your admin' }).click();

  expect((await asked).postDataJSON()).toEqual({ need: 'contacts' });
});

test('after a downgrade the oldest form is edited, and newer ones open read-only and collect', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await addForm(api, 'Bread club');
  const newer = await addForm(api, 'Spring workshop list');
  await setPlan(email, 'lite');
  await signedInAt(page, email);
  await page.goto('/dashboard/forms');
  await expect(page.getByText('Lite includes 1 active form')).toBeVisible();
  await expect(page.getByRole('row', { name: /Spring workshop list/ })).toContainText('Read-only, keeps collecting');
  await expect(page.getByRole('row', { name: /Bread club/ })).not.toContainText('Read-only');

  await page.getByRole('button', { name: 'Actions for Spring workshop list' }).click();
  await page.getByRole('menuitem', { name: 'Open read-only' }).click();

  const builder = page.getByRole('dialog');
  await expect(builder.getByText(/This form keeps collecting/)).toBeVisible();
  await expect(builder.getByRole('link', { name: 'Upgrade to Core' })).toBeVisible();
  await expect(builder.getByRole('button', { name: 'Save Form' })).toHaveCount(0);
  await fillIn(page, newer, 'Aiko');
});

test('what a plan lacks names its plan in the sidebar and the palette, and nothing does on the highest', async ({
  page,
}) => {
  const { email } = await registerByCall('BUSINESS');
  await setPlan(email, 'lite');
  await signedInAt(page, email);
  await page.goto('/dashboard');
  await expect(nav(page).getByRole('link', { name: 'QR Codes Core' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('create qr');
  await expect(page.getByRole('option', { name: /Create QR Code Core/ })).toBeVisible();

  await setPlan(email, 'system');
  await page.goto('/dashboard');

  await expect(nav(page).getByRole('link', { name: 'QR Codes', exact: true })).toBeVisible();
});
