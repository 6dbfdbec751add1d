import { type CDPSession, expect, type Locator, type Page, test } from '@playwright/test';
import { closedOrigin } from './addresses.ts';
import { mailTo, password, registerByCall, toast } from './people.ts';

type Authenticator = {
  /** Whether the person touches it when asked. While nobody does, a question stays open. */
  touch(isTouched: boolean): Promise<void>;
  /** Whether it knows the finger of the person. */
  verify(isVerified: boolean): Promise<void>;
};

/** A passkey in the browser itself. */
async function addAuthenticator(page: Page): Promise<Authenticator> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    touch: async (enabled) => {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    verify: async (isUserVerified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}

const overview = (page: Page): Locator => page.getByRole('heading', { level: 1, name: 'Overview' });

async function typePassword(page: Page, email: string): Promise<void> {
  await page.goto(`${closedOrigin}/auth/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signed in with the password, where the passkeys are. */
async function openSecurity(page: Page, email: string): Promise<void> {
  await typePassword(page, email);
  await expect(overview(page)).toBeVisible();
  await page.goto(`${closedOrigin}/dashboard/settings/security`);
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible();
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  await expect(toast(page, 'Passkey added')).toBeVisible();
}

const passkeyRow = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });

/** What a toast says below its title. */
const said = (page: Page, sentence: string | RegExp): Locator =>
  page.getByRole('region', { name: /notifications/i }).getByText(sentence);

/** Until the page waits for suggestions: a question asked while nobody touches the authenticator stays open. */
async function signOut(page: Page): Promise<void> {
  const started = page.waitForResponse('**/api/auth/passkey/start');
  await page.getByRole('button', { name: 'Log out' }).click();
  await started;
  await expect(page).toHaveURL(/\/auth\/login/);
}

test('a passkey is added, signs in alone by the button, is renamed and removed', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  const authenticator = await addAuthenticator(page);
  await openSecurity(page, email);
  await addPasskey(page, 'Work laptop');
  await expect(passkeyRow(page, 'Work laptop')).toContainText('Never used');
  await mailTo(email, 'A passkey was added to your Waggle account');

  await authenticator.touch(false);
  await signOut(page);
  await authenticator.touch(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(overview(page)).toBeVisible();
  await expect(toast(page, 'Welcome back!')).toBeVisible();

  await page.goto(`${closedOrigin}/dashboard/settings/security`);
  const row = passkeyRow(page, 'Work laptop');
  await expect(row).toContainText('Last used');
  await row.getByRole('button', { name: 'Actions for Work laptop' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Phone');
  await page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page, 'Passkey renamed')).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Phone' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill('not the password');
  await dialog.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(dialog.getByText('Incorrect password.')).toBeVisible();
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText("You don't have a passkey yet.")).toBeVisible();
  await mailTo(email, 'A passkey was removed from your Waggle account');

  await authenticator.touch(false);
  await signOut(page);
  await authenticator.touch(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(said(page, /This passkey couldn't be verified/)).toBeVisible();
});

test('the browser suggests the passkey on the sign-in page, without a press', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await addAuthenticator(page);
  await openSecurity(page, email);
  await addPasskey(page, 'Work laptop');

  // The authenticator of the test answers a suggestion as soon as there is one.
  await page.getByRole('button', { name: 'Log out' }).click();

  await expect(toast(page, 'Welcome back!')).toBeVisible();
  await expect(overview(page)).toBeVisible();
});

test('a passkey turns two-factor on, is the second step, and takes two-factor along when it goes', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  const authenticator = await addAuthenticator(page);
  await openSecurity(page, email);
  await addPasskey(page, 'Work laptop');
  await page.getByRole('button', { name: 'Turn on with a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Your password').fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const recovery = await codes.first().innerText();
  await page.getByRole('button', { name: "I've saved them" }).click();
  await expect(page.getByText('1 passkey', { exact: true })).toBeVisible();

  await authenticator.touch(false);
  await signOut(page);
  await typePassword(page, email);
  await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use the authenticator app' })).toHaveCount(0);
  await authenticator.touch(true);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(overview(page)).toBeVisible();

  await authenticator.touch(false);
  await signOut(page);
  await typePassword(page, email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recovery);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(overview(page)).toBeVisible();

  await page.goto(`${closedOrigin}/dashboard/settings/security`);
  await page.getByRole('button', { name: 'Actions for Work laptop' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('This is your last second factor.')).toBeVisible();
  await dialog.getByLabel('Your password').fill(password);
  await authenticator.touch(true);
  await dialog.getByRole('button', { name: 'Use a passkey instead' }).click();
  await expect(dialog.getByText('Confirmed with your passkey')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(toast(page, 'Passkey removed')).toBeVisible();
  await expect(page.getByText('Off', { exact: true })).toBeVisible();
});

test('an authenticator that cannot verify the person neither adds a passkey nor signs in', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  const authenticator = await addAuthenticator(page);
  await openSecurity(page, email);
  await addPasskey(page, 'Work laptop');
  await authenticator.verify(false);

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  await expect(dialog.getByText(/No passkey was used|already has a passkey/)).toBeVisible();
  await page.keyboard.press('Escape');
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();

  await expect(said(page, /No passkey was used/)).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/login/);
  await expect(page.getByLabel('Email')).toBeEditable();
});

test('everything about passkeys works by keyboard', { tag: '@nightly' }, async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  const authenticator = await addAuthenticator(page);
  await openSecurity(page, email);

  await page.getByRole('button', { name: 'Add a passkey' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Passkey added')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeFocused();

  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Actions for Keyboard' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Typed');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Passkey renamed')).toBeVisible();

  await authenticator.touch(false);
  await signOut(page);
  await expect(page.getByLabel('Email')).toBeFocused();
  const byPasskey = page.getByRole('button', { name: 'Sign in with a passkey' });
  await expect(byPasskey).toBeVisible();
  // Forgotten password, password, its eye, remember me, sign in, passkey.
  for (let stop = 0; stop < 8; stop += 1) {
    await page.keyboard.press('Tab');
    if (await byPasskey.evaluate((it) => it === document.activeElement)) break;
  }
  await expect(byPasskey).toBeFocused();
  await authenticator.touch(true);
  await page.keyboard.press('Enter');
  await expect(overview(page)).toBeVisible();
});
