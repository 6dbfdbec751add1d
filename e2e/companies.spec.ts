import { expect, test } from '@playwright/test';
import { expectNothingGrave } from './axe.ts';
import { addContact, openContacts, rowOf, sheetOf } from './contact-seeds.ts';
import { joinByCall, registerByCall, signedInAt, toast } from './people.ts';

test('a company is added in place, is a column of the list, and leads to its contacts', async ({ page }) => {
  const { api, email } = await registerByCall('BUSINESS');
  await addContact(api, { email: 'ada@example.com', firstName: 'Ada', lastName: 'Stone' });
  await addContact(api, { email: 'ben@example.com', firstName: 'Ben', lastName: 'Reed', company: 'MAPLE  & Rye' });
  await addContact(api, { email: 'cleo@example.com', firstName: 'Cleo', lastName: 'Marsh', company: 'Alder' });
  await signedInAt(page, email);
  await openContacts(page);

  await rowOf(page, 'Ada Stone').click();
  const sheet = sheetOf(page, 'Ada Stone');
  await sheet.getByRole('button', { name: 'Edit Company' }).click();
  await sheet.getByRole('textbox', { name: 'Company' }).fill('Maple & Rye');
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('button', { name: 'Edit Company' })).toContainText('Maple & Rye');
  await expect(toast(page, /Company/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Show Company' }).click();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'Ada Stone')).toContainText('Maple & Rye');

  await page.getByRole('link', { name: 'Companies' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
  await expect(rowOf(page, 'Rye')).toHaveCount(1);
  await expect(page.getByRole('row').nth(1)).toContainText('Rye');
  await expectNothingGrave(page, 'companies');
  await rowOf(page, 'Rye').click();

  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible();
  await expect(rowOf(page, 'Ben Reed')).toBeVisible();
  await expect(rowOf(page, 'Ada Stone')).toBeVisible();
  await expect(rowOf(page, 'Cleo Marsh')).toHaveCount(0);
});

test('a viewer reads companies, searches them, and is told where there are none', async ({ page }) => {
  const { api } = await registerByCall('BUSINESS');
  const viewer = await joinByCall(api, 'VIEWER', 'Vera Viewer');
  await signedInAt(page, viewer);
  await page.goto('/dashboard/contacts/companies');
  await expect(page.getByText('No companies yet')).toBeVisible();

  await addContact(api, { email: 'ben@example.com', company: 'Société Alder' });
  await page.reload();
  await expect(rowOf(page, 'Société Alder')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search companies...' }).fill('zebedee');
  await expect(page.getByText('No companies match "zebedee".')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search companies...' }).fill('societe');
  await expect(rowOf(page, 'Société Alder')).toBeVisible();
});
