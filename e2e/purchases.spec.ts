import { createHmac } from 'node:crypto';
import { type APIRequestContext, expect, type Page, request, test } from '@playwright/test';
import { expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { joinByCall, newAddress, registerByCall, signedInAt, toast } from './people.ts';

async function addForm(api: APIRequestContext): Promise<string> {
  const fields = [{ id: 'field_1', type: 'email', label: 'Email', required: true }];
  const data = { name: 'Tune-up booking', fields, settings: { title: 'Book a tune-up' }, clientId: null };
  const answer = await api.post('/api/forms', { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

async function fillIn(page: Page, formId: string, email: string): Promise<void> {
  await page.goto(`/forms/${formId}`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank You!' })).toBeVisible();
}

async function contactOf(api: APIRequestContext, email: string): Promise<string> {
  const find = async () => {
    const answer = await api.get('/api/contacts', { params: { search: email } });
    return ((await answer.json()) as { items: { id: string }[] }).items[0]?.id;
  };
  await expect.poll(find).toBeTruthy();
  return (await find())!;
}

async function openPurchases(page: Page, contactId: string): Promise<void> {
  await page.goto(`/dashboard/contacts?contact=${contactId}`);
  await page.getByRole('tab', { name: 'Purchases' }).click();
}

/** As a shop sends it. */
async function report(url: string, secret: string, told: object): Promise<number> {
  const body = JSON.stringify(told);
  const time = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  const shop = await request.newContext();
  const answer = await shop.post(url, {
    data: body,
    headers: { 'content-type': 'application/json', 'waggle-signature': `t=${time},v1=${signature}` },
  });
  await shop.dispose();
  return answer.status();
}

const purchases = (page: Page) => page.getByRole('list', { name: 'Purchases' }).getByRole('listitem');

test('a purchase is added by hand, refunded in part, and counts for the form that led to it', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const buyer = newAddress('hannah');
  const formId = await addForm(api);
  await fillIn(page, formId, buyer);
  const contactId = await contactOf(api, buyer);
  await signedInAt(page, email);
  await openPurchases(page, contactId);
  await expect(page.getByRole('heading', { name: 'No purchases yet' })).toBeVisible();

  await page.getByRole('button', { name: 'Add purchase' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add purchase' });
  await dialog.getByRole('button', { name: 'Add purchase' }).click();
  await expect(dialog.getByText('Enter an amount', { exact: true })).toBeVisible();
  await dialog.getByLabel('Amount').fill('twelve');
  await dialog.getByRole('button', { name: 'Add purchase' }).click();
  await expect(dialog.getByText('Enter an amount like 12.50')).toBeVisible();
  await dialog.getByLabel('Amount').fill('45,50');
  await dialog.getByLabel('Order number').fill('1001');
  await dialog.getByLabel('Description').fill('Tune-up');
  await dialog.getByRole('button', { name: 'Add purchase' }).click();
  await expect(toast(page, 'Purchase added')).toBeVisible();
  await expect(purchases(page).first()).toContainText('$45.50');
  await expect(purchases(page).first()).toContainText('Tune-up · Order 1001 · Added manually');
  await expect(purchases(page).first()).toContainText('Submitted Tune-up booking');

  await page.getByRole('button', { name: 'Actions for the purchase of $45.50' }).click();
  await page.getByRole('menuitem', { name: 'Refund' }).click();
  const refund = page.getByRole('dialog', { name: 'Refund purchase' });
  await refund.getByLabel('Amount in USD').fill('100');
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expect(refund.getByText("Enter at most what's left of the purchase")).toBeVisible();
  await refund.getByLabel('Amount in USD').fill('10');
  await refund.getByRole('button', { name: 'Refund' }).click();
  await expect(toast(page, 'Refund recorded')).toBeVisible();
  await expect(purchases(page).first()).toContainText('$10.00 of $45.50 refunded');
  await expectNothingGraveInBothLooks(page, 'purchases of a contact');
  await page.getByRole('tab', { name: 'Activity' }).click();
  await expect(page.getByText('Made a purchase of $45.50')).toBeVisible();
  await expect(page.getByText('Was refunded $10.00')).toBeVisible();

  await page.goto(`/dashboard/forms?analytics=${formId}`);
  const revenue = page.getByRole('region', { name: 'Revenue' });
  await expect(revenue).toContainText('$35.50');
  await expect(revenue).toContainText('1 purchase · $35.50 by last touch');
  await revenue.getByRole('button', { name: 'Show purchases' }).click();
  const behind = page.getByRole('dialog', { name: 'Purchases after a submission' });
  await expect(behind.getByRole('link', { name: buyer })).toBeVisible();

  const viewer = await joinByCall(api, 'VIEWER', 'Theo Lindqvist');
  await signedInAt(page, viewer);
  await openPurchases(page, contactId);
  await expect(purchases(page).first()).toContainText('$35.50');
  await expect(page.getByRole('button', { name: 'Add purchase' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Actions for the purchase of $45.50' })).toHaveCount(0);

  await signedInAt(page, email);
  await openPurchases(page, contactId);
  await page.getByRole('button', { name: 'Actions for the purchase of $45.50' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Purchase deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No purchases yet' })).toBeVisible();
});

test('a shop is connected, and what it reports is on the contact', { tag: '@nightly' }, async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const buyer = newAddress('theo');
  await signedInAt(page, email);
  await page.goto('/dashboard/settings/revenue');
  await expect(page.getByRole('heading', { name: 'No shop connected' })).toBeVisible();
  await expectNothingGraveInBothLooks(page, 'revenue settings');
  await expect.poll(() => scrollsSideways(page)).toBe(false);

  await page.getByRole('button', { name: 'Connect shop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect shop' });
  await dialog.getByLabel('Name').fill('Web shop');
  await dialog.getByRole('button', { name: 'Connect shop' }).click();
  await expect(dialog.getByText('Enter the signing secret that your shop shows')).toBeVisible();
  await dialog.getByText('Any other shop').click();
  await dialog.getByRole('button', { name: 'Connect shop' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up Web shop' });
  const url = await setUp.getByLabel('Webhook URL', { exact: true }).inputValue();
  const secret = await setUp.getByLabel('Signing secret', { exact: true }).inputValue();
  await expectNothingGraveInBothLooks(page, 'a connected shop');
  await setUp.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('No order yet')).toBeVisible();

  const order = { event: 'purchase', order: '7001', email: buyer, amount: '120.00', currency: 'USD' };
  expect(await report(url, 'another secret', order)).toBe(403);
  expect(await report(url, secret, order)).toBe(200);
  expect(await report(url, secret, { ...order, event: 'refund', refund: '1', amount: '20' })).toBe(200);
  const contactId = await contactOf(api, buyer);
  await openPurchases(page, contactId);
  await expect(purchases(page).first()).toContainText('$100.00');
  await expect(purchases(page).first()).toContainText('Order 7001 · Shop');
  await expect(page.getByRole('button', { name: /^Actions for the purchase/ })).toHaveCount(0);

  await page.goto('/dashboard/settings/revenue');
  await expect(page.getByText(/Last order/)).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Web shop' }).click();
  await page.getByRole('menuitem', { name: 'Disconnect' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('heading', { name: 'No shop connected' })).toBeVisible();
  expect(await report(url, secret, { ...order, order: '7002' })).toBe(403);
});

test('purchases of a file are checked, and the same file adds nothing twice', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await page.goto('/dashboard/settings/revenue');
  const file = 'email,amount,date,order\nann@shop.example,12.50,2026-05-31,A-1\nben@shop.example,many,2026-05-31,A-2\n';
  const choose = async () => {
    await page.getByRole('button', { name: 'Add purchases from a file' }).click();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'may.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await expect(page.getByText('1 row has a problem')).toBeVisible();
    await expect(page.getByRole('row', { name: /ben@shop\.example/ })).toContainText('Enter an amount like 12.50');
    await page.getByRole('button', { name: 'Add 1 purchase' }).click();
  };
  await choose();
  await expect(page.getByRole('dialog', { name: '1 purchase added' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await choose();
  await expect(page.getByText("1 was already there and wasn't added again.")).toBeVisible();
});
