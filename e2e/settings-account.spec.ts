import { expect, type Page, test } from '@playwright/test';
import { addCampaign, readCampaign, setUpSending } from './campaign-seeds.ts';
import { addContact } from './contact-seeds.ts';
import { newAddress, registerByCall, signedInAt, toast } from './people.ts';

/** The zone of the organization; what schedules do is asked where there are any. */
async function chooseZone(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Time zone' }).click();
  await page.getByRole('option', { name, exact: true }).click();
}
const open = (page: Page) => page.goto('/dashboard/settings/account');

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page, 'Account saved')).toBeVisible();
}

test(
  'a new time zone asks what scheduled campaigns do: keep the clock, or the moment',
  { tag: '@nightly' },
  async ({ page }) => {
    const { email, api, organizationName: name } = await registerByCall('BUSINESS');
    await api.put('/api/organization', { data: { name, timezone: 'America/New_York' } });
    await setUpSending(api);
    await addContact(api, { email: newAddress('hannah'), firstName: 'Hannah' });
    await signedInAt(page, email);

    await open(page);
    await chooseZone(page, 'Pacific');
    await expect(page.getByRole('radio')).toHaveCount(0);
    await chooseZone(page, 'Eastern');

    const { id } = await addCampaign(api, { scheduledAt: '2031-06-02T09:00' });
    expect((await api.post(`/api/campaigns/${id}/send`)).ok()).toBe(true);
    const moment = async () => (await readCampaign(api, id)).scheduledAt;
    expect(await moment()).toBe('2031-06-02T13:00:00.000Z');

    await open(page);
    await chooseZone(page, 'Pacific');
    await expect(page.getByText('This concerns 1 scheduled campaign.')).toBeVisible();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Choose what happens to scheduled campaigns and reports.')).toBeVisible();
    expect(await moment()).toBe('2031-06-02T13:00:00.000Z');

    await page.getByRole('radio', { name: /^Keep the time on the clock/ }).check();
    await save(page);
    expect(await moment()).toBe('2031-06-02T16:00:00.000Z');

    await chooseZone(page, 'Mountain');
    await page.getByRole('radio', { name: /^Keep the moment/ }).check();
    await save(page);
    expect(await moment()).toBe('2031-06-02T16:00:00.000Z');
    await page.goto('/dashboard/campaigns');
    await expect(
      page
        .getByText(/10:00\sAM/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
  },
);
