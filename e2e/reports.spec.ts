import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { expectNothingGrave, expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { addContact } from './contact-seeds.ts';
import { joinByCall, mailTo, newAddress, registerByCall, setPlan, signedInAt, toast } from './people.ts';
import { post, readyToSend } from './report-seeds.ts';

const open = async (page: Page) => {
  await page.goto('/dashboard/analytics');
  await page.getByRole('button', { name: 'Schedule report' }).click();
  return page.getByRole('dialog', { name: 'Scheduled reports' });
};

/** Somebody who bought something, so that the email has both pictures. */
async function addBuyer(api: APIRequestContext): Promise<void> {
  const { id } = await addContact(api, { email: newAddress('buyer') });
  await post(api, '/api/purchases', { contactId: id, amount: '20', currency: 'USD' });
}

test('a report is scheduled and tested, its link opens without signing in, and ends when it is revoked', async ({
  page,
  browser,
}, info) => {
  const { email, api } = await registerByCall('BUSINESS');
  await setPlan(email, 'plus');
  await readyToSend(api);
  await addBuyer(api);
  await signedInAt(page, email);
  const sheet = await open(page);
  await expect(sheet.getByText('No scheduled reports yet')).toBeVisible();

  await sheet.getByRole('button', { name: 'New report' }).click();
  const dialog = page.getByRole('dialog', { name: 'New report' });
  await dialog.getByRole('button', { name: 'Create report' }).click();
  await expect(dialog.getByText('Add at least one email address')).toBeVisible();
  const jonah = newAddress('jonah');
  await dialog.getByLabel('Recipients').fill(`${jonah}\nnobody`);
  await dialog.getByRole('button', { name: 'Create report' }).click();
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
  await dialog.getByLabel('Recipients').fill(jonah);
  await expectNothingGrave(page, 'new report');
  await page.screenshot({ path: info.outputPath('dialog.png') });
  await dialog.getByRole('button', { name: 'Create report' }).click();
  await expect(toast(page, 'Report created')).toBeVisible();
  await expect(sheet.getByText(jonah)).toBeVisible();
  await expect(sheet.getByText(/Every Monday · Next report Mon/)).toBeVisible();

  await sheet.getByRole('button', { name: /Actions for the report/ }).click();
  await page.getByRole('menuitem', { name: 'Send me a test' }).click();
  await expect(toast(page, `Test sent to ${email}`)).toBeVisible();
  const mail = await mailTo(email, 'No activity last week');
  expect(mail.html.match(/src="data:image\/png;base64,/g)).toHaveLength(2);
  await page.setContent(mail.html);
  await page.screenshot({ path: info.outputPath('email.png'), fullPage: true });

  const link = /https?:\/\/\S+\/t\/d\/[\w-]+/.exec(mail.text)![0];
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { level: 1, name: 'No activity last week' })).toBeVisible();
  await expectNothingGraveInBothLooks(stranger, 'shared report');
  await stranger.screenshot({ path: info.outputPath('page.png'), fullPage: true });
  await stranger.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => scrollsSideways(stranger)).toBe(false);
  await stranger.screenshot({ path: info.outputPath('page-phone.png'), fullPage: true });

  const again = await open(page);
  await expect(again.getByRole('heading', { name: 'Shared links' })).toBeVisible();
  await page.screenshot({ path: info.outputPath('sheet.png') });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: info.outputPath('sheet-phone-dark.png') });
  await again.getByRole('button', { name: /^Revoke the link/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(toast(page, 'Link revoked')).toBeVisible();
  expect((await stranger.goto(link))!.status()).toBe(404);
  await expect(stranger.getByRole('heading', { name: "This report isn't available" })).toBeVisible();
});

test('without Plus the sheet says so, without a sender nothing can be added, and VIEWER has no reports', async ({
  page,
}) => {
  const { email, api } = await registerByCall('BUSINESS');
  const viewer = await joinByCall(api, 'VIEWER', 'Vera');
  await setPlan(email, 'core');
  await signedInAt(page, email);
  await expect((await open(page)).getByText('Scheduled reports are part of Plus')).toBeVisible();
  await setPlan(email, 'plus');
  const sheet = await open(page);
  await expect(sheet.getByText('Add a verified sender to send reports')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'New report' })).toHaveAttribute('aria-disabled', 'true');

  await page.context().clearCookies();
  await signedInAt(page, viewer);
  await page.goto('/dashboard/analytics');
  await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Schedule report' })).toHaveCount(0);
});
