import { expect, type Page, test } from '@playwright/test';
import { expectNothingGrave, scrollsSideways } from './axe.ts';
import { registerByCall, signedInAt, toast } from './people.ts';

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const ask = async (page: Page, name: string, action: string) => {
  await page
    .getByRole('button', { name: `Actions for ${name}` })
    .first()
    .click();
  await page.getByRole('menuitem', { name: action }).click();
};

type Block = { id: string; kind: string; blocks?: Block[]; cells?: Block[][] };
const flat = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => [block, ...flat(block.blocks ?? []), ...flat(block.cells?.flat() ?? [])]);
const headingOf = (blocks: readonly Block[]) => flat(blocks).find(({ kind }) => kind === 'heading')?.id;

test('templates are created, edited, duplicated and deleted, and built-in ones drawn in their colors', async ({
  page,
}) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await page.goto('/dashboard/campaigns/templates');
  await expect(page.getByText('No templates of your own yet')).toBeVisible();
  await expect(card(page, 'Plain letter')).toBeVisible();
  const welcome = card(page, 'Welcome').locator('iframe').contentFrame();
  await expect(welcome.getByRole('heading', { name: 'Good to have you here' })).toBeVisible();
  await expect
    .poll(() =>
      welcome
        .getByRole('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(500);

  await page.getByRole('button', { name: 'New template' }).first().click();
  await page.getByRole('menuitem', { name: 'Paste HTML' }).click();
  await page.getByRole('button', { name: 'Save template' }).click();
  for (const sentence of ['Template name is required', 'Subject is required', 'HTML content is required'])
    await expect(page.getByText(sentence).first()).toBeVisible();
  await page.getByLabel('Template name').fill('Spring letter');
  await page.getByLabel('Subject').fill('Spring is here');
  await page
    .getByLabel('HTML content')
    .fill('<h1>Hello {{ first_name | default: "friend" }}</h1><script>document.title = "ran"</script>');
  await expectNothingGrave(page, 'the form of a template');
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(toast(page, 'Template created')).toBeVisible();
  await expect(card(page, 'Spring letter').locator('iframe').contentFrame().getByText('Hello friend')).toBeVisible();

  await ask(page, 'Spring letter', 'Duplicate');
  await expect(card(page, 'Spring letter (Copy)')).toBeVisible();
  await ask(page, 'Spring letter (Copy)', 'Edit');
  await expect(page).toHaveTitle(/^Spring letter \(Copy\) · /);
  await page.getByLabel('Template name').fill('Summer letter');
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(card(page, 'Summer letter')).toBeVisible();
  await ask(page, 'Spring letter', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(card(page, 'Spring letter')).toBeHidden();
  await expect(card(page, 'Summer letter')).toBeVisible();

  await ask(page, 'Event', 'Duplicate');
  await expect(card(page, 'Event')).toHaveCount(2);
  await page.getByLabel('Search templates...').fill('event');
  await expect(card(page, 'Summer letter')).toBeHidden();
  await expect(page).toHaveTitle(/Templates/);
  await expectNothingGrave(page, 'the templates of an organization');
});

test(
  'a template is built from blocks, left only after a question, and changed where it was duplicated',
  { tag: '@nightly' },
  async ({ page }) => {
    const { email, api } = await registerByCall('BUSINESS');
    const own = async () =>
      (
        (await (await api.get('/api/email-templates')).json()) as {
          items: { id: string; scope: string; name: string }[];
        }
      ).items.filter(({ scope }) => scope !== 'built-in');
    const read = async (name: string) => {
      const { id } = (await own()).find((template) => template.name === name)!;
      return (await api.get(`/api/email-templates/${id}`)).json();
    };
    await signedInAt(page, email);
    await page.goto('/dashboard/campaigns/templates');
    await page.getByRole('button', { name: 'New template' }).first().click();
    await page.getByRole('menuitem', { name: 'Build from blocks' }).click();

    await page.getByRole('region', { name: 'Blocks' }).getByRole('button', { name: 'Divider' }).click();
    await expect(page.getByText('Not saved yet')).toBeVisible();
    await page.getByRole('button', { name: 'Save template' }).click();
    await expect(page.getByText('Template name is required').first()).toBeVisible();
    await expectNothingGrave(page, 'the page of a new template');
    await page.getByLabel('Template name').fill('Weekly bread');
    await page.getByLabel('Subject').fill('This week in the oven');
    await page.getByRole('link', { name: 'Templates' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
    await page.getByLabel('Subject').press('Enter');
    expect(await own()).toEqual([]);
    await page.getByRole('button', { name: 'Save template' }).click();
    await expect(toast(page, 'Template created')).toBeVisible();
    await expect(page).toHaveTitle(/^Weekly bread · /);
    expect((await read('Weekly bread')).document.blocks.map(({ kind }: { kind: string }) => kind)).toContain('divider');

    await page.goto('/dashboard/campaigns/templates');
    await ask(page, 'Event', 'Duplicate');
    await expect(card(page, 'Event')).toHaveCount(2);
    const before = await read('Event');
    await api.put(`/api/email-templates/${before.id}`, { data: { textContent: 'My own words.' } });
    await ask(page, 'Event', 'Edit');
    await page.locator(`[data-select="${headingOf(before.document.blocks)}"]`).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' again');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save template' }).click();
    await expect(toast(page, 'Template saved')).toBeVisible();

    const after = await read('Event');
    expect(after.htmlContent).toMatch(/ again<\/h[1-6]>/);
    expect(after).toMatchObject({ textContent: 'My own words.', subject: before.subject });
    await page.reload();
    await expect(page.getByRole('button', { name: 'Save template' })).toBeDisabled();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByLabel('Template name')).toHaveValue('Event');
    await expect.poll(() => scrollsSideways(page)).toBe(false);
  },
);

test('a template is chosen in the gallery and its subject and blocks are in the email', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await page.goto('/dashboard/campaigns/new');

  await page.getByRole('button', { name: 'Choose a template' }).click();
  const gallery = page.getByRole('dialog', { name: 'Templates' });
  await gallery.getByRole('button', { name: 'Events 1' }).click();
  await expect(gallery.getByRole('button', { name: 'Event', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(gallery.getByTitle('Preview of Event').contentFrame().getByText('The long table')).toBeVisible();
  await gallery.getByText('Dark', { exact: true }).click();
  await expectNothingGrave(page, 'the gallery of templates');
  await gallery.getByRole('button', { name: 'Use template' }).click();

  await expect(toast(page, 'Template loaded')).toBeVisible();
  await expect(toast(page, '"Event" template has been applied.')).toBeVisible();
  await expect(page.getByLabel('Email Subject')).toHaveValue('The long table, June 20');
});

test('an email is saved as a template, and later in the place of it', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const written = { name: 'May news', subject: 'News of May', htmlContent: '<h1>First of May</h1>' };
  const { id } = (await (await api.post('/api/campaigns', { data: written })).json()) as { id: string };
  const templates = async () =>
    (
      (await (await api.get('/api/email-templates')).json()) as {
        items: { scope: string; name: string; subject: string }[];
      }
    ).items.filter(({ scope }) => scope !== 'built-in');
  await signedInAt(page, email);
  await page.goto(`/dashboard/campaigns/${id}/edit`);
  const saveAs = async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Save as template' }).click();
    return page.getByRole('dialog', { name: 'Save as template' });
  };

  const dialog = await saveAs();
  await expect(dialog.getByLabel('Template name')).toHaveValue('May news');
  await dialog.getByLabel('Template name').fill('News');
  await expectNothingGrave(page, 'the dialog that saves a template');
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect(toast(page, 'Template created')).toBeVisible();
  expect(await templates()).toMatchObject([{ name: 'News', subject: 'News of May' }]);

  await page.getByLabel('Email Subject').fill('News of June');
  const again = await saveAs();
  await again.getByRole('combobox', { name: 'Save as' }).click();
  await page.getByRole('option', { name: 'Replace News' }).click();
  await expect(again.getByLabel('Template name')).toHaveValue('News');
  await again.getByRole('button', { name: 'Save template' }).click();
  await expect(toast(page, 'Template saved')).toBeVisible();
  expect(await templates()).toMatchObject([{ name: 'News', subject: 'News of June' }]);
});

test('on a phone nothing is cut off', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await page.setViewportSize({ width: 390, height: 844 });
  await signedInAt(page, email);

  await page.goto('/dashboard/campaigns/templates');

  await expect(card(page, 'Welcome')).toBeVisible();
  await expect.poll(() => scrollsSideways(page)).toBe(false);
});
