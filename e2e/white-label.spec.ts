import { expect, type Page, test } from '@playwright/test';
import { linkOrigin } from './addresses.ts';
import { joinByCall, mailedLink, mailTo, newAddress, registerByCall, setPlan, signedInAt, toast } from './people.ts';

const at = '/dashboard/settings/white-label';
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });
const sidebar = (page: Page) => page.locator('aside, nav').first();
const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim());
const uploadedIcon = /\/f\/[A-Za-z0-9_-]{24}\.png$/;
const iconOf = (page: Page) => page.locator('link[rel=icon]').getAttribute('href');

async function turnOn(page: Page): Promise<void> {
  await page.goto(at);
  await page.getByLabel('Product name', { exact: true }).fill('Hive & Co');
  await page.getByRole('switch', { name: 'Use your own product name' }).click();
  await page.getByRole('group', { name: 'Accent color' }).getByRole('radio', { name: 'Blue' }).check();
  await save(page).click();
  await expect(toast(page, 'White label saved. Everyone sees it now.')).toBeVisible();
}

test('an agency gives the product its own name, and the dashboard wears it from the first paint on', async ({
  page,
}) => {
  const { email } = await registerByCall('AGENCY');
  await signedInAt(page, email);
  await page.goto('/dashboard');
  await expect(page).toHaveTitle(/Waggle$/);

  await turnOn(page);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('group', { name: 'Square logo' }).getByRole('button', { name: 'Upload' }).click();
  await (await chooser).setFiles({ name: 'mark.png', mimeType: 'image/png', buffer: await page.screenshot() });
  await expect(page.getByRole('button', { name: 'Replace' })).toBeVisible();
  await page.getByLabel('Support email').fill('help@hive.example');
  await save(page).click();
  await expect(save(page)).toHaveCount(0);
  await expect(page).toHaveTitle('White label · Hive & Co');
  await expect(page.getByText('Marketing Automation')).toHaveCount(0);
  // What the next visit starts with is kept together with the icon put on here.
  await expect.poll(() => iconOf(page)).toMatch(uploadedIcon);

  // Nobody has said yet who is signed in: what is drawn now is what the last visit kept.
  let answer = () => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/auth/me', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(page).toHaveTitle(/Hive & Co$/);
  expect(await accentOf(page)).toBe('#2c4f98');
  expect(await iconOf(page)).toMatch(uploadedIcon);
  answer();

  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByText('Hive & Co', { exact: true }).first()).toBeVisible();
  await expect(page).toHaveTitle('Overview · Hive & Co');
  await expect(sidebar(page)).not.toContainText('Waggle');
  await page
    .getByRole('button', { name: /Open user menu|Priya Raman/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Help' }).click();
  await expect(page.getByRole('link', { name: 'Contact help@hive.example.' })).toHaveAttribute(
    'href',
    'mailto:help@hive.example',
  );
});

test('an invited person meets the own product in the email and on its page, and ours again once it is off', async ({
  page,
  browser,
}) => {
  const { email, api } = await registerByCall('AGENCY');
  await signedInAt(page, email);
  await turnOn(page);
  const invited = newAddress('invited');
  await api.post('/api/team/invitations', { data: { email: invited, role: 'USER' } });

  const mail = await mailTo(invited, "You've been invited to Hive & Co");
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(await mailedLink(invited));

  expect(mail.from).toMatch(/^"?Hive & Co"? </);
  expect(mail.html + mail.text).not.toContain('Waggle');
  await expect(guest.getByRole('heading', { level: 1 })).toContainText('Fernhill Studio');
  await expect(guest).toHaveTitle(/Hive & Co$/);
  expect(await accentOf(guest)).toBe('#2c4f98');
  await expect(guest.locator('body')).not.toContainText('Waggle');
  await guest.goto('/auth/login');
  await expect(guest.getByRole('heading', { name: 'Welcome back to Waggle' })).toBeVisible();

  await page.getByRole('switch', { name: 'Use your own product name' }).click();
  await save(page).click();
  await expect(page).toHaveTitle('White label · Waggle');
  expect(await accentOf(page)).toBe('#f9ad1b');
  await expect(page.getByLabel('Product name', { exact: true })).toHaveValue('Hive & Co');
});

test('signing out leaves nothing of it on the sign-in page', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await turnOn(page);

  await page.getByRole('button', { name: 'Log out' }).click();

  await expect(page.getByRole('heading', { name: 'Welcome back to Waggle' })).toBeVisible();
  await expect(page).toHaveTitle(/Waggle$/);
  expect(await iconOf(page)).toBe('/favicon.svg');
  expect(await page.evaluate(() => localStorage.getItem('waggle.product'))).toBeNull();
});

test('a public page says the own name at its foot', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await turnOn(page);
  const fields = [{ id: 'field_1', type: 'email', label: 'Email', required: true }];
  const made = await api.post('/api/forms', {
    data: { name: 'News', fields, settings: { title: 'News' }, clientId: null },
  });
  const { id } = (await made.json()) as { id: string };

  await expect(async () => {
    await page.goto(`${linkOrigin}/forms/${id}`);
    await expect(page.getByText('Powered by Hive & Co')).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test('a lower plan keeps the settings, shows ours and says the way up; a viewer only reads', async ({
  page,
  browser,
}) => {
  const { email, api } = await registerByCall('AGENCY');
  await signedInAt(page, email);
  await turnOn(page);
  const viewer = await joinByCall(api, 'VIEWER', 'Vera');
  const reader = await (await browser.newContext()).newPage();
  await signedInAt(reader, viewer);
  await reader.goto(at);
  await expect(reader.getByText('Only admins can change the white label.')).toBeVisible();
  await expect(reader.getByLabel('Product name', { exact: true })).toHaveCount(0);

  await setPlan(email, 'plus');
  await page.goto(at);

  await expect(page.getByText('White label is part of the System plan')).toBeVisible();
  await expect(page.getByText('Your settings are kept.', { exact: false })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upgrade to System' })).toHaveAttribute('href', '/dashboard/billing');
  await expect(page.getByText('Hive & Co').first()).toBeVisible();
  await expect(page).toHaveTitle('White label · Waggle');
  expect(await accentOf(page)).toBe('#f9ad1b');
});
