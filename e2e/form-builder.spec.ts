import { type APIRequestContext, type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { expectNothingGrave, scrollsSideways } from './axe.ts';
import { joinByCall, newAddress, registerByCall, setPlan, signedInAt, toast } from './people.ts';

type Draft = {
  id: string;
  draftVersion: number;
  draft: { fields: { id: string; label: string; type: string }[]; pages: { title: string; fieldIds: string[] }[] };
};

const fields = [
  { id: 'field_1', type: 'text', label: 'First name', required: true, half: true },
  { id: 'field_2', type: 'text', label: 'Last name', half: true },
  { id: 'field_3', type: 'email', label: 'Email', required: true },
];

async function addForm(api: APIRequestContext): Promise<string> {
  const data = { name: 'Bread club', fields, settings: { title: 'Join the bread club' }, clientId: null };
  const answer = await api.post('/api/forms', { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

const draftOf = async (api: APIRequestContext, id: string) =>
  (await (await api.get(`/api/forms/${id}/draft`)).json()) as Draft;

async function onlyForm(api: APIRequestContext): Promise<string> {
  const { items } = (await (await api.get('/api/forms')).json()) as { items: { id: string }[] };
  expect(items).toHaveLength(1);
  return items[0]!.id;
}

/** By a mouse, in small steps as a hand does. */
async function pull(page: Page, from: Locator, to: Locator, share: number): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('Nothing to pull.');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2 + 12, start.y + start.height / 2 + 12, { steps: 4 });
  await page.mouse.move(end.x + end.width / 2, end.y + end.height * share, { steps: 8 });
  await expect(page.locator('[data-drop-line]')).toBeVisible();
  await page.mouse.up();
}

/** The form both ways of building end in: two pages, and a field that is shown by a condition. */
async function expectFilledIn(browser: Browser, api: APIRequestContext, id: string): Promise<void> {
  const email = newAddress('hannah');
  const visitor = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await visitor.newPage();
  await page.goto(`/forms/${id}`);
  await expect(page.getByText('Step 1 of 2')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Step 2 of 2')).toBeVisible();
  await page.getByLabel('Option 2').check();
  await page.getByLabel('Which time?').fill('After 4 PM');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await visitor.close();
  const found = async () =>
    ((await (await api.get(`/api/contacts?search=${encodeURIComponent(email)}`)).json()) as { items: object[] }).items;
  await expect.poll(found).toMatchObject([{ email }]);
}

test('a form of two pages with a condition is built by mouse, published and filled in on a phone', async ({
  page,
  browser,
}) => {
  const { api, email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await page.goto('/dashboard/forms');
  await page.getByRole('button', { name: 'Create Form' }).first().click();
  const builder = page.getByRole('dialog', { name: 'Create New Form' });
  await builder.getByRole('button', { name: 'Empty form' }).click();

  await builder.getByRole('button', { name: 'Save Form' }).click();
  await expect(toast(page, 'Validation Error')).toBeVisible();
  await builder.getByRole('textbox', { name: 'Title' }).first().fill('Join the bread club');
  await builder.getByRole('button', { name: 'Save Form' }).click();
  await expect(toast(page, 'No fields')).toBeVisible();

  const palette = builder.getByRole('region', { name: 'Add a field' });
  const canvas = builder.getByRole('group', { name: 'Form', exact: true });
  await pull(page, palette.getByRole('button', { name: 'Email' }), canvas.getByText('Add a field to start.'), 0.5);
  await expect(canvas.getByRole('button', { name: 'Email, 1 of 1: Email' })).toBeVisible();
  await builder.getByRole('switch', { name: 'Required' }).click();
  await builder.getByLabel('Label').last().fill('');
  await builder.getByRole('button', { name: 'Save Form' }).click();
  await builder.getByRole('button', { name: 'Email: Label is required' }).click();
  await page.keyboard.type('Email');
  await expect(builder.getByText('Fix 1 problem before publishing')).toBeHidden();

  await canvas.getByRole('button', { name: 'Page', exact: true }).click();
  await canvas.getByLabel('Page title').fill('Your loaf');
  await palette.getByRole('button', { name: 'Text', exact: true }).click();
  await page.keyboard.type('Which time?');
  // Above it: a condition looks at what was answered before.
  await pull(page, palette.getByRole('button', { name: 'Radio' }), canvas.locator('[data-field]').first(), 0.1);
  await expect(canvas.getByRole('button', { name: 'Radio, 1 of 2: Radio' })).toBeVisible();
  await canvas.getByRole('button', { name: 'Text, 2 of 2: Which time?' }).click();
  await builder.getByRole('combobox', { name: 'Show this field' }).click();
  await page.getByRole('option', { name: 'When all conditions are met' }).click();
  await builder.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'Option 2' }).click();
  await expect(canvas.getByText('Shown by condition')).toBeVisible();

  // Onto the tab of the first page and back.
  await pull(page, canvas.getByRole('button', { name: /^Radio, 1/ }), canvas.getByRole('button', { name: /^1/ }), 0.5);
  await expect(canvas.getByRole('button', { name: 'Radio, 2 of 2: Radio' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');

  await builder.getByRole('button', { name: 'Save Form' }).click();
  await expect(toast(page, 'Form published')).toBeVisible();
  await expect(builder).toBeHidden();
  await expectFilledIn(browser, api, await onlyForm(api));
});

test('the same form is built with the keyboard alone', { tag: '@nightly' }, async ({ page, browser }) => {
  const { api, email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await page.goto('/dashboard/forms');
  const builder = page.getByRole('dialog', { name: 'Create New Form' });
  const press = async (target: Locator) => {
    await target.focus();
    await page.keyboard.press('Enter');
  };
  await press(page.getByRole('button', { name: 'Create Form' }).first());
  await press(builder.getByRole('button', { name: 'Empty form' }));
  await builder.getByRole('textbox', { name: 'Title' }).first().focus();
  await page.keyboard.type('Join the bread club');

  const add = (name: string) => press(builder.getByRole('button', { name, exact: true }));
  await add('Email');
  await expect(builder.locator('[data-label]')).toBeFocused();
  await add('Page');
  await add('Text');
  await page.keyboard.type('Which time?');
  await add('Radio');
  await expect(builder.getByRole('button', { name: 'Radio, 2 of 2: Radio' })).toBeVisible();

  // The handle of the field: lift, carry, drop.
  await builder.getByRole('button', { name: 'Move field' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(builder.getByRole('button', { name: 'Radio, 1 of 2: Radio' })).toBeVisible();
  await builder.getByRole('button', { name: 'Radio, 1 of 2: Radio' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(builder.getByRole('button', { name: 'Text, 2 of 2: Which time?' })).toBeFocused();

  const choose = async (list: string, option: string) => {
    await press(builder.getByRole('combobox', { name: list }));
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('option', { name: option })).toBeFocused();
    await page.keyboard.press('Enter');
  };
  await choose('Show this field', 'When all conditions are met');
  await choose('Value', 'Option 2');
  await expect(builder.getByRole('combobox', { name: 'Value' })).toHaveText('Option 2');

  await press(builder.getByRole('button', { name: 'Save Form' }));
  await expect(toast(page, 'Form published')).toBeVisible();
  await expectFilledIn(browser, api, await onlyForm(api));
});

test('a deleted field comes back, a reload loses nothing, and the changes are shown before they are published', async ({
  page,
}) => {
  const { api, email } = await registerByCall('BUSINESS');
  const id = await addForm(api);
  await signedInAt(page, email);
  await page.goto(`/dashboard/forms?edit=${id}`);
  const builder = page.getByRole('dialog', { name: 'Edit Form' });
  await expect(page).toHaveTitle('Bread club · Forms · Waggle');
  const field = (name: RegExp) => builder.getByRole('button', { name });

  await field(/: Last name$/).click();
  await builder.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await expect(field(/: Last name$/)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(field(/: Last name$/)).toBeVisible();
  await field(/: Last name$/).click();
  await page.keyboard.press('Delete');
  await expect(field(/: Last name$/)).toBeHidden();

  // The server cannot be reached: only this browser has the change.
  await page.route('**/draft', (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()));
  await field(/: First name$/).click();
  await builder.getByLabel('Label').last().fill('Your first name');
  await page.reload();
  await expect(field(/: Your first name$/)).toBeVisible();
  await expect(builder.getByText("Your changes aren't saved")).toBeVisible();
  await page.unroute('**/draft');
  await builder.getByRole('button', { name: 'Try again' }).click();
  await expect
    .poll(async () => (await draftOf(api, id)).draft.fields.map(({ label }) => label))
    .toEqual(['Your first name', 'Email']);

  await builder.getByRole('button', { name: 'Save Form' }).click();
  const publish = page.getByRole('dialog', { name: 'Publish changes to Bread club' });
  await expect(publish.getByRole('row', { name: /Changed.*Your first name/ })).toBeVisible();
  await expect(publish.getByRole('row', { name: /Removed.*Last name/ })).toBeVisible();
  await expectNothingGrave(page, 'publish changes');
  await publish.getByRole('button', { name: 'Publish version 2' }).click();
  await expect(toast(page, 'Form updated')).toBeVisible();
  await expect(builder).toBeHidden();
});

test('two people who edit a form are told of each other, and nothing is overwritten unasked', async ({ page }) => {
  const { api, email } = await registerByCall('BUSINESS');
  const id = await addForm(api);
  await signedInAt(page, email);
  await page.goto(`/dashboard/forms?edit=${id}`);
  const builder = page.getByRole('dialog', { name: 'Edit Form' });
  await expect(builder.getByRole('textbox', { name: 'Form name' })).toHaveValue('Bread club');
  const { draft } = await draftOf(api, id);
  const saved = await api.put(`/api/forms/${id}/draft`, { data: { ...draft, name: 'Bread club of Priya' } });
  expect(saved.ok()).toBe(true);

  await builder.getByRole('textbox', { name: 'Form name' }).fill('My bread club');
  await expect(builder.getByText(/^Priya Raman changed this form/)).toBeVisible();
  expect(await (await api.get(`/api/forms/${id}/draft`)).json()).toMatchObject({ name: 'Bread club of Priya' });
  await builder.getByRole('button', { name: 'Keep mine' }).click();
  await expect
    .poll(async () => (await (await api.get(`/api/forms/${id}/draft`)).json()) as object)
    .toMatchObject({ name: 'My bread club' });
});

test(
  'a viewer looks at a form and changes nothing, and everyone can read the builder',
  { tag: '@nightly' },
  async ({ page }) => {
    const { api, email } = await registerByCall('BUSINESS');
    const id = await addForm(api);
    const viewer = await joinByCall(api, 'VIEWER', 'Vera');
    await signedInAt(page, viewer);
    await page.goto(`/dashboard/forms?edit=${id}`);
    const builder = page.getByRole('dialog', { name: 'Edit Form' });
    await builder.getByRole('button', { name: /: Email$/ }).click();
    await expect(builder.getByLabel('Label')).toBeDisabled();
    await page.keyboard.press('Delete');
    await expect(builder.getByRole('button', { name: /: Email$/ })).toBeVisible();
    await expect(builder.getByRole('button', { name: 'Save Form' })).toBeHidden();
    await expect(builder.getByRole('region', { name: 'Add a field' })).toBeHidden();
    await expectNothingGrave(page, 'builder of a viewer');

    await signedInAt(page, email);
    for (const [colorScheme, width, height] of [
      ['light', 1440, 900],
      ['dark', 390, 844],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await page.goto(`/dashboard/forms?edit=${id}`);
      await builder.getByRole('button', { name: /: Email$/ }).click();
      await expect(builder.getByRole('switch', { name: 'Required' })).toBeVisible();
      await expectNothingGrave(page, `builder ${colorScheme}`);
      await expect.poll(() => scrollsSideways(page)).toBe(false);
      await page.goto('/dashboard/forms?create=true');
      await expect(page.getByRole('button', { name: 'Contact form' })).toBeVisible();
      await expectNothingGrave(page, `templates ${colorScheme}`);
    }
  },
);

test('every template can be published, and Lite is told of its limit', { tag: '@nightly' }, async ({ page }) => {
  const { api, email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  const builder = page.getByRole('dialog', { name: 'Create New Form' });
  for (const name of ['Contact form', 'Newsletter sign-up', 'Event registration', 'Booking request']) {
    await page.goto('/dashboard/forms?create=true');
    await builder.getByRole('button', { name }).click();
    await builder.getByRole('button', { name: 'Save Form' }).click();
    await expect(builder).toBeHidden();
  }
  await setPlan(email, 'lite');
  for (const name of ['Feedback', 'Quote request', 'Waitlist', 'Free download']) {
    await page.goto('/dashboard/forms?create=true');
    await builder.getByRole('button', { name }).click();
    await builder.getByRole('button', { name: 'Save Form' }).click();
    await expect(
      toast(page, 'Your plan includes 1 active form. Deactivate it, or upgrade to add more.').first(),
    ).toBeVisible();
  }
  expect(((await (await api.get('/api/forms')).json()) as { total: number }).total).toBe(8);
});
