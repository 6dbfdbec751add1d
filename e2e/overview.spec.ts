import { expect, type Page, test } from '@playwright/test';
import { expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { addContact } from './contact-seeds.ts';
import { joinByCall, newAddress, registerByCall, signedInAtOverview } from './people.ts';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const growth = (page: Page) => card(page, 'Contact Growth');

async function accountWith(people: number) {
  const account = await registerByCall('BUSINESS');
  for (let added = 0; added < people; added += 1) await addContact(account.api, { email: newAddress('reader') });
  return account;
}

test('a new account has no figures to compare, and is led to its first contacts', async ({ page }) => {
  const { email } = await accountWith(0);
  await signedInAtOverview(page, email);

  await expect(card(page, 'Total Contacts')).toContainText('0No data available');
  await expect(card(page, 'Active Forms')).toContainText('0No data available');
  for (const name of ['Email Open Rate', 'Revenue This Month'])
    await expect(card(page, name)).toContainText('No data available');
  await expect(page.getByText(/^Updated (just now|\d+ s ago)$/)).toBeVisible();

  await growth(page).getByRole('link', { name: 'Import Contacts' }).click();
  await expect(page.getByRole('dialog', { name: 'Import Contacts' })).toBeVisible();
});

test('figures say what was added, what they count, and open their rows', async ({ page }) => {
  const { email } = await accountWith(3);
  await signedInAtOverview(page, email);

  await expect(card(page, 'Total Contacts')).toContainText('3No data available');
  await expect(growth(page)).toContainText('+3net new contacts: 3 joined, 0 unsubscribed, bounced or deleted');
  const contacts = card(page, 'Total Contacts').getByRole('link', { name: 'Total Contacts' });
  await contacts.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tooltip')).toContainText('Everyone in your contacts, whatever their status.');
  await card(page, 'Total Contacts').click();
  await expect(page).toHaveURL(/\/dashboard\/contacts$/);
  await page.goBack();
  await card(page, 'Active Forms').getByRole('link').click();
  await expect(page).toHaveURL(/\/dashboard\/forms\?active=yes$/);
});

test('growth is shown by day, to the eye, to the keyboard and as a table, and its range stays in the address', async ({
  page,
}) => {
  const { email } = await accountWith(2);
  await signedInAtOverview(page, email);
  const chart = growth(page).getByRole('img');
  await expect(chart).toHaveAccessibleName(/^Total contacts went from 0 on .+ to 2 on .+\.$/);

  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(growth(page).getByText(/^Joined/)).toBeVisible();
  await growth(page).getByRole('radio', { name: 'Last 90 days' }).click();
  await expect(page).toHaveURL(/range=90d/);
  await page.reload();
  await expect(growth(page).getByRole('radio', { name: 'Last 90 days' })).toHaveAttribute('aria-checked', 'true');
  await growth(page).getByRole('button', { name: 'Chart options' }).click();
  await page.getByRole('menuitem', { name: 'View as table' }).click();

  await expect(growth(page).getByRole('row')).toHaveCount(91);
  await expect(growth(page).getByRole('row').last()).toContainText('220');
});

test('everybody reads the figures, in both looks and on a phone', async ({ page }) => {
  const { api } = await accountWith(1);
  const viewer = await joinByCall(api, 'VIEWER', 'Ada Looker');
  await signedInAtOverview(page, viewer);
  await expect(card(page, 'Total Contacts')).toContainText('1');

  await expectNothingGraveInBothLooks(page, 'overview');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(growth(page).getByRole('img')).toBeVisible();

  await expect.poll(() => scrollsSideways(page)).toBe(false);
});
