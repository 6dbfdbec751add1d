import { expect, type Page, test } from '@playwright/test';
import { defaultTheme, type EmailDocument } from '../packages/contracts/src/email-document.ts';
import { expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { addCampaign, readCampaign, setUpSending } from './campaign-seeds.ts';
import { addContact } from './contact-seeds.ts';
import { joinByCall, mailTo, newAddress, registerByCall, signedInAt, toast } from './people.ts';

const blocks = (text: string): EmailDocument => ({
  version: 1,
  theme: defaultTheme,
  blocks: [
    { kind: 'heading', id: 'title', level: 2, text: [{ text }] },
    { kind: 'button', id: 'order', label: [{ text: 'Order' }], href: 'https://example.com/club' },
  ],
});
const openText = async (page: Page, id: string) => {
  await page.goto(`/dashboard/campaigns/${id}/edit?tab=content`);
  await page.getByRole('radio', { name: 'Plain text' }).click();
};
const field = (page: Page) => page.getByRole('textbox', { name: 'Plain Text Version' });
const notice = (page: Page) => page.getByText('The email has changed since you edited the plain text', { exact: true });

test(
  'the plain text is generated, edited, kept when the email changes, and arrives as it was written',
  { tag: '@nightly' },
  async ({ page }) => {
    const { api, email } = await registerByCall('BUSINESS');
    await setUpSending(api);
    const hannah = newAddress('hannah');
    await addContact(api, { email: hannah, firstName: 'Hannah' });
    const subject = `Text for ${hannah}`;
    const { id } = await addCampaign(api, { subject, document: blocks('Spring'), htmlContent: undefined });
    await signedInAt(page, email);

    await openText(page, id);
    await expect(field(page)).toHaveValue('Spring\n\nOrder: https://example.com/club\n');
    await expect(field(page)).not.toBeEditable();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await field(page).fill('Spring is here, ');
    await page.getByRole('button', { name: 'Insert field', exact: true }).click();
    await page.getByRole('menuitem', { name: 'First name' }).click();
    await expect(field(page)).toHaveValue('Spring is here, {{ first_name }}');
    await expect.poll(async () => (await readCampaign(api, id)).content.text).toBe('Spring is here, {{ first_name }}');
    await expect(notice(page)).toBeHidden();

    await page.getByRole('radio', { name: 'Visual' }).click();
    await page.locator('[data-select=title]').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' and summer');
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'Plain text' }).click();
    await expect(notice(page)).toBeVisible();
    await expect(field(page)).toHaveValue('Spring is here, {{ first_name }}');
    await page.getByRole('button', { name: 'Compare' }).click();
    const compared = page.getByRole('region', { name: 'Compare' });
    await expect(compared.locator('mark')).toHaveText([
      'Spring is here, {{ first_name }}',
      'Spring and summer',
      'Order: https://example.com/club',
    ]);
    await expectNothingGraveInBothLooks(page, 'the plain text of an email');
    await expect(
      page.getByRole('complementary').getByText('The email has changed since you edited the plain text.'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Keep my text' }).click();
    await expect(notice(page)).toBeHidden();

    // Undo goes on where the blocks were left.
    await page.getByRole('radio', { name: 'Visual' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
    await page.getByRole('button', { name: 'Send Campaign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send Campaign' }).click();
    await expect(toast(page, 'Campaign sent!')).toBeVisible();

    const caught = await mailTo(hannah, subject);
    expect(caught.html).toContain('Spring and summer');
    expect(caught.text).toContain('Spring is here, Hannah');
    expect(caught.text).not.toContain('Order:');
    expect(caught.text).toMatch(/Unsubscribe: http/);
  },
);

test('an own text goes back to the generated one when asked, also of HTML and on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { api, email } = await registerByCall('BUSINESS');
  const { id } = await addCampaign(api, { htmlContent: '<h1>Fresh bread</h1>', textContent: 'My own words' });
  await signedInAt(page, email);

  await openText(page, id);
  await expect(field(page)).toHaveValue('My own words');
  await page.getByRole('button', { name: 'Use the generated text again' }).click();
  const question = page.getByRole('alertdialog', { name: 'Replace your text?' });
  await question.getByRole('button', { name: 'Use the generated text again' }).click();

  await expect(field(page)).toHaveValue(/^Fresh bread/);
  await expect.poll(async () => (await readCampaign(api, id)).content.text).toBe('');
  await expect.poll(() => scrollsSideways(page)).toBe(false);
});

test('a VIEWER reads the plain text and changes nothing', async ({ page }) => {
  const { api } = await registerByCall('BUSINESS');
  const { id } = await addCampaign(api, { document: blocks('Spring'), htmlContent: undefined, textContent: 'Ours' });
  await signedInAt(page, await joinByCall(api, 'VIEWER', 'Vera'));

  await openText(page, id);

  await expect(field(page)).toHaveValue('Ours');
  await expect(field(page)).not.toBeEditable();
  await expect(page.getByRole('button', { name: 'Use the generated text again' })).toBeHidden();
  await expect(page.getByRole('radio', { name: 'HTML' })).toBeHidden();
});
