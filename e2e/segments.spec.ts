import { expect, test } from '@playwright/test';
import { addContact, addTag, openContacts, rowOf, sheetOf, tagContact } from './contact-seeds.ts';
import { joinByCall, newAddress, registerByCall, setPlan, signedInAt, toast } from './people.ts';

async function threePeople() {
  const account = await registerByCall('BUSINESS');
  const tag = await addTag(account.api, 'Member');
  await addTag(account.api, 'Unused');
  for (const firstName of ['Ada', 'Ben']) {
    const { id } = await addContact(account.api, { email: `${firstName}@example.com`, firstName, lastName: 'Stone' });
    await tagContact(account.api, id, tag.id);
  }
  await addContact(account.api, { email: 'cal@example.com', firstName: 'Cal', lastName: 'Reed', status: 'lead' });
  return account;
}

test('a segment is built, counted while it is built, saved, explained and shown as contacts', async ({ page }) => {
  const { email } = await threePeople();
  await signedInAt(page, email);
  await openContacts(page);
  await page.getByRole('link', { name: /^Segments/ }).click();
  await page.getByRole('link', { name: 'Create segment' }).first().click();
  const rail = page.getByRole('complementary', { name: 'Matching now' });
  await expect(rail.getByText('100% of 3')).toBeVisible();

  const rule = page.getByRole('group', { name: 'Rule 1' });
  if (!(await rule.isVisible())) await page.getByRole('button', { name: 'Add a condition', exact: true }).click();
  await rule.getByRole('combobox', { name: 'Field of rule 1' }).click();
  await page.getByRole('option', { name: 'Tag', exact: true }).click();
  await expect(rule.getByRole('combobox', { name: 'Comparison of rule 1' })).toHaveText('is any of');
  await rule.getByRole('button', { name: /Value of rule 1/ }).click();
  await page.getByRole('option', { name: 'Member' }).click();
  await page.keyboard.press('Escape');
  await expect(rail.getByText('66.7% of 3')).toBeVisible();
  await expect(rail.getByText('Ada Stone')).toBeVisible();

  await page.getByRole('button', { name: 'Save segment' }).click();
  await expect(page.getByLabel('Segment name')).toBeFocused();
  await page.getByLabel('Segment name').fill('Members');
  await page.getByRole('button', { name: 'Save segment' }).click();
  await expect(toast(page, 'Segment saved')).toBeVisible();
  await expect(page).toHaveTitle('Members · Segments · Waggle');
  await rail.getByRole('button', { name: 'Actions for Ada Stone' }).click();
  await page.getByRole('menuitem', { name: 'Why are they in this segment?' }).click();
  const why = page.getByRole('dialog', { name: 'Why is Ada Stone in this segment?' });
  await expect(why.getByText('In this segment', { exact: true })).toBeVisible();
  await expect(why.getByText('Matches', { exact: true }).first()).toBeAttached();
  await why.getByRole('button', { name: 'Check another contact' }).click();
  const any = page.getByRole('dialog', { name: 'Check a contact' });
  await any.getByRole('searchbox').fill('Reed');
  await any.getByRole('button', { name: /Cal Reed/ }).click();
  await expect(any.getByText('Not in this segment')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Segments', exact: true }).click();
  await expect(rowOf(page, 'Members').getByRole('cell', { name: '2', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Members' }).click();
  await page.getByRole('menuitem', { name: 'Show contacts' }).click();
  await expect(page.getByText('1–2 of 2')).toBeVisible();
  await expect(rowOf(page, 'Cal Reed')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Show all contacts' })).toBeVisible();
});

test('a rule that leaves nobody is named, and unsaved rules are not lost by a click', async ({ page }) => {
  const { email } = await threePeople();
  await signedInAt(page, email);
  await page.goto('/dashboard/contacts/segments/new');
  const rule = page.getByRole('group', { name: 'Rule 1' });
  const add = page.getByRole('button', { name: 'Add a condition', exact: true });
  await expect(add).toBeVisible();
  if (!(await rule.isVisible())) await add.click();
  await rule.getByRole('combobox', { name: 'Field of rule 1' }).click();
  await page.getByRole('option', { name: 'Tag', exact: true }).click();
  await rule.getByRole('button', { name: /Value of rule 1/ }).click();
  await page.getByRole('option', { name: 'Unused' }).click();
  await page.keyboard.press('Escape');
  const rail = page.getByRole('complementary', { name: 'Matching now' });
  await expect(rail.getByText('No matches. This rule excludes everyone:')).toBeVisible();
  await expect(rule.getByText('No contacts match this rule.')).toBeVisible();
  await rail.getByRole('button', { name: 'Show rule' }).click();
  await expect(rule.getByRole('button', { name: /Value of rule 1/ })).toBeFocused();

  await page.getByRole('link', { name: 'Segments', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(rule).toBeVisible();
  await page.getByRole('link', { name: 'Segments', exact: true }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText('No segments yet')).toBeVisible();
});

test(
  'who submitted a form is a segment, explained by its name and day, and the timeline leads to what was sent',
  { tag: '@nightly' },
  async ({ page, browser }) => {
    const { email, api } = await registerByCall('BUSINESS');
    await setPlan(email, 'core');
    await addContact(api, { email: newAddress('cal'), firstName: 'Cal', lastName: 'Reed' });
    await signedInAt(page, email);
    await page.goto('/dashboard/contacts/segments/new');
    const rule = page.getByRole('group', { name: 'Rule 1' });
    const chooseForms = async () => {
      const add = page.getByRole('button', { name: 'Add a condition', exact: true });
      await expect(add).toBeVisible();
      if (!(await rule.isVisible())) await add.click();
      await rule.getByRole('combobox', { name: 'Field of rule 1' }).click();
      await page.getByRole('option', { name: 'Form', exact: true }).click();
    };
    await chooseForms();
    await expect(rule.getByRole('link', { name: 'Create a form first' })).toBeVisible();

    const fields = [
      { id: 'field_1', type: 'text', label: 'First name', required: true },
      { id: 'field_2', type: 'email', label: 'Email', required: true },
    ];
    const addForm = async (name: string) => {
      const made = await api.post('/api/forms', { data: { name, fields, settings: { title: name } } });
      expect(made.status(), await made.text()).toBe(201);
      return ((await made.json()) as { id: string }).id;
    };
    const formId = await addForm('Bread club');
    await addForm('Cake club');
    const visitor = await browser.newPage();
    await visitor.goto(new URL(`/forms/${formId}`, page.url()).href);
    await visitor.getByLabel('First name').fill('Ada');
    await visitor.getByLabel('Email').fill(newAddress('ada'));
    await visitor.getByRole('button', { name: 'Submit' }).click();
    await expect(visitor.getByRole('heading', { level: 1, name: 'Thank You!' })).toBeVisible();
    await visitor.close();
    const kept = async () =>
      ((await (await api.get(`/api/forms/${formId}/submissions`)).json()) as { items: unknown[] }).items.length;
    await expect.poll(kept, { timeout: 20_000 }).toBe(1);

    await page.reload();
    await chooseForms();
    await rule.getByRole('button', { name: /Value of rule 1/ }).press('Enter');
    await page.keyboard.type('bread');
    await page.keyboard.press('Enter');
    await expect(rule.getByRole('button', { name: 'Value of rule 1: Bread club' })).toBeVisible();
    const rail = page.getByRole('complementary', { name: 'Matching now' });
    await expect(rail.getByText('50% of 2')).toBeVisible();
    await page.getByLabel('Segment name').fill('Bread people');
    await page.getByRole('button', { name: 'Save segment' }).click();
    await expect(toast(page, 'Segment saved')).toBeVisible();
    await rail.getByRole('button', { name: 'Actions for Ada' }).click();
    await page.getByRole('menuitem', { name: 'Why are they in this segment?' }).click();
    await expect(page.getByRole('dialog').getByText(/^Submitted Bread club on /)).toBeVisible();
    await page.keyboard.press('Escape');

    await openContacts(page);
    await rowOf(page, 'Ada').click();
    await sheetOf(page, 'Ada').getByRole('link', { name: 'Bread club' }).click();
    const sent = page.getByRole('dialog', { name: 'Form Analytics - Bread club' }).getByLabel('Selected submission');
    await expect(sent.getByRole('heading', { name: 'Answers' })).toBeVisible();

    await signedInAt(page, await joinByCall(api, 'VIEWER', 'Vera'));
    await page.goto('/dashboard/contacts/segments');
    await page.getByRole('button', { name: 'Bread people', exact: true }).click();
    await expect(page.getByText('Bread club', { exact: true })).toBeVisible();
    await expect(page.getByRole('combobox')).toHaveCount(0);
  },
);
