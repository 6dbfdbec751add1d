import { expect, test } from '@playwright/test';
import { TOTP } from 'otpauth';
import { closedOrigin } from './addresses.ts';
import {
  confirmationLink,
  mailedLink,
  newAddress,
  password,
  registerByCall,
  signedInAt,
  signIn,
  toast,
} from './people.ts';

for (const type of ['Business - Manage your own marketing', 'Agency - Manage multiple clients']) {
  test(`somebody registers as ${type.split(' ')[0]}, signs out and in again`, async ({ page }) => {
    const email = newAddress('new');
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Welcome back to Waggle' })).toBeVisible();
    await page.getByRole('link', { name: 'Sign up' }).click();
    await expect(page.getByRole('heading', { name: 'Join Waggle' })).toBeVisible();

    await page.getByLabel('Full name').fill('Hannah Okafor');
    await page.getByLabel('Organization name').fill('Juniper Garden Centre');
    await page.getByText(type).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Create account' }).click();

    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(toast(page, 'Account created!')).toBeVisible();
    await expect(page.getByText('Juniper Garden Centre').first()).toBeVisible();
    await expect(page.getByText(type.startsWith('Agency') ? 'AGENCY' : 'BUSINESS').first()).toBeAttached();

    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/auth\/login/);
    await signIn(page, email);
    await expect(toast(page, 'Welcome back!')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
}

test('a new address is confirmed by the mailed link, and until then a notice says so', async ({ page, browser }) => {
  const email = newAddress('unconfirmed');
  await page.goto('/auth/register');
  await page.getByLabel('Full name').fill('Hannah Okafor');
  await page.getByLabel('Organization name').fill('Juniper Garden Centre');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create account' }).click();

  const notice = page.getByRole('status').filter({ hasText: 'Confirm your email address' });
  await expect(notice).toContainText(`We sent a link to ${email}.`);
  await notice.getByRole('button', { name: 'Resend email' }).click();
  await expect(toast(page, 'Email sent')).toBeVisible();
  await page.goto('/dashboard/settings/team?invite=true');
  await page.getByRole('dialog').getByLabel('Email').fill(newAddress('colleague'));
  await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('dialog').getByText('Confirm your email address first.')).toBeVisible();

  // On a phone nobody is signed in: the link asks for the account first and comes back.
  const phone = await (await browser.newContext()).newPage();
  await phone.goto(await confirmationLink(email));
  await phone.getByRole('link', { name: 'Sign in' }).click();
  await phone.getByLabel('Email').fill(email);
  await phone.getByLabel('Password', { exact: true }).fill(password);
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(phone).toHaveURL(/\/auth\/confirm-email$/);
  await phone.getByRole('button', { name: 'Confirm email address' }).click();
  await expect(phone.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
  await phone.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(phone.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(phone.getByText('Confirm your email address')).toHaveCount(0);
  await phone.context().close();

  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('where registration is closed, the sign-up screen says so and people who have an account sign in', async ({
  page,
}) => {
  const { email } = await registerByCall('BUSINESS');

  await page.goto(`${closedOrigin}/auth/login`);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Sign-up is closed' })).toBeVisible();
  await expect(page.getByText("This installation doesn't accept new accounts.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create account' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${closedOrigin}/dashboard`);
});

test('the sign-up form says what is wrong, in the words of the specification', async ({ page }) => {
  await page.goto('/auth/register');
  await page.getByLabel('Full name').fill('A');
  await page.getByLabel('Email').fill('nobody');
  await page.getByLabel('Password', { exact: true }).fill('12345');
  await page.getByLabel('Confirm password').fill('54321');
  await page.getByRole('button', { name: 'Create account' }).click();

  for (const sentence of [
    'Name must be at least 2 characters',
    'Organization name must be at least 2 characters',
    'Please enter a valid email address',
    'Password must be at least 6 characters',
  ]) {
    await expect(page.getByText(sentence).first()).toBeVisible();
  }
});

test.describe('in Madrid', () => {
  test.use({ timezoneId: 'Europe/Madrid' });

  test('a new organization begins in the time zone of the browser', async ({ page }) => {
    await page.goto('/auth/register');
    await page.getByLabel('Full name').fill('Inés Vidal');
    await page.getByLabel('Organization name').fill('Casa Vidal');
    await page.getByLabel('Email').fill(newAddress('ines'));
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);

    const organization = await page.request.get('/api/organization');
    expect(await organization.json()).toMatchObject({ name: 'Casa Vidal', timezone: 'Europe/Madrid' });
  });
});

test('a wrong password shows the Error toast, which stays until it is closed', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await page.clock.install();

  await signIn(page, email, 'not the password');

  await expect(toast(page, 'Error')).toBeVisible();
  await expect(page.getByText('Incorrect email or password.', { exact: true })).toHaveCount(1);
  await page.clock.fastForward('01:00');
  await expect(toast(page, 'Error')).toBeVisible();
});

test('a forgotten password is reset by mail, once', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // Both pages have a field for the email.
  await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText("If that address has an account, we've sent it a link.")).toBeVisible();

  const link = await mailedLink(email);
  await page.goto(link);
  await expect(page).not.toHaveURL(/token=/);
  await page.getByLabel('New password', { exact: true }).fill('amber meadow 77');
  await page.getByLabel('Confirm password').fill('amber meadow 77');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);

  await signIn(page, email, 'amber meadow 77');
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('cobalt river 11');
  await page.getByLabel('Confirm password').fill('cobalt river 11');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('This link has been used or has expired. Request a new one.').first()).toBeVisible();
});

test('an invited VIEWER looks around and cannot write', async ({ page, browser }) => {
  const { email } = await registerByCall('AGENCY');
  const colleague = newAddress('viewer');
  await signedInAt(page, email);
  await page.goto('/dashboard/settings/team');
  await page.getByRole('button', { name: 'Invite people' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(colleague);
  await dialog.getByText('Viewer', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(toast(page, 'Invitation sent')).toBeVisible();

  const other = await browser.newContext();
  const guest = await other.newPage();
  await guest.goto(await mailedLink(colleague));
  await expect(guest.getByText('Priya Raman invited you as a viewer.')).toBeVisible();
  await guest.getByLabel('Full name').fill('Claire Dubois');
  await guest.getByLabel('Password', { exact: true }).fill('lantern');
  await expect(guest.getByText('Weak: easy to guess')).toBeVisible();
  await guest.getByLabel('Password', { exact: true }).fill(password);
  await expect(guest.getByText('Strong password')).toBeVisible();
  await guest.getByLabel('Confirm password').fill(password);
  await guest.getByRole('button', { name: 'Join' }).click();

  await expect(guest).toHaveURL(/\/dashboard$/);
  await expect(guest.getByText('You have view-only access.').first()).toBeVisible();
  await expect(guest.getByRole('button', { name: /add client|invite/i })).toHaveCount(0);
  await guest.goto('/dashboard/settings');
  await expect(guest.getByRole('link', { name: 'Profile' })).toBeVisible();
  await expect(guest.getByRole('link', { name: 'Team' })).toHaveCount(0);
  await expect(guest.getByRole('link', { name: 'Clients' })).toHaveCount(0);
  const refused = await other.request.post('/api/clients', { data: { name: 'Sneaked in' } });
  expect(refused.status()).toBe(403);
  await other.close();
});

test('two-factor sign-in is turned on, asked for, and a recovery code works', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await page.goto('/dashboard/settings/security');
  await page.getByRole('button', { name: 'Turn on two-factor' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = /[A-Z2-7]{32,}/.exec(await dialog.innerText())?.[0] ?? '';
  await expect(dialog.getByLabel('Authentication code')).toBeFocused();
  await dialog.getByLabel('Authentication code').fill(new TOTP({ secret }).generate());
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const kept = dialog.getByRole('button', { name: "I've saved them" });
  await expect(kept).toBeVisible();
  const codes = await dialog.getByRole('list').getByRole('listitem').allTextContents();
  await kept.click();

  await page.getByRole('button', { name: 'Log out' }).click();
  await signIn(page, email);
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});
