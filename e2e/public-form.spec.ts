import { type APIRequestContext, expect, test } from '@playwright/test';
import { expectNothingGrave, scrollsSideways } from './axe.ts';
import { newAddress, registerByCall } from './people.ts';

const fields = [
  { id: 'field_1', type: 'text', label: 'First name', required: true, half: true },
  { id: 'field_2', type: 'text', label: 'Last name', half: true },
  { id: 'field_3', type: 'email', label: 'Email', required: true },
  { id: 'field_4', type: 'radio', label: 'Pickup day', options: ['Wednesday', 'Friday'] },
  {
    id: 'field_5',
    type: 'select',
    label: 'Friday pickup time',
    required: true,
    options: ['Before noon', 'After 4 PM'],
    visibleWhen: { match: 'all', conditions: [{ fieldId: 'field_4', op: 'is', value: 'Friday' }] },
  },
];
const pages = [
  { id: 'page_1', title: 'About you', fieldIds: ['field_1', 'field_2', 'field_3'] },
  { id: 'page_2', title: 'Your loaf', fieldIds: ['field_4', 'field_5'] },
];

async function addForm(api: APIRequestContext): Promise<string> {
  const settings = { title: 'Join the bread club', submitText: 'Save my loaf', thankYouMessage: 'See you on Friday.' };
  const answer = await api.post('/api/forms', {
    data: { name: 'Bread club', fields, pages, settings, clientId: null },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

test('a form of two pages is filled in on a phone without scripts, and becomes a contact', async ({ browser }) => {
  const { api } = await registerByCall('BUSINESS');
  const id = await addForm(api);
  const hannah = newAddress('hannah');
  const visitor = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const page = await visitor.newPage();

  await page.goto(`/forms/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Join the bread club' })).toBeVisible();
  await expect(page.getByText('Step 1 of 2')).toBeVisible();
  await page.getByLabel('First name').fill('Hannah');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByLabel('Email').fill(hannah);
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByText('Step 2 of 2')).toBeVisible();
  await page.getByLabel('Friday', { exact: true }).check();
  await page.getByRole('button', { name: 'Save my loaf' }).click();
  await page.getByLabel('Friday pickup time').selectOption('After 4 PM');
  await page.getByRole('button', { name: /Back/ }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Hannah');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Friday pickup time')).toHaveValue('After 4 PM');
  await page.getByRole('button', { name: 'Save my loaf' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank You!' })).toBeVisible();
  await expect(page.getByText('See you on Friday.')).toBeVisible();
  expect(await visitor.cookies()).toEqual([]);
  await visitor.close();

  const found = async () =>
    ((await (await api.get(`/api/contacts?search=${encodeURIComponent(hannah)}`)).json()) as { items: object[] }).items;
  await expect.poll(found).toMatchObject([{ email: hannah, firstName: 'Hannah', source: 'form' }]);
});

test(
  'the page of a form can be read by everyone, in both themes and sizes',
  { tag: '@nightly' },
  async ({ browser }) => {
    const { api } = await registerByCall('BUSINESS');
    const id = await addForm(api);
    for (const [colorScheme, width, height] of [
      ['light', 1440, 900],
      ['dark', 390, 844],
    ] as const) {
      const visitor = await browser.newContext({ colorScheme, viewport: { width, height } });
      const page = await visitor.newPage();
      for (const path of [`/forms/${id}`, `/forms/${id}?sent=1`, '/forms/nothing']) {
        await page.goto(path);
        await expectNothingGrave(page, `${path} ${colorScheme}`);
        await expect.poll(() => scrollsSideways(page)).toBe(false);
      }
      await visitor.close();
    }
  },
);
