import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { onlyAutomation, row, shapeOf, steps, welcome } from './automation-seeds.ts';
import { setUpSending } from './campaign-seeds.ts';
import { type Hands, keyboard, mouse, tabTo } from './hands.ts';
import { mailTo, newAddress, registerByCall, signedInAt, toast } from './people.ts';

const subjects = ['Welcome to the bread club', 'How we bake'];
const fields = [
  { id: 'field_1', type: 'text', label: 'First name', required: true },
  { id: 'field_2', type: 'email', label: 'Email', required: true },
  { id: 'field_3', type: 'consent', label: 'Send me the weekly bake list' },
];

async function ready() {
  const { api, email: address } = await registerByCall('BUSINESS');
  await setUpSending(api);
  const settings = { title: 'Join the bread club', thankYouMessage: 'See you on Friday.' };
  const answer = await api.post('/api/forms', { data: { name: 'Bread club', fields, settings, clientId: null } });
  expect(answer.status(), await answer.text()).toBe(201);
  return { api, address, formId: ((await answer.json()) as { id: string }).id };
}

/** What a journey still lacks once its steps stand: a condition, a goal and the words of its emails. Then it is published. */
async function finish(page: Page, { press, step, choose, write }: Hands): Promise<void> {
  await step(row(page, 'Add a condition'));
  const rule = page.getByRole('group', { name: 'Rule 1' });
  const add = page.getByRole('button', { name: 'Add a condition', exact: true });
  await expect(rule.or(add).first()).toBeVisible();
  if (!(await rule.isVisible())) await press(add);
  await choose(rule.getByRole('combobox', { name: 'Field of rule 1' }), 'Phone');
  await choose(rule.getByRole('combobox', { name: 'Comparison of rule 1' }), 'is not empty');
  // The list counts conditions, the canvas names a single one.
  await expect(row(page, /1 condition|Phone is not empty/)).toHaveCount(1);
  await step(row(page, 'Reaches the goal'));
  await press(page.getByRole('link', { name: 'Set the goal' }));
  await press(page.getByRole('switch', { name: 'This automation has a goal' }));
  await expect(page.getByRole('combobox', { name: 'Reached when' })).toHaveText('Purchase made');
  await page.goBack();
  for (const subject of subjects) {
    await step(row(page, 'Write the email').first());
    await press(page.getByRole('region', { name: 'Email' }).getByRole('button', { name: 'Write' }));
    await write(page.getByLabel('Email Subject'), subject);
    await press(page.getByRole('region', { name: 'Blocks' }).getByRole('button', { name: 'Heading' }));
    await expect(page.getByRole('textbox', { name: 'Heading text' })).toBeFocused();
    await page.keyboard.type('Hello');
    await expect(page.getByText(/^Saved \d/)).toBeVisible();
    await press(page.getByRole('link', { name: 'Back to automation' }));
    await expect(row(page, subject)).toHaveCount(1);
  }
  await press(page.getByRole('button', { name: 'Publish', exact: true }));
  await press(page.getByRole('dialog', { name: /^Publish/ }).getByRole('button', { name: 'Publish', exact: true }));
  await expect(toast(page, 'Automation published')).toBeVisible();
}

/** Somebody sends the form, gets the first email, and waits for the next. */
async function expectWelcomed(page: Page, api: APIRequestContext, formId: string): Promise<void> {
  const { id } = await onlyAutomation(api);
  const ada = newAddress('ada');
  await page.goto(`/forms/${formId}`);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Email').fill(ada);
  await page.getByLabel('Send me the weekly bake list').check();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank You!' })).toBeVisible();

  expect((await mailTo(ada, subjects[0]!)).subject).toBe(subjects[0]);
  await page.goto(`/dashboard/automations/${id}?tab=runs`);
  await expect(page.getByRole('row').filter({ hasText: 'Ada' })).toContainText('Wait');
}

test('a welcome journey is built by mouse on the canvas, published, and its email arrives', async ({ page }) => {
  const { api, address, formId } = await ready();
  await signedInAt(page, address);
  await page.goto('/dashboard/automations');
  await page.getByRole('button', { name: 'Start from scratch' }).click();
  await page.getByRole('radio', { name: 'Canvas' }).click();
  const canvas = page.getByRole('region', { name: 'Journey as a drawing' });

  await row(canvas.page(), 'Choose a trigger').click();
  await page.getByRole('combobox', { name: 'When this happens' }).click();
  await page.getByRole('option', { name: 'Form submitted' }).click();
  const palette = page.getByRole('toolbar', { name: 'Add a step' });
  for (const kind of ['Send email', 'Wait', 'If / else']) await palette.getByRole('button', { name: kind }).click();
  const plus = (lane: string) =>
    canvas.locator('.react-flow__node-lane').filter({ hasText: lane }).getByRole('button', { name: 'Add step below' });
  await plus('Yes').click();
  await page.getByRole('menuitem', { name: 'Goal' }).click();
  // The menu fades away; its entries must not be taken for those of the next one.
  await expect(page.getByRole('menu')).toHaveCount(0);
  await plus('No').click();
  await page.getByRole('menuitem', { name: 'Send email' }).click();

  await expect.poll(() => shapeOf(api)).toEqual(welcome);
  await row(page, 'Reaches the goal').click();
  await page.keyboard.press('Delete');
  await expect(row(page, 'Reaches the goal')).toHaveCount(0);
  await expect(toast(page, 'Step deleted')).toBeVisible();
  await page
    .getByRole('region', { name: /notifications/i })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(row(page, 'Reaches the goal')).toHaveCount(1);
  await finish(page, mouse(page));
  await expectWelcomed(page, api, formId);
});

test('the same by keyboard alone in the list', { tag: '@nightly' }, async ({ page }) => {
  const { api, address, formId } = await ready();
  await signedInAt(page, address);
  await page.goto('/dashboard/automations');
  await tabTo(page, page.getByRole('button', { name: 'Start from scratch' }));
  await page.keyboard.press('Enter');
  await expect(steps(page)).toBeVisible();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const add = async (kind: string, title: string) => {
    await press('a');
    const item = page.getByRole('menuitem', { name: kind, exact: true });
    await expect(item).toBeVisible();
    while (!(await item.evaluate((element) => element === element.ownerDocument.activeElement)))
      await press('ArrowDown');
    await press('Enter');
    await expect(row(page, title).last()).toBeFocused();
  };

  await tabTo(page, row(page, 'Choose a trigger'));
  await press('Enter');
  await expect(page.getByRole('combobox', { name: 'When this happens' })).toBeFocused();
  await press('Enter');
  await expect(page.getByRole('option', { name: 'Form submitted' })).toBeVisible();
  await page.keyboard.type('Form');
  await press('Enter');
  await expect(page.getByRole('combobox', { name: 'When this happens' })).toBeFocused();
  await press('Escape');
  await expect(row(page, 'Form submitted')).toBeFocused();

  await add('Send email', 'Write the email');
  await add('Wait', '1 day');
  await press('Enter');
  await expect(page.locator('input:focus')).toBeVisible();
  await press('ControlOrMeta+a');
  await page.keyboard.type('3');
  await press('Escape');
  await expect(row(page, '3 days')).toBeFocused();
  await add('If / else', 'Add a condition');
  await add('Send email', 'Write the email');
  await press('Alt+ArrowUp', 'ArrowUp');
  await expect(row(page, 'Add a condition')).toBeFocused();
  await add('Goal', 'Reaches the goal');
  await press('Alt+ArrowUp', 'Alt+ArrowUp', 'Alt+ArrowUp');

  await expect.poll(() => shapeOf(api)).toEqual(welcome);
  await press('Delete', 'ControlOrMeta+z');
  await expect(row(page, 'Reaches the goal')).toHaveCount(1);
  await row(page, '3 days').focus();
  await press('?');
  await expect(page.getByRole('dialog', { name: 'Keys of the list' })).toBeVisible();
  await press('Escape');
  await expect(row(page, '3 days')).toBeFocused();
  await finish(page, keyboard(page));
  await expectWelcomed(page, api, formId);
});
