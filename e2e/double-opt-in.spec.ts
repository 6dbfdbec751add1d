import { type APIRequestContext, expect, test } from '@playwright/test';
import { expectNothingGraveInBothLooks } from './axe.ts';
import { setUpSending } from './campaign-seeds.ts';
import { mailTo, newAddress, registerByCall, signedInAt } from './people.ts';

const fields = [
  { id: 'field_1', type: 'text', label: 'First name' },
  { id: 'field_2', type: 'email', label: 'Email', required: true },
  { id: 'field_3', type: 'consent', label: 'Email me the weekly bake list' },
];

type Audience = { recipients: number; leftOut: { reason: string; people: number }[] };

/** Who a campaign to everybody would reach, and who not. */
async function audienceOf(api: APIRequestContext) {
  const answer = await api.post('/api/campaigns/audience', { data: { recipients: { type: 'all' } } });
  expect(answer.status(), await answer.text()).toBe(200);
  const { recipients, leftOut } = (await answer.json()) as Audience;
  return { recipients, unconfirmed: leftOut.find(({ reason }) => reason === 'unconfirmed')?.people ?? 0 };
}

test('C4: whoever fills in a form confirms by email, and gets no campaign before', async ({ page, browser }, info) => {
  const { email, api } = await registerByCall('BUSINESS');
  await setUpSending(api);
  await signedInAt(page, email);
  const form = { name: 'Bread club', fields, settings: { title: 'Join the bread club' }, clientId: null };
  const { id } = (await (await api.post('/api/forms', { data: form })).json()) as { id: string };

  await page.goto(`/dashboard/forms?edit=${id}`);
  await page.getByRole('tab', { name: 'Form settings' }).click();
  const optIn = page.getByRole('switch', { name: 'Ask people to confirm by email' });
  await optIn.click();
  await expect(optIn).toBeChecked();
  await page.screenshot({ path: info.outputPath('settings.png') });
  await page.getByRole('button', { name: 'Save Form' }).click();
  await page.getByRole('button', { name: 'Publish version 2' }).click();
  await expect
    .poll(async () => ((await (await api.get(`/api/forms/${id}/draft`)).json()) as { version: number }).version)
    .toBe(2);

  const stranger = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const visitor = await stranger.newPage();
  const hannah = newAddress('hannah');
  await visitor.goto(`/forms/${id}`);
  await visitor.getByLabel('First name').fill('Hannah');
  await visitor.getByRole('textbox', { name: /^Email/ }).fill(hannah);
  await visitor.getByLabel('Email me the weekly bake list').check();
  await visitor.getByRole('button', { name: 'Submit' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Thank You!' })).toBeVisible();
  const caught = await mailTo(hannah, 'Confirm your subscription');
  await expect.poll(() => audienceOf(api)).toEqual({ recipients: 0, unconfirmed: 1 });

  // A scanner of a mailbox looks at every link, more than once.
  const link = /https?:\/\/\S+\/t\/f\/[\w.-]+/.exec(caught.text)![0];
  await visitor.goto(link);
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: 'Confirm your subscription' })).toBeVisible();
  await expectNothingGraveInBothLooks(visitor, 'confirmation');
  await visitor.screenshot({ path: info.outputPath('confirm.png') });
  expect(await audienceOf(api)).toEqual({ recipients: 0, unconfirmed: 1 });
  await visitor.getByRole('button', { name: 'Confirm' }).click();
  await expect(visitor.getByRole('heading', { name: 'Your subscription is confirmed' })).toBeVisible();
  await expect.poll(() => audienceOf(api)).toEqual({ recipients: 1, unconfirmed: 0 });
  expect(await stranger.cookies()).toEqual([]);

  const found = await api.get(`/api/contacts?search=${encodeURIComponent(hannah)}`);
  const { items } = (await found.json()) as { items: { id: string }[] };
  await page.goto(`/dashboard/contacts?contact=${items[0]!.id}`);
  await expect(
    page
      .getByRole('dialog')
      .getByText(/Bread club/)
      .first(),
  ).toBeVisible();
});
