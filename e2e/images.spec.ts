import { Buffer } from 'node:buffer';
import { expect, type Page, test } from '@playwright/test';
import { jpegOf, pngOf } from '../apps/server/src/features/images/test-pictures.ts';
import { expectNothingGrave, scrollsSideways } from './axe.ts';
import { registerByCall, signedInAt, toast } from './people.ts';

/** As a file somebody chooses. */
const picture = async (name: string, width = 1_080, height = 800) => ({
  name,
  ...(name.endsWith('.png')
    ? { mimeType: 'image/png', buffer: await pngOf(width, height) }
    : { mimeType: 'image/jpeg', buffer: await jpegOf(width, height) }),
});

async function upload(page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  await page.getByLabel('choose files').first().setInputFiles(files);
}
const tile = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name) });

test('images are uploaded together, described, found, and deleted with a warning', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await page.goto('/dashboard/campaigns/images');
  await expect(page.getByText('No images yet')).toBeVisible();

  await upload(page, await picture('country-loaf.png'), await picture('wheat-field.jpg', 2_400, 1_600), {
    name: 'shelf-raw.tiff',
    mimeType: 'image/tiff',
    buffer: Buffer.from('II*\0'),
  });

  await expect(tile(page, 'country-loaf.png')).toContainText('1,080 × 800');
  await expect(tile(page, 'wheat-field.jpg')).toContainText('1,200 × 800');
  await expect(page.getByText("TIFF isn't supported.")).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss shelf-raw.tiff' }).click();

  await tile(page, 'country-loaf.png').click();
  await page.getByRole('textbox', { name: 'Alt text', exact: true }).fill('A round country loaf seen from above');
  await page.getByRole('textbox', { name: 'Alt text', exact: true }).blur();
  await page.getByLabel('Search by name or alt text…').fill('seen from');
  await expect(tile(page, 'wheat-field.jpg')).toBeHidden();
  await expect(tile(page, 'country-loaf.png')).toBeVisible();
  await page.getByLabel('Search by name or alt text…').fill('');
  await expectNothingGrave(page, 'the image library');

  const { items } = (await (await api.get('/api/images?search=loaf')).json()) as { items: { url: string }[] };
  const file = await page.request.get(items[0]!.url);
  expect(file.headers()['cache-control']).toContain('max-age=31536000');
  await api.post('/api/campaigns', {
    data: {
      name: 'Spring Sourdough Club',
      subject: 'Bread',
      htmlContent: `<p>Hello</p><img src="${items[0]!.url}" alt="">`,
      recipients: { type: 'all' },
    },
  });

  await page.reload();
  await tile(page, 'country-loaf.png').click();
  await expect(page.getByText('Used in 1 email')).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('1 email uses this image: Spring Sourdough Club.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Image deleted')).toBeVisible();
  await expect(tile(page, 'country-loaf.png')).toBeHidden();
});

test('a file dropped on the library is uploaded, and a broken one says so', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await page.goto('/dashboard/campaigns/images');
  await expect(page.getByText('Drop images here')).toBeVisible();
  const files = [
    await picture('dropped.png', 300, 200),
    { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') },
  ];

  const carried = await page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer();
      for (const { name, mimeType, content } of given)
        transfer.items.add(
          new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], name, { type: mimeType }),
        );
      return transfer;
    },
    files.map(({ name, mimeType, buffer }) => ({ name, mimeType, content: buffer.toString('base64') })),
  );
  await page.getByText('Drop images here').dispatchEvent('drop', { dataTransfer: carried });

  await expect(tile(page, 'dropped.png')).toContainText('300 × 200');
  await expect(page.getByText('Choose an image in PNG, JPEG, GIF or WebP format.')).toBeVisible();
});

test('the library works on a phone', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/campaigns/images');
  await upload(page, await picture('nora.png', 800, 800));

  await expect(page.getByRole('heading', { name: 'nora.png' })).toBeVisible();
  await expect.poll(() => scrollsSideways(page)).toBe(false);
  await page.getByRole('button', { name: 'All images' }).click();

  await expect(tile(page, 'nora.png')).toBeVisible();
  await expect.poll(() => scrollsSideways(page)).toBe(false);
});
