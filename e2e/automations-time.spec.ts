import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test';
import type { Automation } from '../packages/contracts/src/automations.ts';
import { expectNothingGrave, expectNothingGraveInBothLooks, scrollsSideways } from './axe.ts';
import { waitDays } from './automation-seeds.ts';
import { setUpSending } from './campaign-seeds.ts';
import { addContact, addTag } from './contact-seeds.ts';
import { joinByCall, mailFrom, newAddress, registerByCall, signedInAt, toast } from './people.ts';

const around = {
  format: 1,
  entry: { filter: null, again: 'never', notWithinDays: 0 },
  stay: { filter: null, leaveWhen: [] },
  goal: null,
  hours: null,
};
const emailStep = (id: string, campaignId: string | null) => ({
  id,
  kind: 'email',
  campaignId,
  hours: null,
  cap: 'obey',
});

async function add(api: APIRequestContext, steps: object[], triggers: object[] = [{ kind: 'manual' }]) {
  const answer = await api.post('/api/automations', {
    data: { name: 'Bread club', document: { ...around, triggers, steps } },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as Automation;
}

/** An email, three days, and a tag. */
async function addWelcome(api: APIRequestContext, triggers?: object[]): Promise<string> {
  const tag = await addTag(api, 'Welcomed');
  const stepsWith = (campaignId: string | null) => [
    emailStep('emailone', campaignId),
    waitDays('waitonee', 3),
    { id: 'givetags', kind: 'tag', add: [tag.id], remove: [] },
  ];
  const { id, draft } = await add(api, stepsWith(null), triggers);
  const body = { stepId: 'emailone', name: 'Your first loaf', subject: 'Your first loaf' };
  const made = await api.post(`/api/automations/${id}/emails`, { data: body });
  const { campaignId } = (await made.json()) as { campaignId: string };
  await api.put(`/api/campaigns/${campaignId}`, { data: { htmlContent: '<p>Hello {{first_name}}</p>' } });
  await api.put(`/api/automations/${id}/draft`, { data: { document: { ...draft, steps: stepsWith(campaignId) } } });
  return id;
}

const fields = [
  { id: 'field_1', type: 'email', label: 'Email', required: true },
  { id: 'field_2', type: 'consent', label: 'Send me the weekly bake list' },
];

/** A form that some people have filled in, each with consent. */
async function addFilledForm(api: APIRequestContext, people: number): Promise<string> {
  const settings = { title: 'Bread club sign-up', protection: { proofOfWork: false } };
  const answer = await api.post('/api/forms', {
    data: { name: 'Bread club sign-up', fields, settings, clientId: null },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  for (let at = 0; at < people; at += 1) {
    const data = { field_1: newAddress('reader'), field_2: true };
    await expect.poll(async () => (await api.post(`/api/forms/${id}/submit`, { data })).status()).toBe(200);
  }
  const contacts = async () => ((await (await api.get('/api/contacts')).json()) as { items: unknown[] }).items.length;
  await expect.poll(contacts).toBe(people);
  return id;
}

const chooseTest = async (page: Page, item: RegExp) => {
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('one contact is walked through: waits are skipped, effects listed, emails sent to whoever tests', async ({
  page,
}) => {
  const { api, email } = await registerByCall('BUSINESS');
  const { from } = await setUpSending(api);
  const noor = await addContact(api, { firstName: 'Noor', lastName: 'Haddad', email: newAddress('noor') });
  const id = await addWelcome(api);
  await signedInAt(page, email);
  await page.goto(`/dashboard/automations/${id}`);
  await chooseTest(page, /Test with one contact/);
  const sheet = page.getByRole('dialog', { name: 'Test with one contact' });
  await expect(sheet.getByRole('button', { name: 'Start test' })).toHaveAttribute('aria-disabled', 'true');
  await sheet.getByRole('button', { name: 'Choose a contact' }).click();
  await page.getByRole('button', { name: 'Noor Haddad' }).click();
  await sheet.getByRole('switch', { name: 'Send the emails to me' }).click();
  await sheet.getByRole('button', { name: 'Start test' }).click();

  const path = sheet.getByRole('region', { name: 'Path' });
  await expect(path.getByRole('listitem').filter({ hasText: 'Send email: Your first loaf' })).toContainText('Sent');
  await expect(path.getByText('Would send "Your first loaf"')).toBeVisible();
  await expect(path.getByRole('listitem').filter({ hasText: 'Wait: 3 days' })).toContainText(/Skipped to .+ at /);
  await expect(path.getByText('Would add the tag Welcomed')).toBeVisible();
  await expect(sheet.getByText('Completed every step')).toBeVisible();
  await expect(sheet.getByText(`1 email sent to ${email}`)).toBeVisible();
  expect((await mailFrom(from.split('@')[1]!, email)).subject).toContain('Your first loaf');
  const contact = (await (await api.get(`/api/contacts/${noor.id}`)).json()) as { tags: unknown[] };
  expect(contact.tags).toEqual([]);
});

test('by keyboard alone a contact is chosen and walked through', { tag: '@nightly' }, async ({ page }) => {
  const { api, email } = await registerByCall('BUSINESS');
  await addContact(api, { firstName: 'Grace', lastName: 'Adeyemi', email: newAddress('grace') });
  const { id } = await add(api, [waitDays('waitonee', 3)]);
  await signedInAt(page, email);
  await page.goto(`/dashboard/automations/${id}`);
  const press = async (target: Locator) => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  await press(page.getByRole('button', { name: 'Test', exact: true }));
  await expect(page.getByRole('menuitem', { name: /Test with one contact/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Test with one contact' });
  await expect(sheet).toBeVisible();
  await press(sheet.getByRole('button', { name: 'Choose a contact' }));
  await expect(page.getByRole('searchbox', { name: 'Find a contact' })).toBeFocused();
  await page.keyboard.type('Grace');
  await press(page.getByRole('button', { name: 'Grace Adeyemi' }));
  await press(sheet.getByRole('button', { name: 'Start test' }));

  await expect(sheet.getByText('Completed every step')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});

/** By the keyboard alone, as often as it takes. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < 80; pressed += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The keyboard never came there.');
}

test(
  'a back-test tells who would have entered by a form and what they would have been sent',
  { tag: '@nightly' },
  async ({ page }) => {
    const { api, email } = await registerByCall('BUSINESS');
    const formId = await addFilledForm(api, 3);
    const id = await addWelcome(api, [{ kind: 'form.submitted', formId }]);
    await signedInAt(page, email);
    await page.goto(`/dashboard/automations/${id}`);
    await chooseTest(page, /Back-test/);
    await expect(page.getByRole('heading', { level: 1, name: 'Back-test' })).toBeFocused();
    await page.getByRole('button', { name: 'Run back-test' }).click();

    await expect(
      page.getByRole('heading', { name: '3 people would have entered and received 3 emails' }),
    ).toBeVisible();
    await expect(page.getByText('of 3 submissions')).toBeVisible();
    await expect(page.getByText(/^Done in \d+ s, nothing was sent$/)).toBeVisible();
    const steps = page.getByRole('table', { name: 'Steps of the back-test' });
    await expect(steps.getByRole('row', { name: /Send email Your first loaf/ })).toContainText('33––');
    await expect(page.getByRole('img', { name: '3 emails, by week and step' })).toBeVisible();
    const people = page.getByRole('region', { name: 'People' });
    await expect(people.getByText('3 of 3')).toBeVisible();
    await people.getByRole('button').first().click();
    const person = page.getByRole('dialog', { name: /@journey\.example/ });
    await expect(person.getByText('Would still be inside')).toBeVisible();
    await expect(person.getByRole('region', { name: 'Path' }).getByText('Send email: Your first loaf')).toBeVisible();
    await expectNothingGrave(page, 'path of a back-test');
    await page.keyboard.press('Escape');

    await page.getByRole('combobox', { name: 'Period' }).click();
    await page.getByRole('option', { name: 'Last 30 days' }).click();
    await expect(page.getByRole('combobox', { name: 'Period' })).toHaveText('Last 30 days');
    const tested = async () => (await (await api.get(`/api/automations/${id}/back-test`)).json()).backTest;
    await expect.poll(async () => (await tested()).days).toBe(30);
    await expect(page.getByRole('heading', { name: /3 people would have entered/ })).toBeVisible();
    const draft = ((await (await api.get(`/api/automations/${id}`)).json()) as Automation).draft;
    await api.put(`/api/automations/${id}/draft`, { data: { document: { ...draft, steps: draft.steps.slice(1) } } });
    await page.reload();
    await expect(page.getByText('The automation has changed')).toBeVisible();
    await page.getByRole('button', { name: 'Run again' }).first().click();
    await expect(
      page.getByRole('heading', { name: '3 people would have entered and received 0 emails' }),
    ).toBeVisible();
  },
);

test('a back-test of what nobody did says so, and who may only look starts none', async ({ page, browser }) => {
  const { api, email } = await registerByCall('BUSINESS');
  const { id } = await add(api, [waitDays('waitonee', 3)], [{ kind: 'form.submitted', formId: null }]);
  await signedInAt(page, email);
  await page.goto(`/dashboard/automations/${id}?tab=back-test`);
  const other = await browser.newPage();
  await signedInAt(other, await joinByCall(api, 'VIEWER', 'Vera Novak'));
  await other.goto(`/dashboard/automations/${id}?tab=back-test`);
  await expect(other.getByRole('heading', { name: 'See what this automation would have done' })).toBeVisible();
  await expect(other.getByRole('button', { name: /Run|Publish/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Run back-test' }).click();
  await expect(page.getByRole('heading', { name: 'No one would have entered' })).toBeVisible();
  await other.reload();
  await expect(other.getByRole('heading', { name: 'No one would have entered' })).toBeVisible();
  await expect(other.getByRole('button', { name: /Run|Publish/ })).toHaveCount(0);
});

test(
  'test and back-test fit a phone and can be used by everyone in both looks',
  { tag: '@nightly' },
  async ({ page }) => {
    const { api, email } = await registerByCall('BUSINESS');
    const formId = await addFilledForm(api, 2);
    const id = await addWelcome(api, [{ kind: 'form.submitted', formId }]);
    await signedInAt(page, email);
    await page.goto(`/dashboard/automations/${id}?tab=back-test`);
    await expect(page.getByRole('button', { name: 'Run back-test' })).toBeVisible();
    await expectNothingGraveInBothLooks(page, 'before a back-test');
    await page.getByRole('button', { name: 'Run back-test' }).click();
    await expect(page.getByRole('heading', { name: /2 people would have entered/ })).toBeVisible();
    await expectNothingGraveInBothLooks(page, 'back-test');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => scrollsSideways(page)).toBe(false);

    await page.goto(`/dashboard/automations/${id}`);
    await chooseTest(page, /Test with one contact/);
    const sheet = page.getByRole('dialog', { name: 'Test with one contact' });
    await sheet.getByRole('button', { name: 'Choose a contact' }).click();
    await page
      .getByRole('button', { name: /@journey\.example/ })
      .first()
      .click();
    await sheet.getByRole('button', { name: 'Start test' }).click();
    await expect(sheet.getByRole('region', { name: 'Path' })).toBeVisible();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expectNothingGrave(page, 'test walk on a phone');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNothingGrave(page, 'test walk on a phone, dark');
  },
);

test('somebody inside is moved to another step by hand', async ({ page }) => {
  const { api, email } = await registerByCall('BUSINESS');
  const { id, draftNo } = await add(api, [waitDays('waitonee', 3), waitDays('waittwoo', 5)]);
  expect((await api.post(`/api/automations/${id}/publish`, { data: { draftNo } })).status()).toBe(200);
  const noor = await addContact(api, { firstName: 'Noor', lastName: 'Haddad', email: newAddress('noor') });
  await api.post(`/api/automations/${id}/runs`, { data: { contactIds: [noor.id] } });
  await signedInAt(page, email);
  await page.goto(`/dashboard/automations/${id}?tab=runs`);
  await page.getByText('Noor Haddad').first().click();
  const sheet = page.getByRole('dialog', { name: 'Noor Haddad' });
  await expect(sheet.getByText(/Waiting at Wait: 3 days until/)).toBeVisible();

  await sheet.getByRole('button', { name: 'Move to step' }).click();
  await page.getByRole('menuitem', { name: /3\. Wait/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move', exact: true }).click();
  await expect(toast(page, 'Person moved')).toBeVisible();
  await expect(sheet.getByText(/Waiting at Wait: 5 days until/)).toBeVisible();
  await expect(sheet.getByRole('region', { name: 'Path' }).getByText('Here now')).toBeVisible();
});

test(
  'a step that is duplicated takes its email along, and the secret of webhooks is shown once',
  { tag: '@nightly' },
  async ({ page }) => {
    const { api, email } = await registerByCall('BUSINESS');
    const id = await addWelcome(api);
    await signedInAt(page, email);
    await page.goto(`/dashboard/automations/${id}`);
    await page.locator('[data-select=emailone]').click();
    await page.getByRole('button', { name: 'Duplicate' }).click();
    const emails = async () => {
      const { draft } = (await (await api.get(`/api/automations/${id}`)).json()) as Automation;
      return draft.steps.flatMap((step) => (step.kind === 'email' ? [step.campaignId] : []));
    };
    await expect.poll(async () => new Set((await emails()).filter(Boolean)).size).toBe(2);
    await expect(page.locator('[data-select]').filter({ hasText: 'Your first loaf' })).toHaveCount(2);

    await page.keyboard.press('a');
    await page.getByRole('menuitem', { name: 'Webhook' }).click();
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click();
    const secret = page.getByRole('region', { name: 'Signing secret' });
    await expect(secret.getByText(/^whsec_/)).toBeVisible();
    await expect(secret.getByText('How to verify the signature')).toBeVisible();
    await expectNothingGrave(page, 'secret of webhooks');
    await page.reload();
    await page.locator('[data-select]').filter({ hasText: 'Add an address' }).click();
    await expect(page.getByRole('button', { name: 'New secret' })).toBeVisible();
    await expect(page.getByText(/^whsec_/)).toHaveCount(0);
  },
);
