import { expect, type Page, test } from '@playwright/test';
import { addContact, openContacts, rowOf } from './contact-seeds.ts';
import { registerByCall, signedInAt } from './people.ts';

const heads = (page: Page) => page.getByRole('columnheader').allInnerTexts();

test('columns are put in order, made wider and kept, and the name stays in sight', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await addContact(api, { email: 'ann@example.com', firstName: 'Ann', lastName: 'Keller' });
  await signedInAt(page, email);
  await openContacts(page);
  await expect(rowOf(page, 'Ann Keller')).toBeVisible();

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Move Status' }).press('ArrowUp');
  await page.getByRole('button', { name: 'Show Consent' }).click();
  await page.getByRole('button', { name: 'Hide Source' }).click();
  await page.keyboard.press('Escape');
  const emailHead = page.getByRole('columnheader', { name: 'Email' });
  const before = await emailHead.evaluate((node) => node.getBoundingClientRect().width);
  await page.getByRole('button', { name: 'Change the width of Email' }).press('ArrowRight');
  await page.reload();

  await expect(rowOf(page, 'Ann Keller')).toContainText('Not recorded');
  const shown = await heads(page);
  expect(shown.indexOf('Status')).toBeLessThan(shown.indexOf('Email'));
  expect(shown).not.toContain('Source');
  expect(await emailHead.evaluate((node) => node.getBoundingClientRect().width)).toBeGreaterThan(before);

  await page.setViewportSize({ width: 820, height: 900 });
  const region = page.getByRole('region', { name: 'Contacts' });
  await region.evaluate((node) => node.scrollTo({ left: 400 }));
  await expect(region).toHaveAttribute('data-scrolled', 'true');
  await expect(page.getByRole('button', { name: 'Ann Keller' })).toBeInViewport({ ratio: 1 });
});

test('the list is sorted by last activity first, and by a field of its own', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const { key } = (await (
    await api.post('/api/contact-fields', { data: { label: 'Points', type: 'number' } })
  ).json()) as {
    key: string;
  };
  for (const [name, points] of [
    ['Ann', 20],
    ['Bea', 100],
    ['Cem', 3],
  ] as const)
    await api.post('/api/contacts', {
      data: { email: `${name}@example.com`, firstName: name, attributes: { [key]: points } },
    });
  await signedInAt(page, email);
  await openContacts(page);
  const names = () => page.locator('tbody tr td:nth-child(2)').allInnerTexts();
  const called = async () => (await names()).map((text) => text.split('\n').at(-1));
  await expect.poll(called).toEqual(['Cem', 'Bea', 'Ann']);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Show Points' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Points' }).getByRole('button', { name: 'Points', exact: true }).click();

  await expect.poll(called).toEqual(['Cem', 'Ann', 'Bea']);
  await page.goto('/dashboard/contacts?sort=custom.gone');
  await page.getByRole('button', { name: 'Sort by last activity' }).click();
  await expect.poll(called).toEqual(['Cem', 'Bea', 'Ann']);
});

test('rows are pasted and a vCard is read', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await openContacts(page, '?import=new');
  const dialog = page.getByRole('dialog', { name: 'Import contacts' });
  await dialog.getByRole('button', { name: 'Paste from a spreadsheet instead' }).click();
  await dialog
    .getByRole('textbox', { name: /Rows from a spreadsheet/ })
    .fill('Ann\tann@example.com\nBob\tbob@example.com');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Pasted rows.csv, 2 rows')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Waggle field for Email' })).toContainText('Email');
  await dialog.getByRole('button', { name: 'Back' }).click();

  const card = ['BEGIN:VCARD', 'VERSION:3.0', 'N:Keller;Ann;;;', 'EMAIL:ann@example.com', 'END:VCARD'].join('\r\n');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'phone.vcf', mimeType: 'text/vcard', buffer: Buffer.from(card) });
  await expect(dialog.getByText('phone.csv, 1 row')).toBeVisible();
  await expect(dialog.getByRole('cell', { name: 'ann@example.com' })).toBeVisible();
});
