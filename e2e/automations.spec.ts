import { type APIRequestContext, expect, test } from '@playwright/test';
import type { AutomationDocument } from '../packages/contracts/src/automation-document.ts';
import type { Automation } from '../packages/contracts/src/automations.ts';
import { onlyAutomation, row, shapeOf, steps, welcome } from './automation-seeds.ts';
import { expectNothingGrave, scrollsSideways } from './axe.ts';
import { addContact, importByCall, numbered } from './contact-seeds.ts';
import { joinByCall, newAddress, registerByCall, signedInAt, toast } from './people.ts';

const email = { kind: 'email', campaignId: null, hours: null, cap: 'obey' };
const document = {
  format: 1,
  triggers: [{ kind: 'form.submitted', formId: null }],
  entry: { filter: null, again: 'never', notWithinDays: 0 },
  stay: { filter: null, leaveWhen: [] },
  goal: null,
  hours: null,
  steps: [
    { id: 'emailone', ...email },
    { id: 'waitonee', kind: 'wait', for: { amount: 3, unit: 'days' } },
    {
      id: 'splitone',
      kind: 'split',
      lanes: [
        { id: 'lanelana', name: 'A', weight: 1, steps: [{ id: 'emailtwo', ...email }] },
        { id: 'lanelanb', name: 'B', weight: 1, steps: [] },
      ],
    },
  ],
};

async function addAutomation(api: APIRequestContext): Promise<string> {
  const answer = await api.post('/api/automations', { data: { name: 'Bread club', document } });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as Automation).id;
}

test('a recipe gives a draft with its emails, which open in the editor of campaigns', async ({ page }) => {
  const { api, email: address } = await registerByCall('BUSINESS');
  await signedInAt(page, address);
  await page.goto('/dashboard/automations');
  await page.getByRole('button', { name: 'Use this recipe' }).click();
  await expect(steps(page)).toBeVisible();
  await expect.poll(() => shapeOf(api)).toEqual(welcome);
  await row(page, 'Welcome, here is what comes next').click();
  await page.getByRole('region', { name: 'Email' }).getByRole('button', { name: 'Edit' }).click();

  await expect(page).toHaveURL(/\/dashboard\/campaigns\/[0-9a-f-]+\/edit/);
  await expect(page.getByText('Welcome, here is what comes next').first()).toBeVisible();
});

test('what is missing keeps a draft from being published, and leads to its step', async ({ page }) => {
  const { api, email: address } = await registerByCall('BUSINESS');
  const id = await addAutomation(api);
  await signedInAt(page, address);
  await page.goto(`/dashboard/automations/${id}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish Bread club' });

  await expect(dialog.getByRole('button', { name: 'Publish', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('button', { name: 'Step 2: Write the email.' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('[data-select=emailone]')).toHaveAttribute('aria-current', 'true');
});

test('somebody else who saved meanwhile is not written over', async ({ page }) => {
  const { api, email: address } = await registerByCall('BUSINESS');
  const id = await addAutomation(api);
  await signedInAt(page, address);
  await page.goto(`/dashboard/automations/${id}`);
  await expect(steps(page)).toBeVisible();
  const theirs: AutomationDocument = { ...(document as unknown as AutomationDocument), steps: [] };
  await api.put(`/api/automations/${id}/draft`, { data: { document: theirs } });
  await row(page, '3 days').click();
  await page.keyboard.press('Delete');

  await expect(page.getByText('Choose which version to keep.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => shapeOf(api)).toMatchObject({ steps: ['email', ['split', ['email'], []]] });
});

async function idsOfAll(api: APIRequestContext): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const answer = await api.get(`/api/contacts?limit=100${cursor && `&cursor=${cursor}`}`);
    const page = (await answer.json()) as { items: { id: string }[]; nextCursor: string | null };
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return ids;
}

/** People who wait at the first step of a live automation without emails; Noor and Grace are two of them. */
async function addLive(api: APIRequestContext, people = 2): Promise<string> {
  const waits = ['waitonee', 'waittwoo'].map((id) => ({ id, kind: 'wait', for: { amount: 3, unit: 'days' } }));
  const answer = await api.post('/api/automations', {
    data: { name: 'Bread club', document: { ...document, steps: waits } },
  });
  const { id, draftNo } = (await answer.json()) as Automation;
  const published = await api.post(`/api/automations/${id}/publish`, { data: { draftNo } });
  expect(published.status(), await published.text()).toBe(200);
  if (people > 2) await importByCall(api, numbered(people - 2));
  for (const firstName of ['Noor', 'Grace']) await addContact(api, { firstName, email: newAddress(firstName) });
  const entered = await api.post(`/api/automations/${id}/runs`, { data: { contactIds: await idsOfAll(api) } });
  expect(await entered.json()).toMatchObject({ entered: people, leftOut: 0 });
  return id;
}

test(
  '500 people inside are seen where they wait, and decided about before their step is gone',
  { tag: '@nightly' },
  async ({ page }) => {
    const { api, email: address } = await registerByCall('BUSINESS');
    const id = await addLive(api, 500);
    await signedInAt(page, address);
    await page.goto(`/dashboard/automations/${id}?tab=runs`);
    await page.getByRole('searchbox', { name: 'Find a person' }).fill('noor');
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.getByText('Noor').first().click();
    const sheet = page.getByRole('dialog', { name: /Noor/ });
    await expect(sheet.getByText(/Waiting at Wait: 3 days until/)).toBeVisible();
    await expectNothingGrave(page, 'path');
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'Journey' }).click();
    await expect(page.getByRole('link', { name: '500 people here now' })).toBeVisible();
    await page.locator('[data-select=waitonee]').click();
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Publish changes' }).click();

    const dialog = page.getByRole('dialog', { name: 'Publish version 2' });
    const publish = dialog.getByRole('button', { name: 'Publish version 2' });
    await expect(dialog.getByText('500 people are inside. Decide what happens to them.')).toBeVisible();
    await expect(publish).toHaveAttribute('aria-disabled', 'true');
    await expectNothingGrave(page, 'publish');
    await dialog.getByRole('combobox', { name: 'What happens' }).click();
    await page.getByRole('option', { name: 'Go on at step 2: 3 days' }).click();
    await publish.click();
    await expect(toast(page, 'Automation published')).toBeVisible();
    await expect(page.locator('[data-select=waittwoo]')).toBeVisible();
    // Nobody was dropped on the way, and nobody stands anywhere else.
    const standing = async () => {
      const { steps: figures } = (await (await api.get(`/api/automations/${id}/figures`)).json()) as {
        steps: { stepId: string; here: number }[];
      };
      return figures.filter(({ here }) => here > 0).map(({ stepId, here }) => [stepId, here]);
    };
    await expect.poll(standing).toEqual([['waittwoo', 500]]);
  },
);

test('a live automation is paused and resumed, and what was due is asked about', async ({ page }) => {
  const { api, email: address } = await registerByCall('BUSINESS');
  const id = await addLive(api);
  await signedInAt(page, address);
  await page.goto(`/dashboard/automations/${id}`);
  await page.getByRole('button', { name: 'Actions for Bread club' }).click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pause' }).click();
  await expect(toast(page, 'Automation paused')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Bread club' }).click();
  await page.getByRole('menuitem', { name: 'Resume' }).click();
  await page.getByRole('radio', { name: /They go on now/ }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();

  await expect(toast(page, 'Automation resumed')).toBeVisible();
  expect((await onlyAutomation(api)).status).toBe('live');
});

test('somebody who may only look sees everything and changes nothing', async ({ page }) => {
  const { api } = await registerByCall('BUSINESS');
  const id = await addAutomation(api);
  await signedInAt(page, await joinByCall(api, 'VIEWER', 'Vera Novak'));
  await page.goto('/dashboard/automations');
  await expect(page.getByRole('button', { name: 'Create Automation' })).toHaveCount(0);
  await page.goto(`/dashboard/automations/${id}`);
  await row(page, '3 days').click();
  await page.keyboard.press('Delete');
  await page.keyboard.press('a');

  await expect(row(page, '3 days')).toHaveCount(1);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Publish|Add step/ })).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveAttribute('readonly', '');
});

test('on a phone steps are added, moved and edited', async ({ page }) => {
  const { api, email: address } = await registerByCall('BUSINESS');
  const id = await addAutomation(api);
  await page.setViewportSize({ width: 390, height: 844 });
  await signedInAt(page, address);
  await page.goto(`/dashboard/automations/${id}`);
  await row(page, '3 days').click();
  await page.getByRole('button', { name: 'Move up' }).click();
  await expect.poll(() => shapeOf(api)).toMatchObject({ steps: ['wait', 'email', ['split', ['email'], []]] });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Step settings' });
  await sheet.getByRole('textbox', { name: 'Amount' }).fill('5');
  await page.keyboard.press('Escape');
  await expect(row(page, '5 days')).toBeVisible();

  await expect.poll(() => scrollsSideways(page)).toBe(false);
  await page.goto('/dashboard/automations?create=true');
  await expect(page.getByRole('button', { name: 'Use this recipe' })).toBeVisible();
  await expect.poll(() => scrollsSideways(page)).toBe(false);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every view can be used by everyone, ${colorScheme}`, { tag: '@nightly' }, async ({ page }) => {
    const { api, email: address } = await registerByCall('BUSINESS');
    await page.emulateMedia({ colorScheme });
    await signedInAt(page, address);
    await page.goto('/dashboard/automations');
    await expect(page.getByRole('button', { name: 'Use this recipe' })).toBeVisible();
    await expectNothingGrave(page, 'recipes');
    const id = await addAutomation(api);
    await page.goto('/dashboard/automations');
    await expect(page.getByText('Bread club')).toBeVisible();
    await expectNothingGrave(page, 'list');
    await page.goto(`/dashboard/automations/${id}`);
    await row(page, '3 days').click();
    await expectNothingGrave(page, 'steps');
    await page.getByRole('radio', { name: 'Canvas' }).click();
    await expect(page.locator('.react-flow__node-step')).toHaveCount(4);
    await expectNothingGrave(page, 'canvas');
    for (const tab of ['runs', 'settings']) {
      await page.goto(`/dashboard/automations/${id}?tab=${tab}`);
      await expect(page.getByRole('radio', { name: tab, checked: true })).toBeVisible();
      await expectNothingGrave(page, tab);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/dashboard/automations/${id}`);
    await row(page, '3 days').click();
    await expectNothingGrave(page, 'phone');
  });
}
