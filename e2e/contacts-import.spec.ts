import { expect, type Page, test } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { addContact, importByCall, numbered, openContacts, rowOf } from './contact-seeds.ts';
import { registerByCall, setPlan, signedInAt, toast } from './people.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Import contacts' });

/** As a spreadsheet on Windows saves it: semicolons, one byte for each letter. */
const windowsFile = (rows: readonly string[]): Buffer => Buffer.from(rows.join('\r\n'), 'latin1');

async function choose(page: Page, name: string, buffer: Buffer, mimeType = 'text/csv'): Promise<void> {
  await dialogOf(page).locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
}

async function agree(page: Page): Promise<void> {
  const dialog = dialogOf(page);
  await dialog.getByRole('radio', { name: /These people agreed to receive our emails/ }).check();
  await dialog.getByLabel('How did they agree?').fill('Signed up at the spring fair');
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

/** The figure beside its word, in the review and in the summary. */
const figure = (page: Page, word: string) =>
  dialogOf(page)
    .locator('dl > div')
    .filter({ has: page.getByText(word, { exact: true }) })
    .locator('dd')
    .first();

test('a file of a Windows spreadsheet is matched, reviewed, corrected, imported and undone', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await addContact(api, { email: 'known@example.com', firstName: 'Known' });
  const gone = await addContact(api, { email: 'out@example.com' });
  await api.post(`/api/contacts/${gone.id}/consents`, { data: { channel: 'email', state: 'withdrawn' } });
  await signedInAt(page, email);
  await openContacts(page);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = dialogOf(page);
  await choose(
    page,
    'Kundenliste.csv',
    windowsFile([
      'E-Mail;First Name;Last Name;Phone',
      'juergen@example.com;Jürgen;Müßig;+49 30 901820',
      'bärbel at example.com;Bärbel;Größ;',
      'second wrong;Otto;Wrong;',
      'known@example.com;Known;Person;',
      'juergen@example.com;Jürgen;Again;',
      'out@example.com;Gone;Away;',
      'zoe@example.com;Zoë;Ärlig;',
    ]),
  );
  await expect(dialog.getByText('Read as Windows-1252, separated by semicolons.')).toBeVisible();
  await expect(dialog.getByRole('cell', { name: 'Jürgen' })).toBeVisible();
  await agree(page);

  for (const [word, count] of [
    ['New', '2'],
    ['Duplicates', '2'],
    ['Invalid', '2'],
    ['Opted out', '1'],
  ] as const) {
    await expect(figure(page, word), word).toHaveText(count);
  }
  await expect(dialog.getByRole('button', { name: 'Import 2 contacts' })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Email in row 2' }).fill('baerbel@example.com');
  await dialog.getByRole('button', { name: 'Check again' }).click();
  await expect(figure(page, 'New')).toHaveText('3');
  await expect(figure(page, 'Invalid')).toHaveText('1');
  await dialog.getByRole('button', { name: 'Import 3 contacts' }).click();

  await expect(dialog.getByText('Import complete')).toBeVisible();
  await expect(figure(page, 'imported')).toHaveText('3');
  await expect(figure(page, 'duplicates')).toHaveText('2');
  await expect(figure(page, 'errors')).toHaveText('2');
  await expect(dialog.getByText('Row 3: Invalid email address second wrong')).toBeVisible();
  await expect(dialog.getByText('out@example.com: This person opted out')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Error rows' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('second wrong,Otto,Wrong');
  expect(text).toContain('out@example.com,Gone,Away');
  expect(text).not.toContain('zoe@example.com');

  const imported = page.url();
  await dialog.getByRole('link', { name: 'View imported contacts' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('1–3 of 3')).toBeVisible();
  await expect(rowOf(page, 'Jürgen Müßig')).toBeVisible();
  await expect(rowOf(page, 'baerbel@example.com')).toBeVisible();

  await page.goto(imported);
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByRole('alertdialog').getByText('3 imported contacts will be removed.')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(dialog.getByText('Import undone')).toBeVisible();
  await expect(figure(page, 'removed')).toHaveText('3');
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByText('1–2 of 2')).toBeVisible();
});

test('a reload while a file is imported keeps the progress', { tag: '@nightly' }, async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await openContacts(page, '?import=new');
  // So many that it is still under way when a slow browser has loaded the page again.
  const rows = numbered(80_000).map((person) => `${person.email},${person.firstName},${person.lastName}`);
  await choose(page, 'members.csv', Buffer.from(['email,first name,last name', ...rows].join('\n')));
  await agree(page);
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Import 80,000 contacts' }).click();
  await expect(dialog.getByRole('progressbar', { name: 'Importing members.csv' })).toBeVisible();
  await page.reload();
  await expect(dialog.getByRole('progressbar', { name: 'Importing members.csv' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close and keep working' }).click();
  const card = page.getByRole('region', { name: 'members.csv imported' });
  await expect(card.getByText('80,000 imported, 0 duplicates, 0 errors')).toBeVisible();
  await expect(page.getByText('1–50 of 80,000')).toBeVisible();
  await card.getByRole('button', { name: 'View summary' }).click();
  await expect(figure(page, 'imported')).toHaveText('80,000');
});

test('the sample can be imported, and what is no list of people is refused', { tag: '@nightly' }, async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await openContacts(page);
  await page.getByRole('button', { name: 'Import Contacts' }).click();
  const dialog = dialogOf(page);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'contact_import_sample.csv' }).click();
  const sample = await downloading;
  expect(sample.suggestedFilename()).toBe('contact_import_sample.csv');

  await choose(page, 'people.pdf', Buffer.from('%PDF'), 'application/pdf');
  await expect(dialog.getByText('Invalid file type')).toBeVisible();
  await expect(dialog.getByText('Please select a CSV file.')).toBeVisible();
  await choose(page, 'people.xlsx', Buffer.from('PK'), 'application/vnd.ms-excel');
  await expect(dialog.getByText("We couldn't read this file. Save it as CSV and try again.")).toBeVisible();
  await choose(page, 'empty.csv', Buffer.from(''));
  await expect(dialog.getByText('CSV file is empty')).toBeVisible();

  await choose(page, 'contact_import_sample.csv', await readFile(await sample.path()));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Choose one to continue')).toBeVisible();
  await agree(page);
  await dialog.getByRole('button', { name: 'Import 3 contacts' }).click();
  await expect(dialog.getByText('Import complete')).toBeVisible();
});

test('a file that does not fit into the plan says how many wait', { tag: '@nightly' }, async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await setPlan(email, 'lite');
  await importByCall(api, numbered(95));
  await signedInAt(page, email);
  await openContacts(page, '?import=new');
  const rows = Array.from({ length: 12 }, (_, at) => `new${at}@example.com`);
  await choose(page, 'more.csv', Buffer.from(['email', ...rows].join('\n')));
  await agree(page);
  const dialog = dialogOf(page);
  await expect(dialog.getByText('7 contacts are over your plan limit')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 5 contacts' }).click();
  await expect(dialog.getByText('7 contacts are over your plan limit. Download them with the error rows.')).toBeVisible(
    {
      timeout: 20_000,
    },
  );
  await page.reload();
  await expect(page.getByText('100 of 100 contacts used on Lite').first()).toBeAttached();
});

test('a file of addresses never to write to suppresses them', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await addContact(api, { email: 'first@example.com', firstName: 'Finn' });
  await signedInAt(page, email);
  await page.goto('/dashboard/contacts/suppressions');
  await page.getByRole('button', { name: 'Import file' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import suppressed addresses' });
  const buffer = Buffer.from('email\nfirst@example.com\nsecond@example.com\n');
  await dialog.locator('input[type=file]').setInputFiles({ name: 'never.csv', mimeType: 'text/csv', buffer });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Suppress 2 addresses' }).click();
  await expect(dialog.getByText('Addresses suppressed')).toBeVisible();
  await dialog.getByRole('link', { name: 'View suppressed addresses' }).click();
  await expect(page.getByRole('button', { name: 'Remove second@example.com' })).toBeVisible();
  await expect(toast(page, 'Error')).toHaveCount(0);
  await openContacts(page);
  await expect(rowOf(page, 'Finn')).toContainText('unsubscribed');
});
