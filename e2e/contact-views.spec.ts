import { expect, test, type Page } from '@playwright/test';
import { addContact, openContacts, rowOf } from './contact-seeds.ts';
import { expectNothingGrave } from './axe.ts';
import { joinByCall, registerByCall, signedInAt, toast } from './people.ts';

async function twoPeople() {
  const account = await registerByCall('BUSINESS');
  await addContact(account.api, { email: 'ada@example.com', firstName: 'Ada', lastName: 'Stone', status: 'lead' });
  await addContact(account.api, { email: 'ben@example.com', firstName: 'Ben', lastName: 'Reed' });
  return account;
}
const menu = (page: Page) => page.getByRole('button', { name: /^View: / });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name });
const choice = (page: Page, name: string) => page.getByRole('menuitemradio', { name });

test('a view keeps search and columns, says when it is changed, and goes and comes back', async ({ page }) => {
  const { email } = await twoPeople();
  await signedInAt(page, email);
  await openContacts(page);
  await page.getByRole('searchbox', { name: 'Search contacts...' }).fill('Ada');
  await expect(rowOf(page, 'Ben Reed')).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Hide Source' }).click();
  await page.keyboard.press('Escape');

  await menu(page).click();
  await item(page, 'Save as a new view').click();
  const dialog = page.getByRole('dialog', { name: 'Save as a new view' });
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await dialog.getByLabel('View name').fill('Everyone called Ada');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(menu(page)).toHaveText('Everyone called Ada');

  await menu(page).click();
  await choice(page, 'All contacts').click();
  await expect(rowOf(page, 'Ben Reed')).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Show Source' }).click();
  await page.keyboard.press('Escape');
  await page.reload();
  await menu(page).click();
  await choice(page, 'Everyone called Ada').click();
  await expect(rowOf(page, 'Ben Reed')).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Source' })).toHaveCount(0);
  await expectNothingGrave(page, 'contacts in a view');

  await page.getByRole('searchbox', { name: 'Search contacts...' }).fill('Stone');
  await expect(menu(page)).toContainText('changed');
  await expect(menu(page)).toHaveAccessibleName('View: Everyone called Ada, changed');
  await menu(page).click();
  await item(page, 'Save changes').click();
  await expect(toast(page, 'View saved')).toBeVisible();
  await expect(menu(page)).toHaveText('Everyone called Ada');

  await menu(page).click();
  await item(page, 'Delete view').click();
  await expect(menu(page)).toHaveText('All contacts');
  await expect(toast(page, 'View deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(menu(page)).toHaveText('Everyone called Ada');
});

test('a shared view is there for the team, and a VIEWER uses it by keyboard', async ({ page, browser }) => {
  const account = await twoPeople();
  await signedInAt(page, account.email);
  await openContacts(page);
  await page.getByRole('searchbox', { name: 'Search contacts...' }).fill('Ben');
  await menu(page).focus();
  await page.keyboard.press('Enter');
  await item(page, 'Save as a new view').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save as a new view' });
  await dialog.getByLabel('View name').fill('Bens');
  await dialog.getByLabel('Share with the team').check();
  await dialog.getByLabel('View name').press('Enter');
  await expect(menu(page)).toHaveText('Bens');

  const viewer = await joinByCall(account.api, 'VIEWER', 'Vera');
  const other = await (await browser.newContext()).newPage();
  await signedInAt(other, viewer);
  await openContacts(other);
  await menu(other).focus();
  await other.keyboard.press('Enter');
  await expect(item(other, 'Save as a new view')).toHaveCount(0);
  await choice(other, 'Bens').focus();
  await other.keyboard.press('Enter');
  await expect(rowOf(other, 'Ada Stone')).toHaveCount(0);
  await expect(rowOf(other, 'Ben Reed')).toBeVisible();
});
