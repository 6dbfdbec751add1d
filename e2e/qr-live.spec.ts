import { expect, type Page, test } from '@playwright/test';
import { startWatch } from '../apps/server/test/harness/watch.ts';
import { expectNothingGrave, scrollsSideways } from './axe.ts';
import { registerByCall, signedInAt } from './people.ts';
import { addCode, expectLeadsTo, scan } from './qr-seeds.ts';

/** Milliseconds from a scan to its figure on an open page. */
const mostMs = 5_000;

const figure = (page: Page, label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd').first();

/** The edge answers a new code a moment after it is saved; asking what would happen counts no scan. */
const isServed = (shortUrl: string) =>
  expect
    .poll(async () => (await fetch(shortUrl, { method: 'HEAD', redirect: 'manual' })).status, {
      intervals: [100, 200, 400],
    })
    .toBe(302);

test('V20: a scan is on the open page within 5 seconds, and the first day is shown by hours with whole ticks', async ({
  page,
}) => {
  const { email, api } = await registerByCall('BUSINESS');
  const code = await addCode(api, 'Counter card', 'https://example.com/winter');
  await isServed(code.shortUrl);
  await signedInAt(page, email);
  await page.goto(`/dashboard/qr-codes/${code.id}`);
  await expect(page.getByRole('heading', { name: 'Scan it now with your phone' })).toBeVisible();
  await expect(page.getByText('Waiting for the first scan')).toBeVisible();
  await expectNothingGrave(page, 'a code nobody has scanned');

  const [taken, walls]: [number[], number[]] = [[], []];
  for (const shown of ['1', '2', '3']) {
    const [elapsed, began] = [startWatch(), performance.now()];
    expect((await scan(code.shortUrl)).status).toBe(302);
    await expect(figure(page, 'Total Scans')).toHaveText(shown);
    taken.push(Math.round(elapsed()));
    walls.push(Math.round(performance.now() - began));
  }
  console.log(`scan to figure on screen: ${walls.join(', ')} ms by the clock`);
  expect(Math.max(...taken)).toBeLessThanOrEqual(mostMs);

  await expect(page.getByText('By hour, for the first day')).toBeVisible();
  const chart = page.getByRole('region', { name: 'Scans over time' });
  await expect(chart.getByRole('img')).toBeVisible();
  const ticks = async () => (await chart.locator('svg text').allTextContents()).filter((text) => /^[\d.]+$/.test(text));
  await expect.poll(ticks).toContain('3');
  expect((await ticks()).filter((tick) => tick.includes('.'))).toEqual([]);
});

test('bots are told below the chart and not among the figures, and devices are seen without scrolling', async ({
  page,
}) => {
  const { email, api } = await registerByCall('BUSINESS');
  const code = await addCode(api, 'Poster', 'https://example.com/fair');
  await expectLeadsTo(code.shortUrl, 'https://example.com/fair');
  await fetch(code.shortUrl, { redirect: 'manual' });
  await signedInAt(page, email);
  await page.goto(`/dashboard/qr-codes/${code.id}`);

  await expect(page.getByText('1 bot or uncertain scan filtered.')).toBeVisible();
  await expect(figure(page, 'Repeat scans')).toBeVisible();
  const devices = await page.getByRole('heading', { name: 'Devices' }).boundingBox();
  expect(devices!.y).toBeLessThan(860);
  await page.getByRole('button', { name: 'See breakdown' }).click();
  await expect(page.getByRole('dialog').getByRole('row', { name: /^Bots/ })).toContainText('1');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  // The chart follows the new width a moment later.
  await expect.poll(() => scrollsSideways(page)).toBe(false);
});
