import { expect, type Page, test } from '@playwright/test';
import { addContact, importByCall, numbered, openContacts, rowOf, sheetOf } from './contact-seeds.ts';
import { registerByCall, signedInAt, signedInAtOverview, toast } from './people.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Import contacts' });
const writesOf = (page: Page): string[] => {
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return writes;
};

test('V1: a letter typed after opening a contact changes nothing', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await addContact(api, { email: 'hannah@example.com', firstName: 'Hannah', lastName: 'Okafor' });
  await signedInAt(page, email);
  await openContacts(page);
  const writes = writesOf(page);

  await page.getByRole('button', { name: 'Hannah Okafor' }).focus();
  await page.keyboard.press('Enter');
  const sheet = sheetOf(page, 'Hannah Okafor');
  await expect(sheet.getByRole('heading', { name: 'Hannah Okafor' })).toBeFocused();
  for (const key of ['f', 'm', 'i', 'a']) await page.keyboard.press(key);
  await expect(sheet.getByRole('button', { name: /Edit Source/ })).toContainText('manual');
  expect(writes).toEqual([]);

  await sheet.getByRole('button', { name: /Edit Source/ }).click();
  await page.getByRole('menuitemradio', { name: 'form' }).click();
  await expect(toast(page, 'Source saved')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(toast(page, 'Source restored')).toBeVisible();
  await expect(sheet.getByRole('button', { name: /Edit Source/ })).toContainText('manual');
});

test('V2: while all clients are shown a new contact asks for its client, and can be moved', async ({ page }) => {
  const { email, api } = await registerByCall('AGENCY');
  for (const name of ['Maple & Rye Bakery', 'Northlight Yoga']) await api.post('/api/clients', { data: { name } });
  await addContact(api, { email: 'orphan@example.com', firstName: 'Orla' });
  await signedInAt(page, email);
  await openContacts(page, '?add=true');

  const adding = sheetOf(page, 'Add Contact');
  await adding.getByLabel('Email').fill('ann@example.com');
  await adding.getByRole('button', { name: 'Add Contact' }).click();
  await expect(adding.getByText('Choose a client, or your organization')).toBeVisible();
  await adding.getByRole('combobox', { name: 'Client' }).click();
  await page.getByRole('option', { name: 'Maple & Rye Bakery' }).click();
  await adding.getByRole('button', { name: 'Add Contact' }).click();
  const sheet = sheetOf(page, 'ann@example.com');
  await expect(sheet.getByRole('button', { name: /Edit Client/ })).toContainText('Maple & Rye Bakery');
  await sheet.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Orla' }).click();
  const orphan = sheetOf(page, 'Orla');
  await expect(orphan.getByRole('button', { name: /Edit Client/ })).toContainText('No client');
  await orphan.getByRole('button', { name: /Edit Client/ }).click();
  await page.getByRole('menuitemradio', { name: 'Northlight Yoga' }).click();
  await expect(toast(page, '1 contact moved to Northlight Yoga')).toBeVisible();
  await expect(orphan.getByText('Moved to Northlight Yoga')).toBeVisible();
  await orphan.getByRole('button', { name: 'Close' }).click();

  await rowOf(page, 'Orla').getByRole('checkbox').check();
  await rowOf(page, 'ann@example.com').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Move to client' }).click();
  await page.getByRole('menuitem', { name: 'Northlight Yoga' }).click();
  await expect(toast(page, '1 contact moved to Northlight Yoga')).toBeVisible();
});

test('V2: the page header names the active client', async ({ page }) => {
  const { email, api } = await registerByCall('AGENCY');
  const client = (await (await api.post('/api/clients', { data: { name: 'Maple & Rye Bakery' } })).json()) as {
    id: string;
  };
  await signedInAt(page, email);
  await page.request.post('/api/auth/set-active-client', { data: { clientId: client.id } });
  await openContacts(page);

  await expect(page.locator('main header').getByText('Maple & Rye Bakery')).toBeVisible();
});

test('V3: a changed setting asks before another tab, the back button or a reload takes it away', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAtOverview(page, email);
  await page.getByRole('link', { name: 'Settings' }).click();
  const name = page.getByLabel('Full name');
  await name.fill('Priya R.');

  await page.getByRole('link', { name: 'Account', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('Priya R.');
  await page.goBack();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('Priya R.');
  const asked = page.waitForEvent('dialog');
  const reloading = page.reload({ timeout: 2_000 }).catch(() => undefined);
  await (await asked).dismiss();
  await reloading;
  await expect(name).toHaveValue('Priya R.');

  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/settings\/account/);
});

test('V4: closing the import while matching asks, and everything can be continued', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await openContacts(page, '?import=new');
  const dialog = dialogOf(page);
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'spring-fair.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('email,Bread?\nann@example.com,yes\nbob@example.com,no\n'),
  });
  await dialog.getByRole('combobox', { name: 'Waggle field for Bread?' }).click();
  await page.getByRole('option', { name: 'Add as tag' }).click();
  await dialog.getByLabel('How did they agree?').fill('Signed at the fair');

  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Finish this import later?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('How did they agree?')).toHaveValue('Signed at the fair');
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await question.getByRole('button', { name: 'Finish later' }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await page
    .getByRole('region', { name: 'spring-fair.csv: import not finished' })
    .getByRole('button', { name: 'Continue' })
    .click();

  await expect(dialog.getByLabel('How did they agree?')).toHaveValue('Signed at the fair');
  await expect(dialog.getByRole('combobox', { name: 'Waggle field for Bread?' })).toContainText('Add as tag');
  await dialog.getByRole('button', { name: 'Tag', exact: true }).click();
  await page.keyboard.type('Spring fair');
  await expect(page.getByRole('option', { name: 'Create "Spring fair"' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Remove Spring fair' })).toBeVisible();
  await dialog.getByRole('radio', { name: /These people agreed/ }).check();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const made = dialog.getByRole('region', { name: '1 new tag' });
  await expect(made).toContainText('Bread');
  await expect(made).toContainText('1 contact');
});

test('V5: an import of two days ago is undone in four clicks', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await importByCall(api, numbered(3));
  await signedInAt(page, email);
  await openContacts(page);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Imports' }).click();
  await page.getByRole('button', { name: 'Undo import of seed.csv' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();

  await expect(rowOf(page, 'seed.csv')).toContainText('Undone');
  await openContacts(page);
  await expect(page.getByText('No contacts yet')).toBeVisible();
});

test('V5: the timeline leads to the import, and V18: its chip names the file', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await importByCall(api, numbered(2));
  await signedInAt(page, email);
  await openContacts(page);
  await page.getByRole('button', { name: 'Person 1 Marsh' }).click();

  await sheetOf(page, 'Person 1 Marsh').getByRole('link', { name: 'seed.csv' }).click();
  await expect(page).toHaveURL(/contacts\/imports\?import=/);
  await dialogOf(page).getByRole('link', { name: 'View imported contacts' }).click();

  await expect(page.getByText('1–2 of 2')).toBeVisible();
  await expect(page.getByRole('button', { name: /seed\.csv/ }).first()).toBeVisible();
});

test('V13: a QR code takes an address without https', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await page.goto('/dashboard/qr-codes?add=true');
  const dialog = page.getByRole('dialog', { name: 'Create QR Code' });
  await dialog.getByLabel('QR Code Name').fill('Window');
  await dialog.getByLabel('Target URL').fill('brightleaf.example/spring');

  await dialog.getByRole('button', { name: 'Create QR Code' }).click();

  await expect(rowOf(page, 'Window')).toContainText('brightleaf.example/spring');
});
