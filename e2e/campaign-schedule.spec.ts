import { expect, type Page, test } from '@playwright/test';
import type { Campaign } from '../packages/contracts/src/campaigns.ts';
import { expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { addCampaign, readCampaign, setUpSending } from './campaign-seeds.ts';
import { addContact } from './contact-seeds.ts';
import { mailTo, newAddress, registerByCall, signedInAt } from './people.ts';

const openSettings = async (page: Page, { id }: Campaign) => {
  await page.goto(`/dashboard/campaigns/${id}/edit?tab=settings`);
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Campaign' })).toBeVisible();
};

test('links get the UTM parameters that are chosen in the settings', async ({ page }) => {
  const { api, email } = await registerByCall('BUSINESS');
  await setUpSending(api);
  const html = '<p>See <a href="https://maple.test/club#join">the club</a></p>';
  const campaign = await addCampaign(api, { htmlContent: html });
  await signedInAt(page, email);

  await openSettings(page, campaign);
  await page.getByRole('switch', { name: 'Add UTM parameters to links' }).click();
  await page.getByLabel('Source').fill('newsletter');
  await expect(
    page.getByText('?utm_source=newsletter&utm_medium=email&utm_campaign=spring-sourdough-club'),
  ).toBeVisible();
  await expect.poll(async () => (await readCampaign(api, campaign.id)).utm?.source).toBe('newsletter');
  await page.getByRole('button', { name: 'Send test' }).click();

  const mail = await mailTo(email, campaign.subject);
  expect(mail.html).toContain(
    'href="https://maple.test/club?utm_source=newsletter&amp;utm_medium=email&amp;utm_campaign=spring-sourdough-club#join"',
  );
  expect((await readCampaign(api, campaign.id)).content.html).toBe(html);
});

/** A weekday that neither is today nor begins soon, in any time zone. */
const dayAhead = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(
  Date.now() + 3 * 86_400_000,
);

test(
  'a campaign waits for its sending window, says until when, and can be paused and cancelled meanwhile',
  { tag: '@nightly' },
  async ({ page }) => {
    const { api, email } = await registerByCall('BUSINESS');
    await setUpSending(api);
    await addContact(api, { email: newAddress('hannah'), firstName: 'Hannah', lastName: 'Okafor' });
    const campaign = await addCampaign(api);
    await signedInAt(page, email);

    await openSettings(page, campaign);
    await page.getByRole('switch', { name: 'Send only between' }).click();
    await expect(page.getByText(/^(Open now, until|Closed now\. Opens)/)).toBeVisible();
    await page.getByLabel('Until', { exact: true }).fill('09:00');
    await expect(page.getByText('Choose at least 30 minutes')).toBeVisible();
    await page.getByLabel('Until', { exact: true }).fill('00:00');
    const days = page.getByRole('group', { name: 'Days' });
    for (const name of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']) {
      const day = days.getByRole('button', { name });
      const isPressed = (await day.getAttribute('aria-pressed')) === 'true';
      if (isPressed !== (name === dayAhead)) await day.click();
    }
    await expect(days.getByRole('button', { pressed: true })).toHaveCount(1);
    await expect(page.getByText(/^Closed now\. Opens/)).toBeVisible();
    await expectNothingGraveInBothLooks(page, 'campaign settings with a sending window');
    await expect.poll(async () => (await readCampaign(api, campaign.id)).sendingWindow?.to).toBe('24:00');

    await page.getByRole('button', { name: 'Send Campaign' }).click();
    const question = page.getByRole('dialog', { name: 'Send to 1 recipient?' });
    await expect(question.getByText(/^The sending window is closed then\. Emails wait until/)).toBeVisible();
    await question.getByRole('button', { name: 'Send Campaign' }).click();
    await expect
      .poll(async () => (await readCampaign(api, campaign.id)).waitsUntil, { timeout: 30_000 })
      .not.toBeNull();

    await page.goto(`/dashboard/campaigns/${campaign.id}`);
    await expect(page.getByText(/^Waiting for the sending window, until/)).toBeVisible();
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByRole('heading', { name: 'Paused' })).toBeVisible();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByText(/^Waiting for the sending window, until/)).toBeVisible();
    await page.goto('/dashboard/campaigns');
    await expect(page.getByText('Waits until')).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    expect((await api.post(`/api/campaigns/${campaign.id}/cancel`)).status()).toBe(200);
    await expect.poll(async () => (await readCampaign(api, campaign.id)).status).toBe('COMPLETED');
    expect((await readCampaign(api, campaign.id)).progress).toEqual({ cancelled: 1 });
  },
);
