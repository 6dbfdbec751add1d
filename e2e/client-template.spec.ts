import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { expectNothingGrave, scrollsSideways } from './axe.ts';
import { setUpSending } from './campaign-seeds.ts';
import { mailFrom, registerByCall, signedInAt, signedInAtOverview, toast } from './people.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add client' });

/** Presses of a mouse, over every page of the journey. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    addEventListener(
      'pointerdown',
      () => sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses') ?? 0) + 1)),
      true,
    );
  });
  return () => page.evaluate(() => Number(sessionStorage.getItem('presses') ?? 0));
}

/** A bakery with a bit of everything, and a template of it. */
async function bakery(api: APIRequestContext, withTemplate = true) {
  const made = async (path: string, data: object) => {
    const answer = await api.post(path, { data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()) as { id: string };
  };
  const { id: clientId } = await made('/api/clients', { name: 'Maple & Rye Bakery' });
  for (const name of ['VIP', 'Wholesale', 'Newsletter']) await made('/api/tags', { name, clientId });
  const tag = await made('/api/tags', { name: 'Regular', clientId });
  await made('/api/segments', {
    name: 'Regulars',
    clientId,
    rules: { match: 'all', rules: [{ kind: 'tag', op: 'hasAnyOf', tagIds: [tag.id] }] },
  });
  await made('/api/forms', {
    name: 'Bread club',
    clientId,
    fields: [{ id: 'field_1', type: 'email', label: 'Email', required: true }],
    settings: { title: 'Join Maple & Rye Bakery' },
  });
  await made('/api/email-templates', { name: 'Weekly', subject: 'This week', htmlContent: '<p>Hello</p>', clientId });
  const kinds = ['tags', 'fields', 'segments', 'forms', 'emailTemplates', 'qrPresets', 'brand'];
  if (withTemplate) await made('/api/client-templates', { name: 'Bakery and café', clientId, kinds });
  return clientId;
}

test('a new client from a template sends its first email after at most six clicks', async ({ page }) => {
  const { email, api } = await registerByCall('AGENCY');
  const { from } = await setUpSending(api, 'Fernhill Studio');
  await bakery(api);
  const clicks = await countClicks(page);
  await signedInAtOverview(page, email);

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Clients', exact: true }).click();
  await page.getByRole('button', { name: 'Add client' }).click();
  await expect(dialog(page).getByRole('radio', { name: /Bakery and café/ })).toBeChecked();
  await expect(dialog(page).getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Corner Crumb');
  await page.keyboard.press('Tab');
  await page.keyboard.type('cornercrumb.co');
  const domain = from.split('@')[1]!;
  const ready = dialog(page).getByRole('region', { name: 'Ready to send' });
  await expect(ready).toContainText(`corner-crumb@${domain}, until cornercrumb.co is verified`);
  await expect(ready).toContainText('418 Alder Street, Portland, OR 97205');
  await expect(dialog(page).getByRole('group', { name: 'Copied into Corner Crumb' })).toContainText('4tags');
  await expectNothingGrave(page, 'Add client');
  await dialog(page).getByRole('button', { name: 'Create client' }).click();
  const added = page.getByRole('dialog', { name: 'Corner Crumb is added' });
  await expect(added).toContainText('Copied: 4 tags, 1 segment, 1 form, and 1 email template.');
  await added.getByRole('button', { name: 'Send test email' }).click();
  await expect(added.getByText(`Test email sent to ${email}`)).toBeVisible();

  expect(await clicks()).toBeLessThanOrEqual(6);
  expect((await mailFrom(domain, email)).from).toContain(`corner-crumb@${domain}`);
  await added.getByRole('button', { name: 'Open client' }).click();
  await expect(page.getByRole('button', { name: /^Active Client/ })).toContainText('Corner Crumb');
  await page.goto('/dashboard/forms');
  await expect(page.getByText('Bread club').first()).toBeVisible();
});

test(
  'a template is made of a client, renamed and deleted, and a client is copied without one',
  { tag: '@nightly' },
  async ({ page }) => {
    const { email, api } = await registerByCall('AGENCY');
    await bakery(api, false);
    await signedInAt(page, email);
    await page.goto('/dashboard/settings/clients?add=true');
    await expect(dialog(page).getByRole('radio', { name: /Blank/ })).toBeChecked();
    await expect(dialog(page).getByRole('region', { name: 'Before the first email' })).toContainText(
      'Verify a sending domain first',
    );

    await dialog(page).getByRole('button', { name: 'New template from a client' }).click();
    const template = page.getByRole('dialog', { name: 'New template from a client' });
    await template.getByLabel('Template name').fill('Bakeries');
    await template.getByRole('button', { name: 'Save' }).click();
    await expect(template.getByText('Choose a client').last()).toBeVisible();
    await template.getByRole('combobox', { name: 'Client' }).click();
    await page.getByRole('option', { name: 'Maple & Rye Bakery' }).click();
    await template.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Template saved')).toBeVisible();
    await expect(dialog(page).getByRole('radio', { name: /Bakeries/ })).toBeChecked();

    await dialog(page).getByRole('button', { name: 'Actions for Bakeries' }).click();
    await page.getByRole('menuitem', { name: 'Edit template' }).click();
    await page.getByRole('dialog', { name: 'Edit template' }).getByLabel('Template name').fill('Bakery and café');
    await page.getByRole('dialog', { name: 'Edit template' }).getByRole('button', { name: 'Save' }).click();
    await dialog(page).getByRole('button', { name: 'Actions for Bakery and café' }).click();
    await page.getByRole('menuitem', { name: 'Delete template' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete template' }).click();
    await expect(toast(page, 'Template deleted')).toBeVisible();
    await expect(dialog(page).getByRole('radio', { name: /Bakery and café/ })).toHaveCount(0);

    await dialog(page)
      .getByRole('radio', { name: /Copy another client/ })
      .check();
    await dialog(page).getByLabel('Name').fill('Corner Crumb');
    await dialog(page).getByRole('button', { name: 'Create client' }).click();
    await expect(dialog(page).getByText('Choose a client').last()).toBeVisible();
    await dialog(page).getByRole('combobox', { name: 'Copy from' }).click();
    await page.getByRole('option', { name: 'Maple & Rye Bakery' }).click();
    await dialog(page).getByRole('checkbox', { name: /tags/ }).uncheck();
    await dialog(page).getByRole('button', { name: 'Create client' }).click();
    const added = page.getByRole('dialog', { name: 'Corner Crumb is added' });
    await expect(added).toContainText("Regulars was left out. It needs a tag that wasn't copied.");
    await added.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('cell', { name: 'Corner Crumb', exact: true })).toBeVisible();
  },
);

test('on a phone, in Spanish and in the dark everything is in one column and within reach', async ({ page }) => {
  const { email, api } = await registerByCall('AGENCY');
  await setUpSending(api, 'Fernhill Studio');
  await bakery(api);
  await api.put('/api/profile', { data: { name: 'Priya Raman', locale: 'es', theme: 'dark', timezone: null } });
  await page.setViewportSize({ width: 390, height: 844 });
  await signedInAt(page, email);
  await page.goto('/dashboard/settings/clients?add=true');
  const añadir = page.getByRole('dialog', { name: 'Añadir cliente' });
  await añadir.getByLabel('Nombre').fill('Panadería de la Esquina y de todos los que la quieren mucho');

  await expect(añadir.getByRole('button', { name: 'Crear cliente' })).toBeInViewport();
  await expect.poll(() => scrollsSideways(page)).toBe(false);
  await expectNothingGrave(page, 'Add client on a phone');
  await añadir.getByRole('button', { name: 'Crear cliente' }).click();
  await expect(page.getByRole('dialog', { name: /se ha añadido/ })).toBeVisible();
});
