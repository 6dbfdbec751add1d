import { expect, type Page, test } from '@playwright/test';
import { importByCall, numbered } from './contact-seeds.ts';
import { mailTo, registerByCall, signedInAt, signedInAtOverview } from './people.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });

test('the bell tells of an import that ended, without a reload, and leads to it', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await signedInAtOverview(page, email);
  await bell(page).click();
  await expect(
    panel(page)
      .getByText(/New sign-in to your account|No notifications yet/)
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await api.post('/api/notifications/read', { data: {} });

  await importByCall(api, numbered(20));

  await expect(page.getByRole('button', { name: /^Notifications, \d unread/ })).toBeVisible();
  await bell(page).click();
  const row = panel(page).getByRole('listitem').filter({ hasText: 'imported' });
  await expect(row.getByText('20 imported, 0 duplicates and 0 errors.')).toBeVisible();
  await row.getByRole('link').click();
  await expect(page).toHaveURL(/\/dashboard\/contacts\/imports\?import=/);
  await expect(page.getByRole('dialog', { name: 'Import contacts' })).toBeVisible();
  expect((await mailTo(email, 'Your import is complete')).text).toContain('Imported: 20.');
});

test('all are marked as read at once, on the page of all notifications too', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await importByCall(api, numbered(3));
  await signedInAt(page, email);
  await page.goto('/dashboard/notifications');
  const list = page.getByRole('main');
  await expect(list.getByText('3 imported, 0 duplicates and 0 errors.')).toBeVisible();

  await list.getByRole('button', { name: 'Mark all read' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await list.getByRole('button', { name: 'Unread' }).click();

  await expect(list.getByText("You're all caught up")).toBeVisible();
  await page.reload();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
});

test('what a person turns off stays off, and what protects the account cannot be', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await page.goto('/dashboard/settings/notifications');
  const finished = page.getByRole('switch', { name: 'Import finished: Email' });
  const signIn = page.getByRole('switch', { name: 'New sign-in: Email' });
  await expect(finished).toBeChecked();

  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/notifications/choices') && answer.request().method() === 'PUT',
  );
  await finished.click();
  expect((await saved).status()).toBe(200);
  await signIn.click({ force: true });
  await page.reload();

  await expect(finished).not.toBeChecked();
  await expect(signIn).toBeChecked();
  await expect(page.getByText(`Emails go to ${email}.`)).toBeVisible();
});
