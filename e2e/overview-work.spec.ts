import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { addWaiting } from './automation-seeds.ts';
import { expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { addCampaign, setUpSending } from './campaign-seeds.ts';
import { importByCall, numbered } from './contact-seeds.ts';
import { joinByCall, newAddress, registerByCall, setPlan, signedInAtOverview } from './people.ts';

const cardOf = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

async function addForm(api: APIRequestContext): Promise<string> {
  const fields = [{ id: 'field_1', type: 'email', label: 'Email', required: true }];
  const settings = { title: 'Join the bread club', submitText: 'Join' };
  const answer = await api.post('/api/forms', { data: { name: 'Bread club', fields, settings, clientId: null } });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

async function sendForm(browser: Browser, formId: string): Promise<void> {
  const visitor = await browser.newContext({ javaScriptEnabled: false });
  const page = await visitor.newPage();
  await page.goto(`/forms/${formId}`);
  await page.getByLabel('Email').fill(newAddress('hannah'));
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByText('Thank you for your submission!')).toBeVisible();
  await visitor.close();
}

test('what is planned and what happened is on Overview, and each line opens its subject', async ({ browser, page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await setUpSending(api);
  await importByCall(api, numbered(3));
  const formId = await addForm(api);
  await sendForm(browser, formId);
  await sendForm(browser, formId);
  const { id } = await addCampaign(api, { scheduledAt: '2040-05-18T09:00' });
  const sent = await api.post(`/api/campaigns/${id}/send`, { data: {} });
  expect(sent.ok(), await sent.text()).toBe(true);

  await signedInAtOverview(page, email);
  const planned = cardOf(page, 'In progress').getByRole('listitem');
  await expect(planned).toContainText(/Spring Sourdough Club.*May 18, 2040.*9:00.*Scheduled/);
  const activity = cardOf(page, 'Recent Activity');
  await expect(activity.getByRole('listitem')).toHaveText([
    /2 people filled in Bread club/,
    /3 contacts imported from seed.csv/,
  ]);
  await expectNothingGraveInBothLooks(page, 'overview with work and activity');

  await planned.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/campaigns/${id}`));
  await page.goBack();
  await activity.getByRole('link', { name: /Bread club/ }).click();
  await expect(page.getByRole('dialog', { name: 'Form Analytics - Bread club' })).toBeVisible();
  await page.goBack();
  // By keyboard, from the sheet with all of them.
  await activity.getByRole('button', { name: 'View all' }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Recent Activity' });
  await expect(sheet.getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(activity.getByRole('button', { name: 'View all' })).toBeFocused();
  await page.keyboard.press('Enter');
  await sheet.getByRole('link', { name: /seed.csv/ }).press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/contacts\/imports\?import=/);
  await expect(page.getByRole('dialog', { name: 'Import contacts' })).toBeVisible();
});

test('an automation with people inside is on Overview and opens', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await setPlan(email, 'plus');
  await importByCall(api, numbered(3));
  const { items } = (await (await api.get('/api/contacts')).json()) as { items: { id: string }[] };
  const id = await addWaiting(
    api,
    items.map((one) => one.id),
  );

  await signedInAtOverview(page, email);
  const row = cardOf(page, 'In progress').getByRole('listitem');
  await expect(row).toContainText(/Welcome.*3 people inside.*Live/);
  await expectNothingGraveInBothLooks(page, 'overview with an automation');

  await row.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/automations/${id}`));
});

test('each quick action opens what it says', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAtOverview(page, email);
  const actions = cardOf(page, 'Quick Actions').getByRole('link');
  await expect(actions).toHaveText(['Create Form', 'Import Contacts', 'Send Campaign', 'Generate QR Code']);
  await expect(cardOf(page, 'In progress')).toContainText('Nothing is being sent or imported.');
  await expect(cardOf(page, 'Recent Activity')).toContainText('No data available');

  for (const [action, dialog] of [
    ['Create Form', 'Create New Form'],
    ['Import Contacts', 'Import contacts'],
    ['Generate QR Code', 'Create QR Code'],
  ] as const) {
    await actions.filter({ hasText: action }).click();
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await page.goto('/dashboard');
  }
  await actions.filter({ hasText: 'Send Campaign' }).click();
  await expect(page).toHaveURL(/\/dashboard\/campaigns\/new/);

  await setPlan(email, 'lite');
  await page.goto('/dashboard');
  await actions.filter({ hasText: 'Generate QR Code' }).click();
  await expect(page.getByText('QR codes are included in Core')).toBeVisible();
});

test('a VIEWER sees no quick actions and no imports, and a phone has it all in one column', async ({ page }) => {
  const { api } = await registerByCall('BUSINESS');
  await importByCall(api, numbered(2));
  const viewer = await joinByCall(api, 'VIEWER', 'Theo Lindqvist');
  await page.setViewportSize({ width: 390, height: 844 });

  await signedInAtOverview(page, viewer);

  await expect(cardOf(page, 'Recent Activity')).toContainText('No data available');
  await expect(cardOf(page, 'In progress').getByText('Nothing is being sent or imported.')).toBeVisible();
  await expect(page.getByText('Create a campaign')).toHaveCount(0);
  await expect(page.getByText('Quick Actions')).toHaveCount(0);
  await expect.poll(() => scrollsSideways(page)).toBe(false);
});
