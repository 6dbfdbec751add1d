import { readFile } from 'node:fs/promises';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { joinByCall, newAddress, registerByCall, setPlan, signedInAt, toast } from './people.ts';

const fields = [
  { id: 'field_1', type: 'text', label: 'First name', required: true },
  { id: 'field_2', type: 'email', label: 'Email', required: true },
  { id: 'field_3', type: 'radio', label: 'Pickup day', options: ['Wednesday', 'Friday'] },
  { id: 'field_4', type: 'consent', label: 'Send me the weekly bake list' },
];

async function addForm(api: APIRequestContext, name: string): Promise<string> {
  const settings = { title: 'Join the bread club', thankYouMessage: 'See you on Friday.' };
  const answer = await api.post('/api/forms', { data: { name, fields, settings, clientId: null } });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

async function fillIn(page: Page, formId: string, { name, email }: { name: string; email: string }) {
  await page.goto(`/forms/${formId}`);
  await page.getByLabel('First name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Friday', { exact: true }).check();
  await page.getByLabel('Send me the weekly bake list').check();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank You!' })).toBeVisible();
}

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
const choose = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
/** Counted by the worker a moment after it was sent. */
const submissions = async (api: APIRequestContext, formId: string) =>
  ((await (await api.get(`/api/forms/${formId}/submissions`)).json()) as { items: unknown[] }).items.length;

test('forms are found, switched off for visitors, and deleted', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { email, api } = await registerByCall('BUSINESS');
  await setPlan(email, 'core');
  await signedInAt(page, email);
  await page.goto('/dashboard/forms');
  await expect(page.getByText('No forms yet')).toBeVisible();
  await expect(page.getByText('Get started by creating your first form')).toBeVisible();
  const id = await addForm(api, 'Bread club');
  await addForm(api, 'Class feedback');

  await page.reload();
  await expect(row(page, 'Bread club').getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Forms/ })).toContainText('2');
  await page.getByRole('button', { name: 'Copy URL of Bread club' }).click();
  await expect(toast(page, 'URL copied')).toBeVisible();
  await page.getByLabel('Search forms...').fill('BREAD');
  await expect(row(page, 'Class feedback')).toBeHidden();
  await page.getByLabel('Search forms...').fill('nothing like it');
  await expect(page.getByText('No forms found')).toBeVisible();
  await expect(page.getByText('Try adjusting your search terms')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();

  await choose(page, 'Bread club', 'Deactivate');
  await expect(toast(page, 'Form updated')).toBeVisible();
  await expect(row(page, 'Bread club').getByText('Inactive')).toBeVisible();
  const visitor = await context.newPage();
  await expect(async () => {
    await visitor.goto(`/forms/${id}`);
    await expect(visitor.getByText('This form is currently inactive.')).toBeVisible({ timeout: 500 });
  }).toPass();

  await choose(page, 'Class feedback', 'Delete');
  const confirm = page.getByRole('alertdialog', { name: 'Are you sure you want to delete "Class feedback"?' });
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Form deleted')).toBeVisible();
  await expect(row(page, 'Class feedback')).toBeHidden();
});

test(
  'what looks like spam is kept apart, and becomes a contact when somebody says that it is none',
  { tag: '@nightly' },
  async ({ page, context }, info) => {
    const { email, api } = await registerByCall('BUSINESS');
    const id = await addForm(api, 'Bread club');
    const visitor = await context.newPage();
    for (const [name, address] of [
      ['Hannah', newAddress('hannah')],
      ['Robot', newAddress('robot')],
    ] as const) {
      await visitor.goto(`/forms/${id}`);
      await visitor.getByLabel('First name').fill(name);
      await visitor.getByLabel('Email').fill(address);
      // A field that nobody sees, and some browsers fill in by themselves.
      await visitor.locator('[name=fax_for_letters]').evaluate((field: HTMLInputElement) => (field.value = '555'));
      await visitor.getByRole('button', { name: 'Submit' }).click();
      await expect(visitor.getByRole('heading', { level: 1, name: 'Thank You!' })).toBeVisible();
    }
    const spam = async () => ((await (await api.get(`/api/forms/${id}/spam`)).json()) as { total: number }).total;
    await expect.poll(spam, { timeout: 20_000 }).toBe(2);
    await signedInAt(page, email);
    await page.goto(`/dashboard/forms?analytics=${id}`);
    const sheet = page.getByRole('dialog', { name: 'Form Analytics - Bread club' });
    await expect(sheet.getByText('No submissions yet')).toBeVisible();

    await sheet.getByText('2 submissions look like spam').click();
    const hannah = sheet.getByRole('listitem').filter({ hasText: 'Hannah' });
    await expect(hannah.getByText('Hidden field filled in')).toBeVisible();
    await expectNothingGraveInBothLooks(page, 'spam of a form');
    await page.screenshot({ path: info.outputPath('spam.png') });
    await hannah.getByRole('button', { name: 'Not spam' }).click();
    await expect(toast(page, 'Moved to the submissions')).toBeVisible();
    await expect(sheet.getByText('Contact Created')).toHaveCount(1);
    await sheet.getByRole('button', { name: 'Delete all' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all' }).click();
    await expect(toast(page, 'Spam deleted')).toBeVisible();
    await expect(sheet.getByText(/look like spam/)).toBeHidden();
    await expect(sheet.getByText('Contact Created')).toHaveCount(1);
  },
);

test('what people sent is counted, searched, read in full, exported and deleted', async ({ page, context }, info) => {
  const { email, api } = await registerByCall('BUSINESS');
  const id = await addForm(api, 'Bread club');
  const [hannah, elif] = [newAddress('hannah'), newAddress('elif')];
  const visitor = await context.newPage();
  await fillIn(visitor, id, { name: 'Hannah', email: hannah });
  await fillIn(visitor, id, { name: 'Elif', email: elif });
  await expect.poll(() => submissions(api, id), { timeout: 20_000 }).toBe(2);
  await signedInAt(page, email);
  await page.goto('/dashboard/forms');

  await choose(page, 'Bread club', 'View Analytics');
  const sheet = page.getByRole('dialog', { name: 'Form Analytics - Bread club' });
  for (const figure of ['This Week', 'This Month', 'Unique Contacts'])
    await expect(sheet.getByText(figure, { exact: true })).toBeVisible();
  await expect(sheet.getByText('Contact Created')).toHaveCount(2);
  await expect(sheet.getByText('+1 more field')).toHaveCount(2);
  await expectNothingGraveInBothLooks(page, 'form analytics');

  await sheet.getByLabel('Search answers...').fill('hann');
  await expect(sheet.getByText('Contact Created')).toHaveCount(1);
  await sheet.getByRole('button', { name: /Hannah/ }).press('Enter');
  await expect(sheet.getByText('Agreed to')).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'Open contact' })).toBeVisible();
  await page.screenshot({ path: info.outputPath('analytics.png') });

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('link', { name: 'Export' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Bread club_submissions_\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.split('\n')[0]).toContain('"First name","Email","Pickup day"');
  expect(text).toContain(elif);

  await sheet.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Submission deleted')).toBeVisible();
  await expect(sheet.getByText('No submissions found')).toBeVisible();
  await sheet.getByRole('button', { name: 'Clear search' }).click();
  await expect(sheet.getByText('Contact Created')).toHaveCount(1);
});

test('the smallest plan has one active form, and says so', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await setPlan(email, 'core');
  await addForm(api, 'First');
  const second = await addForm(api, 'Second');
  await api.put(`/api/forms/${second}`, { data: { isActive: false } });
  await setPlan(email, 'lite');
  await signedInAt(page, email);
  await page.goto('/dashboard/forms');

  await choose(page, 'Second', 'Activate');

  await expect(
    page.getByText('Your plan includes 1 active form. Deactivate it, or upgrade to add more.').first(),
  ).toBeVisible();
  await expect(row(page, 'Second').getByText('Inactive')).toBeVisible();
});

test('somebody who may only look changes nothing', async ({ page }) => {
  const { api } = await registerByCall('BUSINESS');
  const id = await addForm(api, 'Bread club');
  await signedInAt(page, await joinByCall(api, 'VIEWER', 'Vera'));

  await page.goto(`/dashboard/forms?analytics=${id}`);
  const sheet = page.getByRole('dialog', { name: 'Form Analytics - Bread club' });
  await expect(sheet.getByText('No submissions yet')).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'Export' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Create Form' })).toBeHidden();
  await page.getByRole('button', { name: 'Actions for Bread club' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['View Analytics', 'Share & Embed']);
});

test('list and analytics fit a phone', async ({ page }, info) => {
  const { email, api } = await registerByCall('BUSINESS');
  await addForm(api, 'Bread club');
  await page.setViewportSize({ width: 390, height: 844 });
  await signedInAt(page, email);

  await page.goto('/dashboard/forms');
  await expect(page.getByText('Bread club')).toBeVisible();
  await page.screenshot({ path: info.outputPath('list-phone.png') });
  await expect.poll(() => scrollsSideways(page)).toBe(false);
  await page.getByText('Bread club').click();

  await expect(page.getByRole('dialog', { name: 'Form Analytics - Bread club' })).toBeVisible();
  await expect(page.getByText('No submissions yet')).toBeVisible();
  await expect.poll(() => scrollsSideways(page)).toBe(false);
  await page.screenshot({ path: info.outputPath('analytics-phone.png') });
});
