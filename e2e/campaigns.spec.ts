import { expect, type Page, test } from '@playwright/test';
import { expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { importByCall, numbered } from './contact-seeds.ts';
import { joinByCall, registerByCall, signedInAt, toast } from './people.ts';
import { addReaders, completed, draftOf, post, readyToSend, sendNow } from './report-seeds.ts';

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const openList = async (page: Page, address = '/dashboard/campaigns') => {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Email Campaigns' })).toBeVisible();
};
const later = '2040-05-18T09:00';

test('a new account finds an empty list that leads to the first campaign', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await openList(page);

  await expect(page.getByRole('heading', { name: 'No campaigns yet' })).toBeVisible();
  await expect(page.getByText('Total Campaigns')).toBeVisible();
  await expectNothingGraveInBothLooks(page, 'empty list');
  await page.getByRole('link', { name: 'Create Your First Campaign' }).click();
  await expect(page).toHaveURL(/\/dashboard\/campaigns\/new/);
});

test('campaigns are found by name and status, as cards and as a table', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await readyToSend(api);
  await addReaders(api, ['Hannah', 'Noah']);
  await completed(api, await sentNow(api, "Mother's Day Pre-orders"));
  await draftOf(api, { name: 'Wholesale Price List' });
  const scheduled = await draftOf(api, { name: 'Summer Ride Calendar', scheduledAt: later });
  await sendNow(api, scheduled);
  await signedInAt(page, email);
  await openList(page);

  const total = page.getByText('Total Campaigns').locator('..');
  await expect(total).toContainText('3');
  await expect(page.getByText('Total Sent').locator('..')).toContainText('2');
  await expect(card(page, 'Summer Ride Calendar').getByText(/May 18, 2040, 9:00 AM/)).toBeVisible();
  await expect(card(page, "Mother's Day Pre-orders").getByText('All contacts')).toBeVisible();

  const status = page.getByRole('group', { name: 'Status' });
  await status.getByRole('button', { name: /^Draft/ }).click();
  await expect(page).toHaveURL(/status=draft/);
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await status.getByRole('button', { name: /^All/ }).click();
  await page.getByRole('searchbox', { name: 'Search campaigns...' }).fill('mother');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search campaigns...' }).fill('nobody wrote this');
  await expect(page.getByRole('heading', { name: 'No campaigns found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);

  await expectNothingGraveInBothLooks(page, 'cards');
  await page.getByRole('radio', { name: 'List' }).click();
  await expect(page.getByRole('table', { name: 'Email Campaigns' }).getByRole('row')).toHaveCount(4);
  await page.reload();
  await expect(page.getByRole('table', { name: 'Email Campaigns' })).toBeVisible();
  await expectNothingGraveInBothLooks(page, 'table');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => scrollsSideways(page)).toBe(false);
});

async function sentNow(api: Parameters<typeof draftOf>[0], name: string) {
  const campaign = await draftOf(api, { name });
  await sendNow(api, campaign);
  return campaign;
}

test('a scheduled campaign is moved, paused, resumed, taken back and cancelled', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await readyToSend(api);
  await addReaders(api, ['Hannah']);
  const { id } = await draftOf(api, { name: 'Check-up Nudge', scheduledAt: later });
  await sendNow(api, { id });
  await signedInAt(page, email);
  await openList(page);
  const nudge = card(page, 'Check-up Nudge');
  const choose = async (action: string) => {
    await nudge.getByRole('button', { name: 'More actions for Check-up Nudge' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  await expect(nudge.getByRole('button', { name: 'Delete Check-up Nudge' })).toHaveAttribute('aria-disabled', 'true');
  await choose('Reschedule');
  await page.getByRole('dialog').getByLabel('Date and time').fill('2040-06-01T10:30');
  await page.getByRole('dialog').getByRole('button', { name: 'Reschedule' }).click();
  await expect(toast(page, 'Campaign rescheduled')).toBeVisible();
  await expect(nudge.getByText(/Jun 1, 2040, 10:30 AM/)).toBeVisible();

  await nudge.getByRole('button', { name: 'Pause Check-up Nudge' }).click();
  await expect(nudge.getByText('PAUSED')).toBeVisible();
  await nudge.getByRole('button', { name: 'Resume Check-up Nudge' }).click();
  await expect(nudge.getByText('ACTIVE')).toBeVisible();

  await choose('Back to draft');
  await expect(nudge.getByText('DRAFT')).toBeVisible();
  await nudge.getByRole('link', { name: 'Edit Check-up Nudge' }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/campaigns/${id}/edit`));

  await post(api, `/api/campaigns/${id}/send`);
  await openList(page);
  await choose('Cancel campaign');
  await expect(page.getByText('Nothing has been sent, and nothing will be.', { exact: false })).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel campaign' }).click();
  await expect(toast(page, 'Campaign canceled')).toBeVisible();
  await expect(nudge.getByText('COMPLETED')).toBeVisible();
});

test('a campaign is duplicated with everything it has, and the copy is deleted', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await draftOf(api, { name: 'April bake list', previewText: 'Rye is back' });
  await signedInAt(page, email);
  await openList(page);

  await page.getByRole('button', { name: 'Duplicate April bake list' }).click();
  await expect(toast(page, 'Campaign duplicated')).toBeVisible();
  await expect(card(page, 'April bake list (Copy)')).toBeVisible();

  await page.getByRole('button', { name: 'Delete April bake list (Copy)' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete campaign' }).click();
  await expect(toast(page, 'Campaign deleted')).toBeVisible();
  await expect(card(page, 'April bake list (Copy)')).toHaveCount(0);
  await expect(card(page, 'April bake list')).toBeVisible();
});

test('a held campaign says why and where the way out is', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await readyToSend(api);
  await addReaders(api, ['Hannah']);
  const soon = new Date(Date.now() + 4_000).toISOString();
  const { id } = await draftOf(api, { name: 'Open house', scheduledAt: soon });
  await sendNow(api, { id });
  await api.put('/api/sending/address', { data: { postalAddress: '' } });
  await signedInAt(page, email);
  await openList(page);

  const held = card(page, 'Open house');
  await expect(held.getByText('PAUSED')).toBeVisible();
  await expect(held.getByText(/the postal address is missing/)).toBeVisible();
  await held.getByRole('link', { name: 'Open settings' }).click();
  await expect(page).toHaveURL(/\/dashboard\/settings\/sending/);
});

test('a campaign being sent is in sight on other pages, and leads to its report', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await readyToSend(api);
  const { items } = (await (await api.get('/api/sending/connections')).json()) as { items: { id: string }[] };
  await api.put(`/api/sending/connections/${items[0]!.id}`, { data: { maxPerSecond: 1 } });
  await importByCall(api, numbered(120));
  const { id } = await draftOf(api, { name: 'Open house' });
  await signedInAt(page, email);
  await page.goto('/dashboard/contacts/tags');
  await sendNow(api, { id });
  await page.reload();

  const dock = page.getByRole('region', { name: 'Sending Open house' });
  await expect(dock.getByText(/\d+ of 120/)).toBeVisible();
  await page.goto('/dashboard');
  await dock.getByRole('link', { name: 'Report' }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/campaigns/${id}`));
  await expect(page.getByRole('region', { name: 'Sending progress' })).toBeVisible();
  await expect(dock).toBeHidden();
  await api.post(`/api/campaigns/${id}/cancel`);
});

test('a VIEWER reads campaigns and finds nothing to change them with', async ({ page }) => {
  const { api } = await registerByCall('BUSINESS');
  await draftOf(api, { name: 'Wholesale Price List' });
  const viewer = await joinByCall(api, 'VIEWER', 'Claire Dubois');
  await signedInAt(page, viewer);
  await openList(page);
  const draft = card(page, 'Wholesale Price List');
  await expect(draft).toBeVisible();
  await expect(draft.getByRole('button')).toHaveCount(0);
  await expect(draft.getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Create Campaign' })).toHaveCount(0);
});
