import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { startFakeSmtp } from '../apps/server/test/sending/fake-smtp.ts';
import { expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { importByCall, numbered } from './contact-seeds.ts';
import { mailTo, registerByCall, signedInAt, toast } from './people.ts';
import { addReaders, completed, draftOf, post, readerPage, readyToSend, sendNow } from './report-seeds.ts';

const figure = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'From sent to clicked' })
    .locator('dl > div')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}`) }) });

/** Milliseconds until what a reader did is on screen. */
const soonMs = 5_000;

test('what readers do with a real email is in the report within seconds, and who did not open gets it again', async ({
  page,
  browser,
}) => {
  const { email, api } = await registerByCall('BUSINESS');
  await readyToSend(api);
  const [hannah, noah, emma] = await addReaders(api, ['Hannah', 'Noah', 'Emma']);
  await completed(api, await sentOne(api, 'The April bake list'));
  const campaign = await draftOf(api);
  await sendNow(api, campaign);
  await completed(api, campaign);
  await signedInAt(page, email);
  await page.goto(`/dashboard/campaigns/${campaign.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Spring Sourdough Club' })).toBeVisible();
  await expect(figure(page, 'Sent')).toContainText('3');
  await expect(figure(page, 'Delivered')).toContainText('estimated');
  await expect(figure(page, 'Opened')).toContainText('0');

  const reader = await readerPage(browser, page);
  const { html } = await mailTo(hannah!, campaign.subject);
  await reader.setContent(html);
  await expect(figure(page, 'Opened').locator('dd').first()).toHaveText('1', { timeout: soonMs });
  const link = reader.getByRole('link', { name: 'Choose my pickup day' });
  const target = await link.getAttribute('href');
  await reader.goto(target!);
  await expect(figure(page, 'Clicked').locator('dd').first()).toHaveText('1', { timeout: soonMs });
  await expect(page.getByRole('list', { name: 'Link clicks' })).toContainText('/terms');
  await expect(figure(page, 'Clicked').getByRole('link', { name: '1' })).toHaveAttribute('href', /event=clicked/);

  const leaving = /https?:\/\/[^"]+\/t\/u\/[\w-]+/.exec((await mailTo(noah!, campaign.subject)).html)![0];
  await reader.goto(leaving);
  await reader.getByRole('button', { name: 'Unsubscribe', exact: true }).click();
  await expect(page.getByText('Unsubscribed', { exact: true }).locator('..')).toContainText('1', { timeout: soonMs });
  await expectNothingGraveInBothLooks(page, 'report');

  await page.getByRole('tab', { name: /Recipients/ }).click();
  const rows = page.getByRole('table', { name: 'Recipients' });
  await expect(rows.getByRole('row', { name: new RegExp(hannah!) })).toContainText('Clicked');
  await expect(rows.getByRole('row', { name: new RegExp(emma!) })).toContainText('Sent');
  await expectNothingGraveInBothLooks(page, 'recipients');
  await page.getByRole('tab', { name: 'Compare' }).click();
  await expect(page.getByRole('link', { name: 'The April bake list' })).toBeVisible();

  await page.getByRole('button', { name: 'More actions for Spring Sourdough Club' }).click();
  await page.getByRole('menuitem', { name: "Send to those who didn't open" }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create draft' }).click();
  await expect(toast(page, 'Draft created')).toBeVisible();
  await expect(page).toHaveURL(/\/edit/);
  const copyId = /campaigns\/([\w-]+)\/edit/.exec(page.url())![1]!;
  await post(api, `/api/campaigns/${copyId}/send`);
  await completed(api, { id: copyId });
  const { items } = (await (await api.get(`/api/campaigns/${copyId}/recipients`)).json()) as {
    items: { email: string }[];
  };
  // Hannah opened it and Noah left: only Emma gets it again.
  expect(items.map((item) => item.email)).toEqual([emma]);
});

async function sentOne(api: Parameters<typeof draftOf>[0], name: string) {
  const campaign = await draftOf(api, { name });
  await sendNow(api, campaign);
  return campaign;
}

test('who got an email and who was left out is found by name, filtered, and taken along as a file', async ({
  page,
}) => {
  const { email, api } = await registerByCall('BUSINESS');
  await readyToSend(api);
  const [hannah, noah, emma] = await addReaders(api, ['Hannah', 'Noah', 'Emma']);
  await post(api, '/api/suppressions', { address: noah });
  const campaign = await draftOf(api);
  await sendNow(api, campaign);
  await completed(api, campaign);
  const [later] = await addReaders(api, ['Later']);
  await signedInAt(page, email);
  await page.goto(`/dashboard/campaigns/${campaign.id}?tab=recipients`);
  const sentTo = page.getByRole('table', { name: 'Recipients' });
  const leftOut = page.getByRole('table', { name: 'Left out' });
  const find = (words: string) => page.getByRole('searchbox', { name: 'Search recipients...' }).fill(words);
  const exported = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ]);
    return readFile(await download.path(), 'utf8');
  };

  await expect(sentTo.getByRole('row')).toHaveCount(3);
  await find('hannah');
  await expect(sentTo.getByRole('row')).toHaveCount(2);
  await expect(sentTo).toContainText(hannah!);
  const file = await exported();
  expect([file.includes(hannah!), file.includes(emma!)]).toEqual([true, false]);
  await find('');
  await page.getByRole('combobox', { name: 'Reaction' }).click();
  await page.getByRole('option', { name: 'Clicked' }).click();
  await expect(page.getByText('No one matches.')).toBeVisible();

  await page.getByRole('button', { name: /^Left out/ }).click();
  await expect(leftOut.getByRole('row')).toHaveCount(2);
  await expect(leftOut.getByRole('row', { name: new RegExp(noah!) })).toContainText('Unsubscribed');
  expect(await exported()).toContain(noah!);
  await find('later');
  await expect(leftOut.getByRole('row', { name: new RegExp(later!) })).toContainText('Added after sending started');
  await expectNothingGraveInBothLooks(page, 'left out');
});

test(
  '5,000 emails are paused and resumed mid-way, and everyone gets theirs once',
  { tag: '@nightly' },
  async ({ page }) => {
    const people = 5_000;
    const { email, api } = await registerByCall('BUSINESS');
    await readyToSend(api);
    const { items: domains } = (await (await api.get('/api/sending/domains')).json()) as { items: { id: string }[] };
    expect((await api.post(`/api/sending/domains/${domains[0]!.id}/warm`)).ok()).toBe(true);
    const smtp = await startFakeSmtp();
    // As fast as a provider with a limit allows, so that there is a middle to pause in.
    const connection = { name: 'Sink', host: '127.0.0.1', port: smtp.port, tls: 'none', maxPerSecond: 250 };
    await post(api, '/api/sending/connections', { ...connection, isDefault: true });
    await importByCall(api, numbered(people));
    const campaign = await draftOf(api, { name: 'Open house' });
    await sendNow(api, campaign);
    await signedInAt(page, email);
    await page.goto(`/dashboard/campaigns/${campaign.id}`);
    const band = page.getByRole('region', { name: 'Sending progress' });

    await expect.poll(() => smtp.received.length).toBeGreaterThan(500);
    await band.getByRole('button', { name: 'Pause' }).click();
    await expect(band.getByRole('heading', { name: 'Paused' })).toBeVisible();
    // What had been handed over is still answered; then nothing moves.
    let seen = -1;
    const isStill = () => {
      const before = seen;
      seen = smtp.received.length;
      return before === seen;
    };
    await expect.poll(isStill, { intervals: [1_000] }).toBe(true);
    expect(seen).toBeLessThan(people);
    await band.getByRole('button', { name: 'Resume' }).click();
    await completed(api, campaign);

    expect(smtp.received.length).toBe(people);
    expect(new Set(smtp.received.map(({ to }) => to)).size).toBe(people);
    await expect(figure(page, 'Sent')).toContainText('5,000');
    await smtp.close();
  },
);

test('a campaign on its way is paused, resumed and cancelled in its report', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await readyToSend(api);
  await addReaders(api, ['Hannah']);
  const campaign = await draftOf(api, { name: 'Open house', scheduledAt: '2040-05-18T09:00' });
  await sendNow(api, campaign);
  await signedInAt(page, email);
  await page.goto(`/dashboard/campaigns/${campaign.id}`);

  const band = page.getByRole('region', { name: 'Sending progress' });
  await expect(band.getByText(/Scheduled for Fri, May 18/)).toBeVisible();
  await band.getByRole('button', { name: 'Pause' }).click();
  await expect(band.getByRole('heading', { name: 'Paused' })).toBeVisible();
  await band.getByRole('button', { name: 'Resume' }).click();
  await expect(band.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => scrollsSideways(page)).toBe(false);
  await page.getByRole('button', { name: 'More actions for Open house' }).click();
  await page.getByRole('menuitem', { name: 'Cancel campaign' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel campaign' }).click();
  await expect(toast(page, 'Campaign canceled')).toBeVisible();
  await expect(page.getByText('COMPLETED')).toBeVisible();
});
