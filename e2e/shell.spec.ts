import { expect, type Page, test } from '@playwright/test';
import { password, registerByCall, signedInAt, signedInAtOverview } from './people.ts';

const activeClient = (page: Page) => page.getByRole('button', { name: /^Active Client/ });

test('a deep link returns after sign-in', async ({ page }) => {
  const { email } = await registerByCall('AGENCY');

  await page.goto('/dashboard/settings/team?search=priya');
  await expect(page).toHaveURL(/\/auth\/login/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await expect(page).toHaveURL(/\/dashboard\/settings\/team\?search=priya/);
  await expect(page.getByText('Priya Raman').first()).toBeVisible();
});

test('a link that leads elsewhere does not', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');

  await page.goto('/auth/login?next=//evil.example/steal');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/dashboard$/);
});

test('who is signed in is sent from the sign-in screen to the dashboard', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);

  await page.goto('/auth/register');

  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an unknown path shows the 404 screen, with a way back', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await page.goto('/no/such/page');
  await expect(page.getByText('404 Page Not Found')).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();

  await signedInAt(page, email);
  await page.goto('/dashboard/nowhere');
  await expect(page.getByText('404 Page Not Found')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Overview' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an agency switches its active client, and the choice survives a reload', async ({ page }) => {
  const { email, api } = await registerByCall('AGENCY');
  for (const name of ['Maple & Rye Bakery', 'Northlight Yoga']) await api.post('/api/clients', { data: { name } });
  await signedInAtOverview(page, email);

  await activeClient(page).click();
  await page.getByRole('menuitemradio', { name: 'Northlight Yoga' }).click();
  await expect(page.getByText('Showing Northlight Yoga')).toBeAttached();
  await page.reload();

  await expect(activeClient(page)).toContainText('Northlight Yoga');
  await activeClient(page).click();
  await page.getByRole('menuitemradio', { name: 'All Clients' }).click();
  await expect(activeClient(page)).toContainText('All Clients');
});

test('whoever works in a client that is deactivated chooses another, by keyboard, before anything is shown', async ({
  page,
}) => {
  const { email, api } = await registerByCall('AGENCY');
  const ids: Record<string, string> = {};
  for (const name of ['Maple & Rye Bakery', 'Northlight Yoga'])
    ids[name] = (await (await api.post('/api/clients', { data: { name } })).json()).id;
  await signedInAtOverview(page, email);
  await activeClient(page).click();
  await page.getByRole('menuitemradio', { name: 'Northlight Yoga' }).click();
  await expect(activeClient(page)).toContainText('Northlight Yoga');

  await api.put(`/api/clients/${ids['Northlight Yoga']}`, { data: { isActive: false } });
  await page.getByRole('link', { name: /^Contacts/ }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Choose a client' })).toBeFocused();
  await expect(activeClient(page)).toContainText('Choose a client');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a client' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Maple & Rye Bakery' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Maple & Rye Bakery' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible();
  await expect(activeClient(page)).toContainText('Maple & Rye Bakery');
});

test(
  'an agency with more clients than the menu holds still reaches each of them',
  { tag: '@nightly' },
  async ({ page }) => {
    const { email, api } = await registerByCall('AGENCY');
    for (let at = 0; at < 101; at += 1)
      await api.post('/api/clients', { data: { name: `Client ${String(at).padStart(3, '0')}` } });
    await signedInAtOverview(page, email);

    await activeClient(page).click();
    await page.getByRole('menuitem', { name: 'Find another client' }).click();
    // Overview has a search of its own, which stands until the list is here.
    await expect(page.getByRole('heading', { level: 2, name: 'Clients' })).toBeVisible();
    await page.getByRole('searchbox').fill('Client 100');
    await page.getByRole('button', { name: 'Actions for Client 100' }).click();
    await page.getByRole('menuitem', { name: 'Switch to this client' }).click();

    await expect(activeClient(page)).toContainText('Client 100');
    await page.reload();
    await expect(activeClient(page)).toContainText('Client 100');
  },
);

test('the whole way in works by keyboard alone', async ({ page }) => {
  const { email } = await registerByCall('AGENCY');
  await page.goto('/auth/login');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(email);
  // The link for a forgotten password stands beside the label, between the two fields.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();

  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.type('clients');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/settings\/clients/);
});

test('the interface speaks Spanish and French, and remembers it', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await page.goto('/dashboard/settings/profile');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: /Français/ }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Paramètres' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.getByRole('heading', { level: 1, name: 'Paramètres' })).toBeVisible();
});

test('on a phone the sidebar is a slide-over that closes on navigation', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { email } = await registerByCall('AGENCY');
  await signedInAtOverview(page, email);

  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).click();

  await expect(page).toHaveURL(/\/dashboard\/settings/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(sideways).toBe(false);
});
