import { type Download, expect, type Page, test } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { readQr } from '../apps/server/test/harness/read-qr.ts';
import { expectNothingGrave, scrollsSideways } from './axe.ts';
import { rowOf } from './contact-seeds.ts';
import {
  mailedLink,
  newAddress,
  password,
  registerByCall,
  setPlan,
  signedInAt,
  signedInAtOverview,
  toast,
} from './people.ts';
import { addCode, chooseAction, expectLeadsTo, isShortUrl, openCodes, readCode, scan } from './qr-seeds.ts';

const contentOf = async (download: Download) => readFile(await download.path());

async function downloaded(page: Page, press: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  await expect(toast(page, 'Downloaded')).toBeVisible();
  return download;
}

test('a QR code is created, downloaded in each format and reads as its short URL', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await openCodes(page);
  await expect(page.getByRole('heading', { name: 'No QR codes yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Create QR Code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create QR Code' });
  await expect(dialog.getByText('This URL can be updated later without changing the QR code')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create QR Code' }).click();
  await expect(dialog.getByText('QR code name is required')).toBeVisible();
  await expect(dialog.getByText('Target URL is required')).toBeVisible();
  await dialog.getByLabel('QR Code Name').fill('Window sticker');
  await dialog.getByLabel('Target URL').fill('not an address');
  await expect(dialog.getByText('Enter a valid URL')).toBeVisible();
  await dialog.getByLabel('Target URL').fill('https://example.com/tune-up');
  await dialog.getByRole('button', { name: 'Create QR Code' }).click();
  await expect(toast(page, 'QR code created')).toBeVisible();

  await page.getByRole('button', { name: 'Window sticker', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Window sticker' })).toBeVisible();
  await expect(page.getByText(/^Scans well at .+ cm and up$/).first()).toBeVisible();
  await page.getByLabel('Size in pixels').fill('300');
  for (const [format, start] of [
    ['PNG', '\x89PNG'],
    ['SVG', '<svg'],
    ['PDF', '%PDF'],
  ] as const) {
    const file = await downloaded(page, () => page.getByRole('button', { name: `Download ${format}` }).click());
    expect(file.suggestedFilename()).toBe(`Window sticker_qr_code.${format.toLowerCase()}`);
    const content = await contentOf(file);
    expect(content.toString('latin1')).toContain(start);
    if (format === 'PNG') expect(isShortUrl(await readQr(content))).toBe(true);
  }
  const primary = await downloaded(page, () => page.getByRole('button', { name: 'Download', exact: true }).click());
  expect(primary.suggestedFilename()).toBe('Window sticker_qr_code.png');
});

test('the target of a printed code changes, scans are counted, and a deactivated code says so kindly', async ({
  page,
}) => {
  const { email, api } = await registerByCall('BUSINESS');
  const code = await addCode(api, 'Counter card', 'https://example.com/winter');
  await expectLeadsTo(code.shortUrl, 'https://example.com/winter');
  await signedInAt(page, email);
  await openCodes(page);
  await chooseAction(page, 'Counter card', 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit QR Code' });
  await dialog.getByLabel('Target URL').fill('https://example.com/spring');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page, 'QR code updated')).toBeVisible();
  await expectLeadsTo(code.shortUrl, 'https://example.com/spring');

  const before = (await readCode(api, code.id)).scans;
  expect((await scan(code.shortUrl)).status).toBe(302);
  await fetch(code.shortUrl, { redirect: 'manual' });
  await expect.poll(async () => (await readCode(api, code.id)).scans).toBeGreaterThan(before);
  await page.goto(`/dashboard/qr-codes/${code.id}?period=7d`);
  const scans = page.locator('dl > div').filter({ hasText: 'Total Scans' }).locator('dd').first();
  await expect(scans).not.toHaveText('0');
  await expect(page.getByRole('radio', { name: '7d' })).toBeChecked();
  await page.getByRole('button', { name: 'See breakdown' }).click();
  await expect(page.getByRole('dialog').getByRole('row', { name: /^People/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await chooseAction(page, 'Counter card', 'Deactivate');
  await expect(toast(page, 'QR code updated')).toBeVisible();
  await expect(page.getByText('People who scan it see that')).toBeVisible();
  await expect.poll(async () => (await scan(code.shortUrl)).status, { intervals: [100, 200, 400] }).toBe(410);
  expect((await scan(code.shortUrl)).text).toContain('This code is no longer active');
  await page.getByRole('button', { name: 'Activate', exact: true }).click();
  await expectLeadsTo(code.shortUrl, 'https://example.com/spring');
});

test('codes are found by name, target URL and short code, looked at, copied and deleted', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { email, api } = await registerByCall('BUSINESS');
  const poster = await addCode(api, 'Spring poster', 'https://example.com/fair');
  await addCode(api, 'Table 12', 'https://example.com/menu');
  await signedInAt(page, email);
  await openCodes(page);
  const search = page.getByRole('searchbox', { name: 'Search QR codes...' });
  for (const words of ['spring', '/fair', poster.shortCode]) {
    await search.fill(words);
    await expect(page.getByText('1–1 of 1')).toBeVisible();
    await expect(rowOf(page, 'Spring poster')).toBeVisible();
  }
  await search.fill('nothing like it');
  await expect(page.getByRole('heading', { name: 'No QR codes found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('1–2 of 2')).toBeVisible();

  await rowOf(page, 'Spring poster').getByRole('button', { name: 'Copy short URL' }).click();
  await expect(toast(page, 'Copied!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(poster.shortUrl);
  await chooseAction(page, 'Spring poster', 'View QR Code');
  const view = page.getByRole('dialog', { name: 'Spring poster' });
  await expect(view.getByRole('img', { name: 'QR code Spring poster' })).toBeVisible();
  await expect(view.getByText('example.com/fair')).toBeVisible();
  await expect(view.getByText('Total Scans')).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    view.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('Spring poster_qr_code.png');
  await view.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit QR Code' })).toBeVisible();
  await page.keyboard.press('Escape');

  await chooseAction(page, 'Spring poster', 'Delete');
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete "Spring poster"?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(question.getByText(/Printed codes will stop working/)).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'QR code deleted')).toBeVisible();
  await expect(rowOf(page, 'Spring poster')).toHaveCount(0);
  await expect.poll(async () => (await scan(poster.shortUrl)).status, { intervals: [100, 200, 400] }).not.toBe(302);
});

test('a design that will not scan cannot be saved, and a saved one is drawn at once', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const code = await addCode(api, 'Menu');
  await signedInAt(page, email);
  await page.goto(`/dashboard/qr-codes/${code.id}`);
  await page.getByRole('button', { name: 'Design', exact: true }).click();
  const designer = page.getByRole('dialog', { name: 'Design your QR code' });
  await expect(designer.getByText(/^Scans well at/)).toBeVisible();
  const colour = designer.getByRole('textbox', { name: 'Code color', exact: true });
  await colour.fill('#FFE9BD');
  await expect(designer.getByText("Won't scan")).toBeVisible();
  await expect(designer.getByText('Make the code darker or the background lighter.')).toBeVisible();
  const save = designer.getByRole('button', { name: 'Save design' });
  await expect(save).toBeDisabled();
  await colour.fill('#1E3A5F');
  await designer.getByRole('radio', { name: 'Rounded' }).first().check();
  await expect(designer.getByText(/^Scans well at/)).toBeVisible();
  await expect(save).toBeEnabled();
  const drawn = page.waitForResponse((response) => response.url().includes(`${code.id}/image`));
  await save.click();
  await expect(toast(page, 'QR code updated')).toBeVisible();
  expect(await (await drawn).text()).toContain('#1E3A5F');
});

test('a code is created by keyboard alone', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAtOverview(page, email);
  await page.keyboard.press('c');
  await page.keyboard.press('q');
  const dialog = page.getByRole('dialog', { name: 'Create QR Code' });
  await expect(dialog.getByLabel('QR Code Name')).toBeFocused();
  await page.keyboard.type('Delivery van');
  await page.keyboard.press('Tab');
  await page.keyboard.type('https://example.com/van');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'QR code created')).toBeVisible();
  const row = page.getByRole('button', { name: 'Delivery van', exact: true });
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Delivery van' })).toBeFocused();
  await page.getByRole('slider', { name: 'Size' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByLabel('Size in pixels')).toHaveValue('250');
});

test('a VIEWER looks at codes and finds nothing to change them with', async ({ page, playwright, baseURL }) => {
  const { api } = await registerByCall('BUSINESS');
  const code = await addCode(api, 'Window sticker');
  const viewer = newAddress('viewer');
  await api.post('/api/team/invitations', { data: { email: viewer, role: 'VIEWER' } });
  const token = new URL(await mailedLink(viewer)).searchParams.get('token');
  const guest = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
  await guest.post('/api/auth/accept-invitation', {
    data: { token, name: 'Noor Haddad', password, confirmPassword: password },
  });
  await signedInAt(page, viewer);
  await openCodes(page);
  await expect(page.getByRole('button', { name: 'Create QR Code' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Actions for Window sticker' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['View QR Code', 'Download']);
  await page.keyboard.press('Escape');
  await page.goto(`/dashboard/qr-codes/${code.id}`);
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeVisible();
  for (const name of ['Edit', 'Design', 'Edit target URL', 'Actions for Window sticker'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
});

test('on Lite codes are locked with the way on, and what exists can still be looked at', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await addCode(api, 'Window sticker');
  await setPlan(email, 'lite');
  await signedInAt(page, email);
  await openCodes(page);
  await expect(page.getByText('QR codes are included in Core')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upgrade to Core' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create QR Code' })).toBeDisabled();
  await page.getByRole('button', { name: 'Window sticker', exact: true }).click();
  await downloaded(page, () => page.getByRole('button', { name: 'Download', exact: true }).click());
  await expect(page.getByRole('button', { name: 'Design', exact: true })).toBeDisabled();
});

for (const width of [1440, 320])
  test(
    `axe finds nothing serious in list, detail and designer, light and dark, ${width} wide`,
    { tag: '@nightly' },
    async ({ browser }) => {
      const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width, height: 800 } });
      const page = await context.newPage();
      const { email, api } = await registerByCall('BUSINESS');
      const code = await addCode(api, 'Window sticker');
      const off = await addCode(api, 'A retired poster');
      await api.put(`/api/qr-codes/${off.id}`, { data: { isActive: false } });
      await expectLeadsTo(code.shortUrl, code.targetUrl);
      await expect.poll(async () => (await readCode(api, code.id)).scans).toBeGreaterThan(0);
      await signedInAt(page, email);
      const judge = async (where: string) => {
        await expect.poll(() => scrollsSideways(page), where).toBe(false);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await expectNothingGrave(page, `${where}, ${colorScheme}`);
        }
      };

      await openCodes(page);
      await expect(page.getByText('Window sticker').first()).toBeVisible();
      await judge('list');
      for (const { id, name } of [off, code]) {
        await page.goto(`/dashboard/qr-codes/${id}`);
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
        const stats = id === off.id ? 'No scans yet' : 'When people scan';
        await expect(page.getByRole('heading', { name: stats })).toBeVisible();
        await judge(name);
      }
      if (width === 1440) await page.getByRole('button', { name: 'Design', exact: true }).click();
      else await chooseAction(page, 'Window sticker', 'Design');
      await expect(page.getByRole('dialog').getByText(/^Scans well at/)).toBeVisible();
      await judge('designer');
      await context.close();
    },
  );
