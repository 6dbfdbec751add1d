import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { fakeStripeControl } from '../apps/server/test/fake-stripe/control-client.ts';
import { stripePort } from './addresses.ts';
import { importByCall, numbered } from './contact-seeds.ts';
import { password, registerByCall, setPlan, signedInAt, tablesWithRowsOf, toast } from './people.ts';

// One clock of the fake for all: a month that passes here passes for everybody who pays.
test.describe.configure({ mode: 'serial' });

const stripe = fakeStripeControl(`http://127.0.0.1:${stripePort}`);
const day = 86_400;
const cards = { good: '4242424242424242', declined: '4000000000000002' };

async function onLite(page: Page) {
  const { email, api } = await registerByCall('BUSINESS');
  await setPlan(email, 'lite');
  await signedInAt(page, email);
  return { email, api };
}

/** Types a card where the provider's frame asks for it. */
async function typeCard(page: Page, number: string): Promise<void> {
  const frame = page.frameLocator('iframe[title="Secure payment input frame"]');
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiry').fill('12 / 34');
  await frame.getByLabel('CVC').fill('123');
}

async function upgradeTo(page: Page, plan: string, number = cards.good): Promise<void> {
  await page.goto('/dashboard/billing');
  await page.getByRole('button', { name: `Upgrade to ${plan}` }).click();
  await typeCard(page, number);
  await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).click();
}

const tierOf = async (api: APIRequestContext) =>
  ((await (await api.get('/api/auth/me')).json()) as { subscriptionTier: string }).subscriptionTier;
const customerOf = async (email: string): Promise<string> => {
  const { customers } = await stripe.state();
  return Object.values(customers).find((customer) => customer.email === email)?.id ?? '';
};

test('a plan is bought by card: a refused one changes nothing, a good one is in force once it is confirmed', async ({
  page,
}) => {
  const refusals: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refusals.push(message.text());
  });
  const { api } = await onLite(page);
  await upgradeTo(page, 'Core', cards.declined);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/declined/i)).toBeVisible();
  expect(await tierOf(api)).toBe('lite');

  await typeCard(page, cards.good);
  await dialog.getByRole('button', { name: /^Pay / }).click();

  await expect(page.getByText('Core is active')).toBeVisible();
  expect(await tierOf(api)).toBe('core');
  await expect(page.getByText('Visa ending 4242').first()).toBeVisible();
  await expect(page.getByText('Paid', { exact: true }).filter({ visible: true })).toHaveCount(1);
  expect(refusals).toEqual([]);
});

test('the card script is allowed in the Billing document alone', async ({ page }) => {
  await onLite(page);
  const policyOf = async (path: string) => (await page.request.get(path)).headers()['content-security-policy'] ?? '';

  expect(await policyOf('/dashboard/billing')).toContain(`script-src 'self' http://127.0.0.1:${stripePort}`);
  for (const path of ['/dashboard', '/dashboard/billings', '/dashboard/contacts', '/auth/login', '/api/billing'])
    expect(await policyOf(path)).not.toContain(String(stripePort));

  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Billing' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
  await page.getByRole('button', { name: 'Upgrade to Core' }).click();
  await expect(page.frameLocator('iframe[title="Secure payment input frame"]').getByLabel('Card number')).toBeVisible();
});

test('who hits a limit upgrades and passes it', async ({ page }) => {
  const { api } = await onLite(page);
  await importByCall(api, numbered(100));
  await page.goto('/dashboard/contacts');
  await page.getByRole('link', { name: 'Upgrade to Core' }).click();
  await upgradeTo(page, 'Core');
  await expect(page.getByText('Core is active')).toBeVisible();

  const added = await api.post('/api/contacts', { data: { email: 'one.more@limits.example' } });
  expect(added.status()).toBe(201);
});

test('a plan goes up by the stored card, and is canceled in the portal with nothing lost', async ({ page }) => {
  const { api } = await onLite(page);
  await upgradeTo(page, 'Core');
  await expect(page.getByText('Core is active')).toBeVisible();
  await page.goto('/dashboard/billing');
  await expect(page.getByText(/Today \$\d+\.\d\d, prorated/)).toBeVisible();
  await page.getByRole('button', { name: 'Upgrade to Plus' }).click();
  await expect(page.getByRole('dialog').getByText('Charged to Visa ending 4242')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByText('Plus is active')).toBeVisible();

  await page.goto('/dashboard/billing');
  await page.getByRole('button', { name: 'Manage Plan' }).click();
  await page.getByRole('button', { name: 'Cancel at period end' }).click();
  await page.getByRole('link', { name: /^Return to/ }).click();
  await expect(page.getByText(/Cancels on/)).toBeVisible();
  expect(await tierOf(api)).toBe('plus');

  await page.getByRole('button', { name: 'Manage Plan' }).click();
  await page.getByRole('button', { name: 'Cancel now' }).click();
  await expect.poll(() => tierOf(api)).toBe('lite');
  await page.goto('/dashboard/billing');
  await expect(page.getByText('Core, monthly').first()).toBeVisible();
});

test('a payment that fails says until when everything works, and a new card ends it', async ({ page }) => {
  const { email, api } = await onLite(page);
  await upgradeTo(page, 'Core');
  await expect(page.getByText('Core is active')).toBeVisible();
  const customer = await customerOf(email);
  await stripe.cardDeclines(customer, 'insufficient_funds');
  await stripe.advance(32 * day);

  await expect
    .poll(async () => ((await (await api.get('/api/billing')).json()) as { pastDue: unknown }).pastDue)
    .not.toBeNull();
  await page.goto('/dashboard/contacts');
  await expect(page.getByRole('alert').getByText(/Your last payment failed\. Update your card by/)).toBeVisible();
  await page.getByRole('link', { name: 'Open billing' }).click();
  await expect(page.getByText(/Your last payment failed\. Update your card by/)).toBeVisible();
  await expect(page.getByText(/not enough funds/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upgrade to Plus' })).toHaveAttribute('aria-disabled', 'true');
  expect(await tierOf(api)).toBe('core');

  await stripe.cardDeclines(customer, null);
  await page.getByRole('button', { name: 'Update card' }).click();
  await page.getByLabel('Card number').fill(cards.good);
  await page.getByLabel('Expiry').fill('11 / 35');
  await page.getByLabel('CVC').fill('456');
  await page.getByRole('button', { name: 'Update card' }).click();
  await page.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('link', { name: /^Return to/ }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByText(/Your last payment failed/)).toHaveCount(0);
});

test(
  'deleting an organization leaves no row, no picture and no subscription that is charged',
  { tag: '@nightly' },
  async ({ page }) => {
    const { email, api } = await onLite(page);
    await upgradeTo(page, 'Core');
    await expect(page.getByText('Core is active')).toBeVisible();
    await importByCall(api, numbered(20));
    await page.goto('/dashboard/campaigns/images');
    const buffer = await page.screenshot();
    await page.getByLabel('choose files').first().setInputFiles({ name: 'loaf.png', mimeType: 'image/png', buffer });
    await expect(page.getByRole('button', { name: /loaf\.png/ })).toBeVisible();
    const { items } = (await (await api.get('/api/images')).json()) as { items: { url: string }[] };
    const picture = async () => (await page.request.get(items[0]!.url)).status();
    const { id } = (await (await api.get('/api/organization')).json()) as { id: string };
    const customer = await customerOf(email);
    const statuses = async () =>
      Object.values((await stripe.state()).subscriptions)
        .filter((subscription) => subscription.customer === customer)
        .map(({ status }) => status);
    expect(await picture()).toBe(200);
    expect(await statuses()).toEqual(['active']);
    expect(await tablesWithRowsOf(id)).toContain('contacts');

    await page.goto('/dashboard/settings/account');
    await page.getByRole('button', { name: 'Delete organization' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Type .* to confirm$/).fill('Another name');
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Delete organization' }).click();
    await expect(dialog.getByText("This isn't the organization's name")).toBeVisible();
    await dialog.getByLabel(/^Type .* to confirm$/).fill('Juniper Garden Centre');
    await dialog.getByRole('button', { name: 'Delete organization' }).click();

    await expect(page).toHaveURL(/\/auth\/login/);
    await expect(toast(page, 'Organization deleted')).toBeVisible();
    expect((await api.get('/api/contacts')).status()).toBe(401);
    await expect.poll(statuses).toEqual(['canceled']);
    // Rows go once every process has noticed, after half a minute.
    await expect.poll(() => tablesWithRowsOf(id), { timeout: 150_000 }).toEqual([]);
    await expect.poll(picture, { timeout: 150_000 }).toBe(404);
  },
);
