import { readFile } from 'node:fs/promises';
import { type Download, expect, type Page, test } from '@playwright/test';
import { expectNothingGrave } from './axe.ts';
import { addContact } from './contact-seeds.ts';
import { mailTo, newAddress, registerByCall, signedInAt } from './people.ts';
import { addReaders, completed, draftOf, readerPage, readyToSend, sendNow } from './report-seeds.ts';

async function exported(page: Page, item: string): Promise<Download> {
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download', { timeout: 60_000 });
  await page.getByRole('menuitem', { name: item }).first().click();
  return download;
}
const contentOf = async (download: Download) => readFile(await download.path());

test('tables leave as CSV and charts as SVG and PNG, with the figures of the screen', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await addContact(api, { email: newAddress('one') });
  await addContact(api, { email: newAddress('two'), status: 'lead' });
  await signedInAt(page, email);
  await page.goto('/dashboard/analytics');
  // The menu grows by the charts once their figures are there.
  await expect(page.getByRole('region', { name: 'Contact Distribution' })).toContainText('50.0%');

  const table = await exported(page, 'Contact Distribution');
  expect(table.suggestedFilename()).toMatch(/^distribution_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/);
  expect(String(await contentOf(table))).toContain('"lead","1","50"');

  const svg = String(await contentOf(await exported(page, 'Download as SVG')));
  expect(svg).toMatch(/^<svg/);
  for (const words of ['Contact Distribution', 'lead', '50.0%']) expect(svg).toContain(words);
  const png = await contentOf(await exported(page, 'Download as PNG'));
  // The width in the header of a PNG: twice that of the drawing.
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16)]).toEqual(['PNG', 1_920]);

  const distribution = page.getByRole('region', { name: 'Contact Distribution' });
  await distribution.getByRole('button', { name: 'Chart options' }).click();
  await page.getByRole('menuitem', { name: 'View as table' }).click();
  await expect(distribution.getByRole('row', { name: /lead/ })).toContainText('1');
  await page.getByRole('tab', { name: 'Contacts' }).click();
  await expect(page.getByText('100.0% of the 2 contacts')).toBeVisible();
  await expectNothingGrave(page, 'Contacts of Analytics');
});

test('the best hour to send is the hour in which somebody opened', async ({ page, browser }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await readyToSend(api);
  const [hannah] = await addReaders(api, ['Hannah']);
  const campaign = await draftOf(api, { recipients: { type: 'all' } });
  await sendNow(api, campaign);
  await completed(api, campaign);
  await signedInAt(page, email);
  await page.goto('/dashboard/analytics?tab=campaigns');
  const hours = page.getByRole('region', { name: 'Best hour to send' });
  await expect(hours).toContainText('No data available');

  const reader = await readerPage(browser, page);
  await reader.setContent((await mailTo(hannah!, campaign.subject)).html);
  const opened = async () =>
    ((await (await api.get('/api/analytics/opening-hours')).json()) as { opened: number }).opened;
  await expect.poll(opened, { timeout: 15_000 }).toBe(1);
  await page.reload();

  await expect(hours).toContainText(/Most people open on \w+, \d+ [AP]M to \d+ [AP]M/);
  await hours.getByRole('gridcell').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(hours.getByRole('gridcell', { name: /^Monday, 1 AM to 2 AM/ })).toBeFocused();
  await hours.getByRole('button', { name: 'Chart options' }).click();
  await page.getByRole('menuitem', { name: 'View as table' }).click();
  await expect(hours.getByRole('row')).toHaveCount(25);
});

test('a note on the growth of contacts is written, changed and deleted by keyboard', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await addContact(api, { email: newAddress('one') });
  await signedInAt(page, email);
  await page.goto('/dashboard');
  const growth = page.getByRole('region', { name: 'Contact Growth' });

  await growth.getByRole('button', { name: 'Chart options' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Add a note' }).press('Enter');
  await page.getByLabel('Note', { exact: true }).fill('Radio spot');
  await page.keyboard.press('Enter');
  const mark = growth.getByRole('button', { name: /Radio spot/ });
  await mark.press('Enter');
  await expect(page.getByRole('menuitem', { name: /Radio spot/ })).toContainText('by ');
  await page.getByRole('menuitem', { name: /Radio spot/ }).press('Enter');
  await page.getByLabel('Note', { exact: true }).fill('');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Fill in this field')).toBeVisible();
  await page.getByLabel('Note', { exact: true }).fill('TV spot');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(growth.getByRole('button', { name: /TV spot/ })).toBeVisible();

  await growth.getByRole('button', { name: /TV spot/ }).click();
  await page.getByRole('menuitem', { name: /TV spot/ }).click();
  await expectNothingGrave(page, 'a note');
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(growth.getByRole('button', { name: /TV spot/ })).toHaveCount(0);
});
