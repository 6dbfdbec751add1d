import { expect, type Page, test } from '@playwright/test';
import { expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { addCampaign, readCampaign, setUpSending } from './campaign-seeds.ts';
import { addContact } from './contact-seeds.ts';
import { joinByCall, newAddress, registerByCall, signedInAt, toast } from './people.ts';

const eachZone = (page: Page) => page.getByRole('switch', { name: "Send in each contact's time zone" });
const zones = { timezone: 'America/New_York', name: 'Maple' };

test('a time counts in each zone, and the screen says for whom it has passed', async ({ page }, info) => {
  const { api, email } = await registerByCall('BUSINESS');
  await setUpSending(api);
  await api.put('/api/organization', { data: zones });
  await addContact(api, { email: newAddress('tokyo'), timeZone: 'Pacific/Kiritimati' });
  await addContact(api, { email: newAddress('hawaii'), timeZone: 'Pacific/Honolulu' });
  await addContact(api, { email: newAddress('nowhere') });
  const campaign = await addCampaign(api, { scheduledAt: '2031-07-01T16:00' });
  await signedInAt(page, email);
  await page.goto(`/dashboard/campaigns/${campaign.id}/edit?tab=schedule`);

  await expect(page.getByText('2 of 3 contacts have a time zone.')).toBeVisible();
  await expect(page.getByText('The other one gets it at 4:00 PM Eastern Time.')).toBeVisible();
  await expect(eachZone(page)).not.toBeChecked();
  await page.screenshot({ path: info.outputPath('schedule-off.png') });
  await eachZone(page).focus();
  await page.keyboard.press('Space');

  await expect(eachZone(page)).toBeChecked();
  await expect(page.getByText("In each contact's time zone. You can change or cancel it")).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toBeDisabled();
  await expect(page.getByText(/has passed\. They get it right away/)).toHaveCount(0);
  await expect
    .poll(() => readCampaign(api, campaign.id))
    .toMatchObject({
      eachZone: true,
      scheduledAt: '2031-07-01T20:00:00.000Z',
    });

  // In an hour in New York: where the day began first it is long past.
  const soon = new Date(Date.now() + 3_600_000);
  const wall = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zones.timezone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(soon);
  await page.getByLabel('Date and time').fill(wall.replace(' ', 'T'));
  await expect(page.getByText(/^For 1 contact, .+ has passed\. They get it right away\.$/)).toBeVisible();
  await page.screenshot({ path: info.outputPath('schedule-on.png') });
  await expectNothingGraveInBothLooks(page, 'Schedule in each zone');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: info.outputPath('schedule-phone.png'), fullPage: true });
  expect(await scrollsSideways(page)).toBe(false);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: info.outputPath('schedule-phone-dark.png'), fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.screenshot({ path: info.outputPath('schedule-dark.png') });
  await page.emulateMedia({ colorScheme: 'light' });

  await page.getByRole('button', { name: 'Send Campaign' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/For 1 contact, .+ has passed/)).toBeVisible();
  await page.screenshot({ path: info.outputPath('send-dialog.png') });
  await dialog.getByRole('button', { name: 'Send Campaign' }).click();
  await expect(toast(page, 'Campaign scheduled')).toBeVisible();
  await expect.poll(async () => (await readCampaign(api, campaign.id)).progress).toEqual({ accepted: 1, pending: 2 });
  await page.goto(`/dashboard/campaigns/${campaign.id}`);
  await expect(page.getByText(/Each contact gets it in their time zone, the last on/)).toBeVisible();
  await page.screenshot({ path: info.outputPath('band.png') });
});

test('a contact has a time zone with the time there, chosen and taken back in the sheet', async ({ page }, info) => {
  const admin = await registerByCall('BUSINESS');
  await admin.api.put('/api/organization', { data: zones });
  const { id } = await addContact(admin.api, { email: newAddress('reader'), firstName: 'Ada', lastName: 'Stone' });
  await signedInAt(page, admin.email);
  await page.goto(`/dashboard/contacts?contact=${id}`);
  const sheet = page.getByRole('dialog', { name: 'Ada Stone' });
  const edit = sheet.getByRole('button', { name: 'Edit Time zone' });
  const stored = async () =>
    ((await (await admin.api.get(`/api/contacts/${id}`)).json()) as { timeZone: string }).timeZone;

  await expect(edit).toContainText("Your organization's (America / New York)");
  await edit.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('asia');
  await expect(page.getByRole('menuitemradio', { name: /^Asia \// }).first()).toBeFocused();
  await page.getByRole('menuitemradio', { name: 'Asia / Tokyo' }).focus();
  await expect(page.getByRole('menuitemradio', { name: 'Asia / Tokyo' })).toBeFocused();
  await page.screenshot({ path: info.outputPath('sheet-menu.png') });
  await page.keyboard.press('Enter');
  await expect(edit).toContainText(/Asia \/ Tokyo, \d{1,2}:\d\d\s[AP]M there/);
  expect(await stored()).toBe('Asia/Tokyo');
  await page.screenshot({ path: info.outputPath('sheet.png') });
  await expectNothingGraveInBothLooks(page, 'Contact with a zone');

  await expect(toast(page, 'Time zone saved')).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(stored).toBeNull();

  await admin.api.put(`/api/contacts/${id}`, { data: { timeZone: 'Asia/Tokyo' } });
  await signedInAt(page, await joinByCall(admin.api, 'VIEWER', 'Vera'));
  await page.goto(`/dashboard/contacts?contact=${id}`);
  await expect(sheet.getByText(/Asia \/ Tokyo, .+ there/)).toBeVisible();
  await expect(edit).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: info.outputPath('sheet-phone.png') });
});
