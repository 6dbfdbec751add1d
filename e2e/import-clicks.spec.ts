import { expect, type Locator, type Page, test } from '@playwright/test';
import { openContacts, rowOf } from './contact-seeds.ts';
import { registerByCall, setPlan, signedInAt } from './people.ts';

/** From the list to the imported people in it. Typing and Enter are no clicks. */
const mostClicks = 11;

const headers = 'Email,First Name,Last Name,Phone,Birthday,Loyalty points,Newsletter?,Where we met,Notes';
const rows = Array.from({ length: 200 }, (_, at) => {
  const number = at + 1;
  const email = number % 25 === 13 ? 'n/a' : `person${number}@example.com`;
  return `${email},Person,Number${number},+1 503 555 ${String(number).padStart(4, '0')},19${60 + (number % 30)}-01-10,${number % 90},${number % 2 ? 'yes' : 'no'},Spring fair,Likes rye`;
});
const file = { name: 'spring-fair.csv', mimeType: 'text/csv', buffer: Buffer.from([headers, ...rows].join('\n')) };

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Import contacts' });

test('a file with unknown columns and bad rows is imported with new fields and a tag in a few clicks', async ({
  page,
}) => {
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const { email } = await registerByCall('BUSINESS');
  await setPlan(email, 'system');
  await signedInAt(page, email);
  await openContacts(page);
  const dialog = dialogOf(page);

  await click(page.getByRole('button', { name: 'Import', exact: true }));
  const chooser = page.waitForEvent('filechooser');
  await click(dialog.getByRole('button', { name: 'Choose file' }));
  await (await chooser).setFiles(file);

  const panel = dialog.getByRole('region', { name: '5 columns have no field yet' });
  await expect(dialog.getByText('spring-fair.csv, 200 rows')).toBeVisible();
  await expect(panel.getByRole('combobox', { name: 'Type of Birthday' })).toHaveText('Date');
  await expect(panel.getByRole('combobox', { name: 'Type of Loyalty points' })).toHaveText('Number');
  await expect(panel.getByRole('combobox', { name: 'Type of Newsletter?' })).toHaveText('Yes or no');
  await click(panel.getByRole('checkbox', { name: 'Where we met' }));
  await click(panel.getByRole('checkbox', { name: 'Notes' }));
  await click(panel.getByRole('button', { name: 'Create 3 fields' }));
  await expect(panel).toHaveCount(0);
  await expect(dialog.getByRole('combobox', { name: 'Waggle field for Birthday' })).toHaveText('Birthday');
  await expect(dialog.getByRole('combobox', { name: 'Waggle field for Notes' })).toHaveText("Don't import");

  await click(dialog.getByRole('button', { name: 'Tag', exact: true }));
  await page.keyboard.type('Spring fair');
  await expect(page.getByRole('option', { name: 'Create "Spring fair"' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Remove Spring fair' })).toBeVisible();
  // The list gives the focus back when it is gone; on a busy machine a click is quicker than that.
  await expect(page.getByRole('option')).toHaveCount(0);
  await click(dialog.getByRole('radio', { name: /These people agreed/ }));
  await expect(dialog.getByLabel('How did they agree?')).toBeFocused();
  await page.keyboard.type('Signed up at the spring fair');
  await click(dialog.getByRole('button', { name: 'Continue' }));

  await expect(dialog.getByRole('heading', { name: '8 rows have an invalid email' })).toBeVisible();
  await expect(dialog.getByText('Person Number13', { exact: true })).toBeVisible();
  await click(dialog.getByRole('button', { name: 'Import 192 contacts' }));
  await click(dialog.getByRole('link', { name: 'View imported contacts' }));

  await expect(rowOf(page, 'person200@example.com')).toContainText('Spring fair');
  expect(clicks).toBeLessThanOrEqual(mostClicks);
});

test('a bad row is corrected by the name of its person or skipped, and a button that is off says why', async ({
  page,
}) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await openContacts(page, '?import=new');
  const dialog = dialogOf(page);
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'two.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Name,Email\n"Keller, Ann",n/a\nBea Lopez Ruiz,bea at example.com\n'),
  });
  await expect(dialog.getByText('First: Ann · Last: Keller')).toBeVisible();
  await dialog.getByRole('radio', { name: /Import without email consent/ }).click();
  await expect(dialog.getByLabel('How did they agree?')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Continue' }).click();

  const reason = 'No row can be imported. Fix the rows below or upload a corrected file.';
  await expect(dialog.getByText(reason).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Skip row 1' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Email in row 1' })).toHaveCount(0);
  await dialog.getByRole('textbox', { name: 'Email in row 2' }).fill('bea@example.com');
  await dialog.getByRole('button', { name: 'Check again' }).click();
  await dialog.getByRole('button', { name: 'Import 1 contact' }).click();
  await dialog.getByRole('link', { name: 'View imported contacts' }).click();

  await rowOf(page, 'bea@example.com').click();
  const sheet = page.getByRole('dialog', { name: 'Bea Lopez Ruiz' });
  await expect(sheet.getByText('Without email consent')).toBeVisible();
});
