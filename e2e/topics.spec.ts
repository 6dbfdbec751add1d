import { type APIRequestContext, expect, test } from '@playwright/test';
import { expectNothingGrave, expectNothingGraveInBothLooks } from './axe.ts';
import { addCampaign, setUpSending } from './campaign-seeds.ts';
import { addContact } from './contact-seeds.ts';
import { mailTo, newAddress, registerByCall, signedInAt } from './people.ts';

type Audience = { recipients: number; leftOut: { reason: string; people: number }[] };

async function audienceOf(api: APIRequestContext, topicId: string | null) {
  const answer = await api.post('/api/campaigns/audience', { data: { recipients: { type: 'all' }, topicId } });
  expect(answer.status(), await answer.text()).toBe(200);
  const { recipients, leftOut } = (await answer.json()) as Audience;
  return [recipients, leftOut.find(({ reason }) => reason === 'topic-opted-out')?.people ?? 0];
}

test('a reader opts out of one topic from an email, and still gets what has another', async ({
  page,
  browser,
}, info) => {
  const { email, api } = await registerByCall('BUSINESS');
  await setUpSending(api);
  const hannah = newAddress('hannah');
  const { id: contactId } = await addContact(api, { email: hannah, firstName: 'Hannah' });
  await signedInAt(page, email);

  await page.goto('/dashboard/settings/topics');
  await page.getByRole('button', { name: 'Add your first topic' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add topic' });
  await dialog.getByRole('button', { name: 'Add topic' }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await dialog.getByLabel('Name').fill('Offers');
  await dialog.getByLabel(/^Description/).fill('At most twice a month');
  await dialog.getByRole('button', { name: 'Add topic' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'At most twice a month' })).toBeVisible();
  await expectNothingGrave(page, 'topics in settings');

  const { id } = await addCampaign(api, { subject: 'Two loaves for one' });
  await page.goto(`/dashboard/campaigns/${id}/edit?tab=settings`);
  await page.getByRole('combobox', { name: 'Topic' }).click();
  await page.getByRole('option', { name: 'Offers' }).click();
  await expect(page.getByText('1 of 1 recipients get this topic.')).toBeVisible();
  await page.screenshot({ path: info.outputPath('campaign.png') });
  const read = async () =>
    (await (await api.get(`/api/campaigns/${id}`)).json()) as { topicId: string; topicName: string };
  await expect.poll(async () => (await read()).topicName).toBe('Offers');
  const { topicId } = await read();
  expect((await api.post(`/api/campaigns/${id}/send`, { data: {} })).ok()).toBe(true);

  const stranger = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const reader = await stranger.newPage();
  const caught = await mailTo(hannah, 'Two loaves for one');
  await reader.goto(/https?:\/\/\S+\/t\/p\/[\w.-]+/.exec(caught.text)![0]);
  const offers = reader.getByRole('checkbox', { name: /^Offers/ });
  await expect(offers).toBeChecked();
  await expectNothingGraveInBothLooks(reader, 'preferences with topics');
  await reader.screenshot({ path: info.outputPath('preferences.png') });
  await offers.uncheck();
  await reader.getByRole('button', { name: 'Save preferences' }).click();
  await expect(reader.getByText("You won't receive: Offers.")).toBeVisible();
  await expect.poll(() => audienceOf(api, topicId)).toEqual([0, 1]);
  expect(await audienceOf(api, null)).toEqual([1, 0]);

  await reader.getByRole('link', { name: /^Email preferences/ }).click();
  await expect(reader.getByRole('checkbox', { name: /^Offers/ })).not.toBeChecked();
  const news = await addCampaign(api, { subject: 'The oven is back' });
  expect((await api.post(`/api/campaigns/${news.id}/send`, { data: {} })).ok()).toBe(true);
  await mailTo(hannah, 'The oven is back');

  await page.goto(`/dashboard/contacts?contact=${contactId}`);
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('Opted out of Offers')).toBeVisible();
  await sheet.getByRole('tab', { name: 'Consent' }).click();
  await expect(sheet.getByText(/Only they can opt in again/)).toBeVisible();
  await page.screenshot({ path: info.outputPath('contact.png') });
});
