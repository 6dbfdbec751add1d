import { expect, test } from '@playwright/test';
import { mailedLink, newAddress, password, registerByCall, signedInAt, toast } from './people.ts';

test('an email address changes when both links have been opened', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  const next = newAddress('moved');
  await signedInAt(page, email);
  await page.goto('/dashboard/settings/profile');

  await page.getByRole('button', { name: 'Change email address' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New email').fill(next);
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Send links' }).click();
  await expect(toast(page, 'Check your inboxes')).toBeVisible();
  const pending = page.getByRole('status').filter({ hasText: `Your address changes to ${next}` });
  await expect(pending).toContainText(`Open the links we've emailed to ${next} and ${email}.`);

  await page.goto(await mailedLink(next));
  await expect(page).toHaveURL(/\/auth\/change-email$/);
  await page.getByRole('button', { name: 'Confirm change' }).click();
  await expect(page.getByText('Now open the link we')).toBeVisible();
  await page.getByRole('link', { name: 'Go to your profile' }).click();
  await expect(pending).toContainText(`Open the link we've emailed to ${email}.`);

  await page.goto(await mailedLink(email));
  await page.getByRole('button', { name: 'Confirm change' }).click();
  await expect(page.getByRole('heading', { name: 'Your email address has changed' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to your profile' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(next);
  await expect(pending).toHaveCount(0);
});

test('a photo and an own time zone are kept', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await page.goto('/dashboard/settings/profile');
  const buffer = await page.screenshot();

  await page.getByLabel('Upload photo').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
  await expect(toast(page, 'Photo saved')).toBeVisible();
  const picture = page.locator('nav img[src^="/f/"], aside img[src^="/f/"], main img[src^="/f/"]').first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);

  await page.getByLabel('Time zone').click();
  await page.getByRole('option', { name: 'Eastern' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page, 'Profile saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Time zone')).toContainText('Eastern');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Photo removed')).toBeVisible();
  await expect(page.locator('img[src^="/f/"]')).toHaveCount(0);
});
