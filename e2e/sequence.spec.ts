import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { type Campaign } from '../packages/contracts/src/campaigns.ts';
import { expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { readCampaign, setUpSending } from './campaign-seeds.ts';
import { addContact } from './contact-seeds.ts';
import { joinByCall, mailTo, newAddress, registerByCall, signedInAt, toast } from './people.ts';

const subjects = ['Feed your starter', 'Shape the dough', 'Bake the loaf'];
const wait = { amount: 2, unit: 'days' };

/** A sequence of three emails that are written. */
async function addSequence(api: APIRequestContext): Promise<Campaign> {
  const ids = ['emailone', 'emailtwo', 'emailthr'];
  const emails = ids.map((id, at) => ({ id, wait: at === 0 ? null : wait }));
  const answer = await api.post('/api/campaigns', { data: { type: 'SEQUENCE', name: 'Bread course', emails } });
  expect(answer.status(), await answer.text()).toBe(201);
  const campaign = (await answer.json()) as Campaign;
  for (const [at, { campaignId }] of (campaign.emails ?? []).entries()) {
    const data = { subject: subjects[at], htmlContent: '<p>Hello {{first_name}}</p>' };
    expect((await api.put(`/api/campaigns/${campaignId}`, { data })).ok()).toBe(true);
  }
  return campaign;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Writes an email in the editor it opens, and goes back. */
async function write(page: Page, no: number): Promise<void> {
  await page.getByRole('button', { name: `Write email ${no}` }).click();
  await expect(page.getByRole('link', { name: 'Back to the sequence' })).toBeVisible();
  await page.getByLabel('Email Subject').fill(subjects[no - 1]!);
  await page.getByRole('region', { name: 'Blocks' }).getByRole('button', { name: 'Heading' }).click();
  await expect(page.getByRole('textbox', { name: 'Heading text' })).toBeFocused();
  await page.keyboard.type(`Lesson ${no}`);
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await page.getByRole('link', { name: 'Back to the sequence' }).click();
  await expect(page.getByRole('article', { name: `Email ${no}` })).toContainText(subjects[no - 1]!);
}

test('a sequence of three emails is written from nothing, started, and the first email arrives', async ({ page }) => {
  const { api, email } = await registerByCall('BUSINESS');
  await setUpSending(api);
  const hannah = newAddress('hannah');
  await addContact(api, { email: hannah, firstName: 'Hannah', lastName: 'Okafor' });
  await signedInAt(page, email);
  await page.goto('/dashboard/campaigns');
  await page
    .getByRole('link', { name: /^Create/ })
    .first()
    .click();
  await expect(heading(page, 'Create Campaign')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'SMS' })).toHaveCount(0);

  await page.getByRole('radio', { name: 'Sequence' }).click();
  await page.getByLabel('Campaign Name').fill('Bread course');
  await page.getByRole('button', { name: 'Add email' }).click();
  await expect(page.getByRole('article', { name: 'Email 3' })).toBeVisible();
  await page.getByRole('group', { name: 'Wait before email 2' }).getByLabel('How long').fill('2');
  for (const no of [1, 2, 3]) await write(page, no);

  await page.getByRole('tab', { name: 'Recipients' }).click();
  await expect(page.getByRole('status').getByText('recipients selected')).toContainText('1');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Start for 1 recipient?' });
  for (const subject of subjects) await expect(question).toContainText(subject);
  await question.getByRole('button', { name: 'Start' }).click();
  await expect(toast(page, 'Sequence started')).toBeVisible();

  const card = page.getByRole('article', { name: 'Bread course' });
  await expect(card).toContainText('SEQUENCE');
  await expect(card).toContainText('3 emails');
  expect((await mailTo(hannah, subjects[0]!)).subject).toBe(subjects[0]);
  await card.getByRole('link', { name: /Report/ }).click();
  await expect(heading(page, 'Bread course')).toBeVisible();
  const first = page.getByRole('row').filter({ hasText: subjects[0]! });
  await expect(first.getByRole('cell').first()).toHaveText('1');
  await expect(page.getByText('1 person inside')).toBeVisible();
  await page.getByRole('tab', { name: 'People' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Hannah Okafor' })).toContainText('Email 2');

  await page.getByRole('tab', { name: 'Emails' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused with 1 person inside')).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('1 person inside', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: subjects[0]! }).click();
  await expect(heading(page, 'Bread course 1')).toBeVisible();
  await page.getByRole('link', { name: 'Sequence', exact: true }).click();
  await expect(heading(page, 'Bread course')).toBeVisible();
});

test(
  'builder, list and report are read by everybody, in both themes and on a phone',
  { tag: '@nightly' },
  async ({ page }) => {
    const { api, email } = await registerByCall('BUSINESS');
    await setUpSending(api);
    await addContact(api, { email: newAddress('theo'), firstName: 'Theo', lastName: 'Lindqvist' });
    const { id } = await addSequence(api);
    await signedInAt(page, email);
    await page.goto(`/dashboard/campaigns/${id}/edit`);
    await expect(page.getByRole('article', { name: 'Email 3' })).toContainText(subjects[2]!);
    await expectNothingGraveInBothLooks(page, 'builder of a sequence');

    expect((await api.post(`/api/campaigns/${id}/send`, { data: { afterSeconds: 0 } })).ok()).toBe(true);
    await expect.poll(async () => (await readCampaign(api, id)).stats.sent).toBe(1);
    for (const path of [
      '/dashboard/campaigns',
      `/dashboard/campaigns/${id}`,
      `/dashboard/campaigns/${id}?tab=people`,
    ]) {
      await page.goto(path);
      await expect(page.getByText(/Bread course|Theo Lindqvist/).first()).toBeVisible();
      await expectNothingGraveInBothLooks(page, path.replace(id, 'id'));
    }
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of [`/dashboard/campaigns/${id}`, `/dashboard/campaigns/${id}/edit`, '/dashboard/campaigns']) {
      await page.goto(path);
      await expect(page.getByText(/^(Bread course|Bake the loaf)$/).first()).toBeVisible();
      await expect.poll(() => scrollsSideways(page), path.replace(id, 'id')).toBe(false);
    }
  },
);

test('a viewer reads a sequence and changes nothing', async ({ page }) => {
  const { api } = await registerByCall('BUSINESS');
  await setUpSending(api);
  await addContact(api, { email: newAddress('greta'), firstName: 'Greta', lastName: 'Hofmann' });
  const { id } = await addSequence(api);
  const viewer = await joinByCall(api, 'VIEWER', 'Vera Lund');
  await signedInAt(page, viewer);
  await page.goto(`/dashboard/campaigns/${id}/edit`);
  await expect(page.getByRole('article', { name: 'Email 1' })).toContainText(subjects[0]!);
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add email' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'View email 1' })).toBeVisible();
  expect((await page.request.post(`/api/campaigns/${id}/send`, { data: {} })).status()).toBe(403);

  expect((await api.post(`/api/campaigns/${id}/send`, { data: { afterSeconds: 0 } })).ok()).toBe(true);
  await expect.poll(async () => (await readCampaign(api, id)).stats.sent).toBe(1);
  await page.goto(`/dashboard/campaigns/${id}`);
  await expect(page.getByRole('link', { name: subjects[0]! })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
});
