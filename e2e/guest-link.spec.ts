import { expect, type Page, test } from '@playwright/test';
import { expectNothingGrave, expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { addContact } from './contact-seeds.ts';
import { newAddress, registerByCall, signedInAt, toast } from './people.ts';
import { completed, draftOf, post, readyToSend, sendNow } from './report-seeds.ts';

/** An agency with a client that has two contacts and a campaign they were sent. */
async function agencyWithFigures() {
  const { email, api } = await registerByCall('AGENCY');
  const { id: clientId } = await post<{ id: string }>(api, '/api/clients', { name: 'Juniper Garden' });
  await post(api, '/api/auth/set-active-client', { clientId });
  await readyToSend(api);
  const readers = [newAddress('ottoline'), newAddress('barnaby')];
  for (const reader of readers) await addContact(api, { email: reader, firstName: 'Ottoline', clientId });
  const campaign = await draftOf(api, { name: 'Seeds of spring' });
  await sendNow(api, campaign);
  await completed(api, campaign);
  return { email, api, clientId, readers };
}

const card = (page: Page, name: string) => page.getByRole('region', { name }).getByText(/^\d+$/).first();

/** Tab until a control has focus, as somebody does who has no mouse. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    );
    if (typeof name === 'string' ? focused.trim() === name : name.test(focused)) return;
  }
  throw new Error(`${String(name)} is not reached by keyboard.`);
}

test("an admin makes a guest link, a client's own people see the same figures, and it ends while they look", async ({
  page,
  browser,
}, info) => {
  const { email, readers } = await agencyWithFigures();
  await signedInAt(page, email);
  await page.goto('/dashboard');
  await expect(card(page, 'Total Contacts')).toHaveText('2');
  const own = await card(page, 'Total Contacts').textContent();

  await page.goto('/dashboard/settings/clients');
  await page.getByRole('button', { name: 'Actions for Juniper Garden' }).click();
  await page.getByRole('menuitem', { name: 'Guest links' }).click();
  const dialog = page.getByRole('dialog', { name: 'Guest links of Juniper Garden' });
  await dialog.getByRole('button', { name: 'New link' }).click();
  await dialog.getByRole('button', { name: 'Make link' }).click();
  await expect(dialog.getByText('Enter who the link is for')).toBeVisible();
  await dialog.getByLabel('Who is it for?').fill('Hannah at Juniper');
  await dialog.getByRole('button', { name: 'Make link' }).click();
  const address = await dialog.getByLabel('Address').inputValue();
  await expectNothingGrave(page, 'new guest link');
  await page.screenshot({ path: info.outputPath('made.png') });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog.getByText('Not opened yet.')).toBeVisible();
  await page.screenshot({ path: info.outputPath('list.png') });

  const theirs = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const answer = await theirs.goto(address);
  expect(answer!.headers()).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' });
  await expect(theirs.getByRole('heading', { level: 1, name: 'Figures of Juniper Garden' })).toBeVisible();
  await expect(theirs.getByText('Shared by Fernhill Studio')).toBeVisible();
  await expectNothingGraveInBothLooks(theirs, 'guest link');
  await theirs.screenshot({ path: info.outputPath('landing.png') });
  expect(await theirs.context().cookies()).toEqual([]);

  await tabTo(theirs, 'View figures');
  await theirs.keyboard.press('Enter');
  await expect(theirs.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  expect(new URL(theirs.url()).pathname).toBe('/guest/overview');
  await expect(card(theirs, 'Total Contacts')).toHaveText(own!);
  await expect(theirs.getByText(/This link works until/)).toBeVisible();
  await expectNothingGraveInBothLooks(theirs, 'overview of a guest');
  await theirs.screenshot({ path: info.outputPath('overview.png'), fullPage: true });

  await tabTo(theirs, 'Analytics');
  await theirs.keyboard.press('Enter');
  await expect(theirs.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  await expect(theirs.getByRole('tab')).toHaveText(['Overview', 'Contacts', 'Campaigns', 'QR Codes', 'Funnel']);
  await expectNothingGraveInBothLooks(theirs, 'analytics of a guest');
  await theirs.screenshot({ path: info.outputPath('analytics.png'), fullPage: true });

  await theirs.getByRole('link', { name: 'Campaigns', exact: true }).first().click();
  await theirs.getByText('Seeds of spring').first().click();
  await expect(theirs.getByRole('heading', { level: 1, name: 'Seeds of spring' })).toBeVisible();
  await expect(theirs.getByText('Sent', { exact: true }).first()).toBeVisible();
  await expectNothingGraveInBothLooks(theirs, 'report of a guest');
  await theirs.screenshot({ path: info.outputPath('report.png'), fullPage: true });
  for (const reader of readers) await expect(theirs.getByText(reader)).toHaveCount(0);
  expect(await theirs.locator('main a[href^="/dashboard"]').count()).toBe(0);

  await theirs.setViewportSize({ width: 390, height: 844 });
  await theirs.getByRole('button', { name: 'Language: English' }).click();
  await theirs.getByRole('menuitemradio', { name: 'Español' }).click();
  for (const [path, title] of [
    ['/guest/overview', 'Resumen'],
    ['/guest/analytics', 'Analítica'],
    ['/guest/campaigns', 'Campañas'],
  ] as const) {
    await theirs.goto(path);
    await expect(theirs.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect.poll(() => scrollsSideways(theirs)).toBe(false);
    await theirs.screenshot({ path: info.outputPath(`phone-${title}.png`), fullPage: true });
  }

  await page.reload();
  await page.getByRole('button', { name: 'Actions for Juniper Garden' }).click();
  await page.getByRole('menuitem', { name: 'Guest links' }).click();
  await expect(dialog.getByText(/Opened once/)).toBeVisible();
  await dialog.getByRole('button', { name: 'End the link of Hannah at Juniper' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End link' }).click();
  await expect(toast(page, 'Link ended')).toBeVisible();

  await theirs.getByRole('link', { name: 'Analítica' }).click();
  await expect(theirs.getByRole('heading', { level: 1, name: 'Aquí no hay cifras abiertas' })).toBeVisible();
  await expect(theirs.getByText(/Fernhill Studio/)).toBeVisible();
  await theirs.goto(address);
  await expect(theirs.getByRole('heading', { level: 1, name: 'Este enlace ha terminado' })).toBeVisible();
  await theirs.screenshot({ path: info.outputPath('ended.png') });
});

test('somebody who is signed in opens a guest link beside, and both go on', async ({ page }) => {
  const { api } = await registerByCall('AGENCY');
  const { id: clientId } = await post<{ id: string }>(api, '/api/clients', { name: 'Juniper Garden' });
  const { url } = await post<{ url: string }>(api, `/api/clients/${clientId}/guest-links`, { name: newAddress('g') });
  const member = await registerByCall('BUSINESS');
  await signedInAt(page, member.email);

  await page.goto(url);
  await page.getByRole('button', { name: 'View figures' }).click();
  // The page of the link says who shares it as well, and leaving that one early would end the call that opens the visit.
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByText('Shared by Fernhill Studio')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText('Juniper Garden Centre').first()).toBeVisible();
  await page.goto('/guest/overview');
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'No figures are open here' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
});
