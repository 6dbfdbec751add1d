import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { addMailing } from './automation-seeds.ts';
import { expectNothingGraveInBothLooks } from './axe.ts';
import { setUpSending } from './campaign-seeds.ts';
import { addContact } from './contact-seeds.ts';
import { mailTo, newAddress, registerByCall, signedInAt } from './people.ts';

const subject = 'Your first loaf';
const email = { id: 'emailone', kind: 'email', campaignId: null, hours: null, cap: 'obey' };
/** Only people called Stone get the email. */
const onlyStones = {
  id: 'onlyston',
  kind: 'if',
  rule: {
    match: 'all',
    rules: [
      { kind: 'text', field: 'lastName', op: 'is', value: 'Stone' },
      { kind: 'status', op: 'isAnyOf', values: ['active'] },
    ],
  },
  lanes: [
    { id: 'laneyess', name: '', weight: 1, steps: [email] },
    { id: 'lanenooo', name: '', weight: 1, steps: [] },
  ],
};

async function ready(): Promise<{ address: string; api: APIRequestContext }> {
  const { email: address, api } = await registerByCall('BUSINESS');
  await setUpSending(api);
  return { address, api };
}
const letIn = async (api: APIRequestContext, id: string, contactIds: string[]) =>
  expect((await api.post(`/api/automations/${id}/runs`, { data: { contactIds } })).ok()).toBe(true);

async function openPath(page: Page, id: string, name: string) {
  await page.goto(`/dashboard/automations/${id}?tab=runs&search=${name.split(' ')[0]!}`);
  await page.getByRole('row').filter({ hasText: name }).click();
  const sheet = page.getByRole('dialog', { name });
  await expect(sheet.getByRole('region', { name: 'Path' })).toBeVisible();
  return sheet;
}

test(
  'whoever got nothing because of a condition is shown which one, and what they have',
  { tag: '@nightly' },
  async ({ page }) => {
    const { address, api } = await ready();
    const ada = newAddress('ada');
    const people = [
      await addContact(api, { email: ada, firstName: 'Ada', lastName: 'Stone' }),
      await addContact(api, { email: newAddress('ben'), firstName: 'Ben', lastName: 'Marsh' }),
    ];
    const id = await addMailing(api, { steps: [onlyStones], emailId: email.id, subject });
    await letIn(
      api,
      id,
      people.map((one) => one.id),
    );
    await mailTo(ada, subject);
    await signedInAt(page, address);

    const path = (await openPath(page, id, 'Ben Marsh')).getByRole('region', { name: 'Path' });
    await expect(path.getByText('Last name is “Stone”')).toBeVisible();
    await expect(path.getByText('Has: Marsh')).toBeVisible();
    await expect(path.getByText('Has: active')).toBeVisible();
    await expect(
      path.getByRole('listitem').filter({ hasText: 'Has: Marsh' }).getByText("Doesn't match").first(),
    ).toBeAttached();
    await expectNothingGraveInBothLooks(page, 'a path with conditions');
    const other = await openPath(page, id, 'Ada Stone');
    await expect(other.getByText('Has: Stone')).toBeVisible();
    await expect(other.getByText('1 email sent.')).toBeVisible();
  },
);

test('whoever was kept back by the limit, or opted out, reads it as a sentence', async ({ page }) => {
  const { address, api } = await ready();
  expect((await api.put('/api/sending/cap', { data: { isOn: true, emails: 1, hours: 168 } })).ok()).toBe(true);
  const ada = newAddress('ada');
  const { id: often } = await addContact(api, { email: ada, firstName: 'Ada', lastName: 'Stone' });
  const { id: gone } = await addContact(api, { email: newAddress('cleo'), firstName: 'Cleo', lastName: 'Hill' });
  const first = await addMailing(api, { steps: [email], emailId: email.id, subject });
  await letIn(api, first, [often]);
  await mailTo(ada, subject);
  expect((await api.put(`/api/contacts/${gone}`, { data: { status: 'unsubscribed' } })).ok()).toBe(true);
  const second = await addMailing(api, { steps: [email], emailId: email.id, subject: 'The second loaf' });
  await letIn(api, second, [often, gone]);
  const inside = async () =>
    ((await (await api.get(`/api/automations/${second}`)).json()) as { inside: number }).inside;
  await expect.poll(inside).toBe(0);
  await signedInAt(page, address);

  const capped = await openPath(page, second, 'Ada Stone');
  await expect(
    capped.getByText(/^Skipped: your limit of emails per contact was reached, and there was no room before/).first(),
  ).toBeVisible();
  const left = await openPath(page, second, 'Cleo Hill');
  await expect(left.getByText('They unsubscribed, so they left without this email.', { exact: true })).toBeVisible();
  await expectNothingGraveInBothLooks(page, 'a path without an email');
});
