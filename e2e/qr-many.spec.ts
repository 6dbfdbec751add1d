import { expect, type Page, test } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { filesInZip } from '../apps/server/src/features/links/bulk/test-harness.ts';
import { readQr } from '../apps/server/test/harness/read-qr.ts';
import { expectNothingGrave } from './axe.ts';
import { rowOf } from './contact-seeds.ts';
import { registerByCall, signedInAt, toast } from './people.ts';
import { addCode, chooseAction, expectLeadsTo, isShortUrl, openCodes } from './qr-seeds.ts';

const file = (text: string) => ({ name: 'tables.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

async function contentOf(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFile(await download.path());
}

test('a file becomes codes, says which rows are wrong, makes none twice and gives their pictures as ZIP', async ({
  page,
}) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await openCodes(page);
  const csv = file(
    'name,target url,labels\nTable 1,example.com/1,Tables\nTable 2,https://example.com/2,Tables; Summer\nDoor,nowhere,\n',
  );
  const choose = async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Create from CSV' }).click();
    await page.getByLabel('Choose CSV file').setInputFiles(csv);
    await expect(page.getByText('1 row has a problem')).toBeVisible();
  };
  await choose();
  await expect(page.getByRole('row', { name: /Door/ })).toContainText('Enter a valid URL');
  await expectNothingGrave(page, 'the rows of a file');
  await page.getByRole('button', { name: 'Create 2 QR codes' }).click();
  await expect(page.getByRole('dialog', { name: '2 QR codes created' })).toBeVisible();
  await page.getByRole('button', { name: 'Download ZIP' }).click();
  const zip = await contentOf(page, () => page.getByRole('button', { name: 'Download', exact: true }).click());
  const pictures = filesInZip(zip);
  expect([...pictures.keys()]).toEqual(['Table 1.png', 'Table 2.png']);
  for (const picture of pictures.values()) expect(isShortUrl(await readQr(picture))).toBe(true);

  await page.reload();
  await expect(page.getByText('1–2 of 2')).toBeVisible();
  await choose();
  await page.getByRole('button', { name: 'Create 2 QR codes' }).click();
  await expect(page.getByRole('dialog', { name: 'These codes already exist' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('1–2 of 2')).toBeVisible();
});

test('codes are labelled, filtered by label, and printed on a sheet', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await addCode(api, 'Window');
  await addCode(api, 'Door');
  await signedInAt(page, email);
  await openCodes(page);
  await rowOf(page, 'Window').getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Label', exact: true }).click();
  await page.getByRole('dialog', { name: 'Label' }).getByLabel('Label', { exact: true }).fill('Posters');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(toast(page, '1 QR code updated')).toBeVisible();
  await page.getByRole('combobox', { name: 'Label' }).click();
  await page.getByRole('option', { name: 'Posters (1)' }).click();
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await expect(rowOf(page, 'Window')).toContainText('Posters');

  await rowOf(page, 'Window').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Print sheet' }).click();
  const pdf = await contentOf(page, () => page.getByRole('button', { name: 'Download PDF' }).click());
  expect(pdf.toString('latin1')).toContain('/Count 1');

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Manage labels' }).click();
  await page.getByRole('button', { name: 'Delete label Posters' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No labels yet.', { exact: false })).toBeVisible();
});

test('UTM parameters are merged into the target and kept in front of its fragment', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const code = await addCode(api, 'Poster', 'https://example.com/menu?table=4&utm_source=old#drinks');
  await signedInAt(page, email);
  await openCodes(page);
  await chooseAction(page, 'Poster', 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit QR Code' });
  await expect(dialog.getByLabel('Source')).toHaveValue('old');
  await dialog.getByLabel('Source').fill('poster');
  await dialog.getByLabel('Campaign', { exact: true }).pressSequentially('spring sale');
  const final = 'https://example.com/menu?table=4&utm_source=poster&utm_campaign=spring%20sale#drinks';
  await expect(dialog.getByLabel('Final URL')).toHaveText(final);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page, 'QR code updated')).toBeVisible();
  await expectLeadsTo(code.shortUrl, final);
});

test('a frame is drawn below the code, kept as a preset and used for another code', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const [first, second] = [await addCode(api, 'Window'), await addCode(api, 'Door')];
  await signedInAt(page, email);
  await page.goto(`/dashboard/qr-codes/${first.id}`);
  await page.getByRole('button', { name: 'Design', exact: true }).click();
  const designer = page.getByRole('dialog', { name: 'Design your QR code' });
  await designer.getByLabel('Frame text').fill('桜');
  await expect(designer.getByText('Use Latin, Greek or Cyrillic letters.', { exact: false })).toBeVisible();
  await designer.getByLabel('Frame text').fill('Scan me');
  await expect(designer.getByText(/^Scans well at/)).toBeVisible();
  await designer.getByRole('button', { name: 'Save as preset' }).click();
  await page.getByLabel('Preset name').fill('House');
  await page.getByRole('dialog', { name: 'Save as preset' }).getByRole('button', { name: 'Save as preset' }).click();
  await expect(toast(page, 'Preset saved')).toBeVisible();
  await designer.getByRole('button', { name: 'Save design' }).click();
  await expect(toast(page, 'QR code updated')).toBeVisible();

  await page.goto(`/dashboard/qr-codes/${second.id}`);
  await page.getByRole('button', { name: 'Design', exact: true }).click();
  await designer.getByRole('button', { name: 'Use preset' }).click();
  await page.getByRole('menuitem', { name: 'House' }).first().click();
  await expect(designer.getByLabel('Frame text')).toHaveValue('Scan me');
  await designer.getByRole('button', { name: 'Save design' }).click();
  await expect(toast(page, 'QR code updated')).toBeVisible();
  const picture = await contentOf(page, () => page.getByRole('button', { name: 'Download PNG' }).click());
  expect(isShortUrl(await readQr(picture))).toBe(true);
});
