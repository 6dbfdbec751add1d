import { expect, type Page, test } from '@playwright/test';
import { expectNothingGrave, scrollsSideways } from './axe.ts';
import { addContact } from './contact-seeds.ts';
import { joinByCall, newAddress, registerByCall, signedInAt } from './people.ts';
import { addCode, readCode, scan } from './qr-seeds.ts';
import { addReaders, draftOf, readyToSend, sendNow } from './report-seeds.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name });

async function openAnalytics(page: Page, search = ''): Promise<void> {
  await page.goto(`/dashboard/analytics${search}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
}

test('the figures are those of the rows, and every figure opens its rows', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await readyToSend(api);
  await addReaders(api, ['Hannah', 'Theo', 'Mara']);
  await addContact(api, { email: newAddress('lead'), status: 'lead' });
  const campaign = await draftOf(api, { recipients: { type: 'all' } });
  await sendNow(api, campaign);
  const statusOf = async () =>
    ((await (await api.get(`/api/campaigns/${campaign.id}`)).json()) as { status: string }).status;
  await expect.poll(statusOf).toBe('COMPLETED');
  const code = await addCode(api, 'Window sticker');
  await scan(code.shortUrl);
  await expect.poll(async () => (await readCode(api, code.id)).scans).toBe(1);
  await signedInAt(page, email);
  await openAnalytics(page);

  await expect(card(page, 'Total Contacts')).toContainText('4');
  await expect(card(page, 'Email Open Rate')).toContainText('0.0%');
  await expect(card(page, 'QR Code Scans')).toContainText('1');
  await expect(card(page, 'Active Campaigns')).toContainText('No data available');
  await expect(page.getByRole('listitem').filter({ hasText: /^Sent/ })).toContainText('4');
  await expectNothingGrave(page, 'Analytics');

  await page.getByRole('tab', { name: 'Campaigns' }).click();
  await expect(page).toHaveURL(/tab=campaigns/);
  await page.getByText('Spring Sourdough Club').click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/campaigns/${campaign.id}`));
  await page.goBack();
  await page.getByRole('tab', { name: 'QR Codes' }).click();
  await expect(page.getByRole('row', { name: /Window sticker/ })).toContainText('1');
  await expect(page.getByText('All codes together: 1 scan.')).toBeVisible();
  await page.getByRole('tab', { name: 'Contacts' }).click();
  await expect(page.getByText('4 new contacts.')).toBeVisible();

  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('link', { name: /lead/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'lead.' })).toHaveCount(1);
  await expect(page.getByRole('row').filter({ hasText: 'hannah' })).toHaveCount(0);
});

test('the period changes everything, lives in the address, and all time compares with nothing', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await addContact(api, { email: newAddress('one') });
  await signedInAt(page, email);
  await openAnalytics(page);
  await expect(page.getByText(/, against /)).toBeVisible();

  await page.getByRole('radio', { name: 'all time' }).click();
  await expect(page).toHaveURL(/period=all/);
  await expect(page.getByText(/^Since /)).toBeVisible();
  await expect(page.getByText('vs last period')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'all time' })).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('tab', { name: 'Campaigns' }).click();
  await expect(page.getByText('No campaign was sent in this period')).toBeVisible();
});

test('a VIEWER reads it on a phone, by keyboard', async ({ page }) => {
  const { api } = await registerByCall('BUSINESS');
  await signedInAt(page, await joinByCall(api, 'VIEWER', 'Claire Dupont'));
  await page.setViewportSize({ width: 390, height: 844 });
  await openAnalytics(page);

  await expect(card(page, 'Total Contacts')).toContainText('0');
  await page.getByRole('tab', { name: 'Overview' }).focus();
  for (const name of ['Contacts', 'Campaigns', 'QR Codes']) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => scrollsSideways(page)).toBe(false);
  }
  await expect(page.getByText('No QR codes yet')).toBeVisible();
  await expectNothingGrave(page, 'Analytics on a phone');
});
