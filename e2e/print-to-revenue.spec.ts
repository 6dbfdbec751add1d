import { createHmac } from 'node:crypto';
import { type APIRequestContext, expect, type Page, request, test } from '@playwright/test';
import { expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { addContact } from './contact-seeds.ts';
import { mailTo, newAddress, registerByCall, setPlan, signedInAt } from './people.ts';
import type { Code } from './qr-seeds.ts';
import { completed, draftOf, post, readerPage, readyToSend, sendNow } from './report-seeds.ts';

/** As a shop of any kind reports it. */
async function report({ url, secret }: { url: string; secret: string }, told: object): Promise<void> {
  const body = JSON.stringify(told);
  const time = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const shop = await request.newContext();
  const headers = { 'content-type': 'application/json', 'waggle-signature': `t=${time},v1=${signature}` };
  expect((await shop.post(url, { data: body, headers })).status()).toBe(200);
  await shop.dispose();
}

/** A code that leads to a form, and an email that was sent. */
async function setUp(api: APIRequestContext) {
  await readyToSend(api);
  const hannah = newAddress('hannah');
  await addContact(api, { email: hannah, firstName: 'Hannah' });
  const fields = [{ id: 'field_1', type: 'email', label: 'Email', required: true }];
  const form = await post<{ id: string }>(api, '/api/forms', {
    name: 'Bread club',
    fields,
    settings: { title: 'Join the bread club' },
    clientId: null,
  });
  const code = await post<Code>(api, '/api/qr-codes', { name: 'Counter card', formId: form.id, clientId: null });
  const campaign = await draftOf(api);
  await sendNow(api, campaign);
  await completed(api, campaign);
  const shop = await post<{ url: string; secret: string }>(api, '/api/shops', { name: 'Bakery', kind: 'signed' });
  return { hannah, form, code, campaign, shop };
}

const revenueOf = (page: Page) => page.getByRole('region', { name: 'Revenue' });

/** The same amount wherever it is shown. */
async function expectEverywhere(page: Page, scene: Awaited<ReturnType<typeof setUp>>, amount: string): Promise<void> {
  for (const path of [
    `/dashboard/qr-codes/${scene.code.id}`,
    `/dashboard/forms?analytics=${scene.form.id}`,
    `/dashboard/campaigns/${scene.campaign.id}`,
  ]) {
    await page.goto(path);
    await expect(revenueOf(page), path).toContainText(amount);
  }
  // Overview shares an answer for ten seconds.
  await expect(async () => {
    await page.goto('/dashboard');
    const card = page.getByRole('region', { name: 'Revenue This Month' });
    await expect(card).toContainText(amount.replace('.00', ''), { timeout: 2_000 });
  }).toPass({ timeout: 45_000 });
}

/** The card of the month and the line of the day open the purchases they count. */
async function expectRowsBehind(page: Page): Promise<void> {
  const rows = page.getByRole('list', { name: 'Purchases' }).getByRole('listitem').filter({ hasText: '$42.50' });
  await page.getByRole('region', { name: 'Revenue This Month' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Purchases' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'From' })).toHaveValue(/-01$/);
  await expect(rows.filter({ has: page.getByRole('link', { name: /Hannah/ }) })).toHaveCount(1);
  await expectNothingGraveInBothLooks(page, 'purchases');
  await page.getByRole('textbox', { name: 'From' }).fill('2020-01-01');
  await page.getByRole('textbox', { name: 'To' }).fill('2020-01-31');
  await expect(page.getByText('No purchases on these days')).toBeVisible();
  await page.getByRole('button', { name: 'All days' }).click();
  await expect(rows).toHaveCount(1);
  await page.goto('/dashboard');
  await page.getByRole('listitem').filter({ hasText: '$42.50' }).getByRole('link').click();
  await expect(rows).toHaveCount(1);
}

test('a scan, a form, a click and a purchase are one way: every screen shows the same amount, and a refund takes it back', async ({
  page,
  browser,
}) => {
  test.slow();
  const { email, api } = await registerByCall('BUSINESS');
  await setPlan(email, 'plus');
  await signedInAt(page, email);
  const scene = await setUp(api);
  const { hannah, code, campaign, shop } = scene;

  const reader = await readerPage(browser, page);
  await reader.goto(code.shortUrl);
  await reader.getByLabel('Email').fill(hannah);
  await reader.getByRole('button', { name: 'Submit' }).click();
  await expect(reader.getByRole('heading', { level: 1, name: 'Thank You!' })).toBeVisible();
  const { html } = await mailTo(hannah, campaign.subject);
  await reader.setContent(html);
  await reader.goto((await reader.getByRole('link', { name: 'Choose my pickup day' }).getAttribute('href'))!);
  const at = new Date(Date.now() + 1_000).toISOString();
  const order = { order: '1001', email: hannah, amount: '42.50', currency: 'USD', at };
  await report(shop, { event: 'purchase', ...order });

  await expectEverywhere(page, scene, '$42.50');
  await expectRowsBehind(page);
  await page.goto('/dashboard/analytics?tab=funnel');
  const steps = page
    .getByRole('listitem')
    .filter({ hasText: /Submitted a form|Became a contact|Clicked an email|Purchased/ });
  await expect(steps).toHaveCount(4);
  for (const step of await steps.all()) await expect(step).toContainText('1 person');
  const sources = page.getByRole('listitem').filter({ hasText: '$42.50' });
  await expect(sources.filter({ hasText: campaign.name })).toBeVisible();
  await page.getByRole('radio', { name: 'First touch' }).click();
  await expect(sources.filter({ hasText: 'Counter card' })).toBeVisible();
  await expect(page.getByText('All sources').locator('..')).toContainText('$42.50');
  await page.getByRole('button', { name: '1 person' }).last().click();
  await expect(page.getByRole('dialog', { name: 'Purchased' }).getByRole('link', { name: /Hannah/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectNothingGraveInBothLooks(page, 'funnel');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => scrollsSideways(page)).toBe(false);
  await page.setViewportSize({ width: 1440, height: 900 });

  await report(shop, { event: 'refund', ...order, refund: 'r1' });
  await expectEverywhere(page, scene, '$0.00');
});
