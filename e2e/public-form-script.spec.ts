import { type APIRequestContext, expect, test } from '@playwright/test';
import { expectNothingGrave, scrollsSideways } from './axe.ts';
import { newAddress, registerByCall } from './people.ts';

const fields = [
  { id: 'field_1', type: 'text', label: 'First name', required: true },
  { id: 'field_2', type: 'email', label: 'Email', required: true },
  { id: 'field_3', type: 'radio', label: 'Pickup day', options: ['Wednesday', 'Friday'] },
  {
    id: 'field_4',
    type: 'select',
    label: 'Friday pickup time',
    required: true,
    options: ['Before noon', 'After 4 PM'],
    visibleWhen: { match: 'all', conditions: [{ fieldId: 'field_3', op: 'is', value: 'Friday' }] },
  },
];
const pages = [
  { id: 'page_1', title: 'About you', fieldIds: ['field_1', 'field_2'] },
  { id: 'page_2', title: 'Your loaf', fieldIds: ['field_3', 'field_4'] },
];

async function addForm(api: APIRequestContext, settings: object = {}): Promise<string> {
  const texts = { title: 'Join the bread club', submitText: 'Save my loaf', thankYouMessage: 'See you on Friday.' };
  const data = { name: 'Bread club', fields, pages, settings: { ...texts, ...settings }, clientId: null };
  const answer = await api.post('/api/forms', { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

test('with its script a form goes page by page and is sent without reloading, on a phone', async ({ browser }) => {
  const { api } = await registerByCall('BUSINESS');
  const id = await addForm(api);
  const hannah = newAddress('hannah');
  const visitor = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await visitor.newPage();
  const loaded: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && loaded.push(request.url()));

  await page.goto(`/forms/${id}`);
  await page.getByLabel('First name').fill('Hannah');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill(hannah);
  await expect(page.getByText('Email is required')).toBeHidden();
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByText('Step 2 of 2')).toBeVisible();
  await expect(page.getByLabel('Friday pickup time')).toBeHidden();
  await page.getByLabel('Friday', { exact: true }).check();
  await expect(page.getByLabel('Friday pickup time')).toBeVisible();
  await page.getByLabel('Wednesday', { exact: true }).check();
  await expect(page.getByLabel('Friday pickup time')).toBeHidden();
  await page.getByLabel('Friday', { exact: true }).check();
  await expectNothingGrave(page, 'second page');
  await expect.poll(() => scrollsSideways(page)).toBe(false);
  await page.getByRole('button', { name: /Back/ }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Hannah');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Save my loaf' }).click();
  await expect(page.getByText('Friday pickup time is required')).toBeVisible();
  await page.getByLabel('Friday pickup time').selectOption('After 4 PM');
  await page.getByRole('button', { name: 'Save my loaf' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank You!' })).toBeFocused();
  await expect(page.getByText('See you on Friday.')).toBeVisible();
  await expectNothingGrave(page, 'thanks');
  expect(loaded).toHaveLength(1);
  expect(await visitor.cookies()).toEqual([]);
  await visitor.close();

  const found = async () =>
    ((await (await api.get(`/api/contacts?search=${encodeURIComponent(hannah)}`)).json()) as { items: object[] }).items;
  await expect.poll(found).toMatchObject([{ email: hannah, firstName: 'Hannah', source: 'form' }]);
});

test('sending says so, failing keeps what was typed, and sending again leads on', async ({ browser }) => {
  const { api } = await registerByCall('BUSINESS');
  const id = await addForm(api, { redirectUrl: 'https://maple.example/welcome' });
  const visitor = await browser.newContext();
  const page = await visitor.newPage();
  await visitor.route('https://maple.example/welcome', (route) => route.fulfill({ body: 'Welcome' }));
  await page.goto(`/forms/${id}`);
  await page.getByLabel('First name').fill('Theo');
  await page.getByLabel('Email').fill(newAddress('theo'));
  await page.getByRole('button', { name: 'Continue' }).click();
  let tries = 0;
  await page.route('**/submit?*', (route) => {
    tries += 1;
    return route.abort();
  });
  await page.getByRole('button', { name: 'Save my loaf' }).click();
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible();
  // It tries by itself for ten seconds.
  await expect(page.getByRole('alert')).toHaveText('Failed to submit form', { timeout: 40_000 });
  expect(tries).toBe(4);
  await page.unroute('**/submit?*');
  await page.route('**/submit?*', async (route) => {
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible();
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save my loaf' }).click();
  await expect(page.getByText('Redirecting you shortly...')).toBeVisible();
  await expect(page).toHaveURL('https://maple.example/welcome');
  await visitor.close();
});

test('a server that is away for a moment gets the form once more by itself, as one submission', async ({ browser }) => {
  const { api } = await registerByCall('BUSINESS');
  const id = await addForm(api);
  const visitor = await browser.newContext();
  const page = await visitor.newPage();
  const proofs: (string | undefined)[] = [];
  await page.route('**/submit?*', async (route) => {
    proofs.push(route.request().headers()['waggle-proof']);
    // The second one arrives, and its answer is lost on the way.
    if (proofs.length === 2) await route.fetch();
    if (proofs.length === 3) return route.continue();
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible();
    return route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Try again in a moment.' } });
  });

  await page.goto(`/forms/${id}`);
  await page.getByLabel('First name').fill('Ines');
  await page.getByLabel('Email').fill(newAddress('ines'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Save my loaf' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Thank You!' })).toBeVisible({ timeout: 40_000 });
  expect(proofs).toHaveLength(3);
  expect(new Set(proofs).size).toBe(1);
  await visitor.close();
  // Sent after it, so that a second record of the same would be there by then.
  const last = await browser.newContext();
  const other = await last.newPage();
  await other.goto(`/forms/${id}`);
  await other.getByLabel('First name').fill('Last');
  await other.getByLabel('Email').fill(newAddress('last'));
  await other.getByRole('button', { name: 'Continue' }).click();
  await other.getByRole('button', { name: 'Save my loaf' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Thank You!' })).toBeVisible();
  await last.close();
  const total = async () =>
    ((await (await api.get(`/api/forms/${id}/submissions`)).json()) as { items: object[] }).items.length;
  await expect.poll(total).toBe(2);
});

test('a browser that blocks the script fills in the same page', async ({ browser }) => {
  const { api } = await registerByCall('BUSINESS');
  const id = await addForm(api);
  const visitor = await browser.newContext();
  const page = await visitor.newPage();
  await page.route('**/forms/page.js', (route) => route.abort());
  await page.goto(`/forms/${id}`);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Email').fill(newAddress('ada'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Save my loaf' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank You!' })).toBeVisible();
  await visitor.close();
});
