import { expect, type Page, test } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import {
  addContact,
  addTag,
  importByCall,
  numbered,
  openContacts,
  rowOf,
  sheetOf,
  tagContact,
} from './contact-seeds.ts';
import {
  mailedLink,
  newAddress,
  password,
  registerByCall,
  setPlan,
  signedInAt,
  signedInAtOverview,
  toast,
} from './people.ts';

const addButton = (page: Page) => page.getByRole('button', { name: 'Add Contact' });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search contacts...' });
const dataRows = (page: Page) => page.getByRole('table', { name: 'Contacts' }).locator('tbody tr');

test('somebody is added, edited in the sheet, and added only once', async ({ page }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await openContacts(page);
  await expect(page.getByText('No contacts yet')).toBeVisible();

  await page.getByRole('button', { name: 'Add one manually' }).click();
  const adding = sheetOf(page, 'Add Contact');
  await adding.getByRole('button', { name: 'Add Contact' }).click();
  await expect(adding.getByText('Email is required')).toBeVisible();
  await adding.getByLabel('Email').fill('sofia.martinez');
  await adding.getByRole('button', { name: 'Add Contact' }).click();
  await expect(adding.getByText('Invalid email address')).toBeVisible();
  await adding.getByLabel('Email').fill('sofia.martinez@example.com');
  await adding.getByLabel('First Name').fill('Sofia');
  await adding.getByLabel('Last Name').fill('Martínez');
  await adding.getByRole('button', { name: 'Add Contact' }).click();
  await expect(toast(page, 'Contact added')).toBeVisible();
  await expect(rowOf(page, 'Sofia Martínez')).toBeVisible();

  await sheetOf(page, 'Sofia Martínez').getByRole('button', { name: 'Close' }).click();
  await addButton(page).click();
  await adding.getByLabel('Email').fill('SOFIA.martinez@example.com');
  await adding.getByRole('button', { name: 'Add Contact' }).click();
  await expect(adding.getByText('This email belongs to Sofia Martínez.')).toBeVisible();
  await adding.getByRole('link', { name: 'Open contact' }).click();

  const sheet = sheetOf(page, 'Sofia Martínez');
  await sheet.getByRole('button', { name: 'Edit Phone' }).click();
  await sheet.getByRole('textbox', { name: 'Phone' }).fill('+1 503 555 0142');
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('button', { name: 'Edit Phone' })).toContainText('+1 503 555 0142');

  await sheet.getByRole('button', { name: 'Edit', exact: true }).click();
  const editing = sheetOf(page, 'Edit Contact');
  await expect(editing.getByLabel('Phone')).toHaveValue('+1 503 555 0142');
  await editing.getByLabel('First Name').fill('Sofía');
  await editing.getByRole('button', { name: 'Save changes' }).click();
  await expect(toast(page, 'Contact updated')).toBeVisible();
  await expect(rowOf(page, 'Sofía Martínez')).toBeVisible();
  await page.reload();
  await expect(sheetOf(page, 'Sofía Martínez').getByText('+1 503 555 0142')).toBeVisible();
  await expect(sheetOf(page, 'Sofía Martínez').getByText('Contact created')).toBeVisible();
});

test('a tag is made with a colour, put on somebody and taken off again', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await addContact(api, { email: 'tom@example.com', firstName: 'Tom', lastName: 'Ashby' });
  await signedInAt(page, email);
  await openContacts(page);
  await page.getByRole('button', { name: 'Tom Ashby' }).click();
  const sheet = sheetOf(page, 'Tom Ashby');
  await sheet.getByRole('button', { name: 'Manage Tags' }).click();

  const dialog = page.getByRole('dialog', { name: 'Manage Tags' });
  await dialog.getByLabel('Tag name').fill('Workshop');
  await dialog.getByRole('radio', { name: 'Violet' }).check();
  await dialog.getByRole('button', { name: 'Create tag' }).click();
  await expect(dialog.getByRole('button', { name: 'Remove tag Workshop' })).toBeVisible();
  await expect(dialog.getByText('1 contact')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(rowOf(page, 'Tom Ashby').getByText('Workshop')).toBeVisible();

  await sheet.getByRole('button', { name: 'Remove tag Workshop' }).click();
  await expect(rowOf(page, 'Tom Ashby').getByText('Workshop')).toHaveCount(0);
  await expect(sheet.getByText(/Tag Workshop removed/)).toBeVisible();
});

test('people are found by name, by a slip of the pen and by phone, sorted, filtered and kept as a segment', async ({
  page,
}) => {
  const { email, api } = await registerByCall('BUSINESS');
  const tag = await addTag(api, 'Member');
  const anna = await addContact(api, { email: 'a@example.com', firstName: 'Anna', lastName: 'Zimmermann' });
  await addContact(api, { email: 'b@example.com', firstName: 'Bo', lastName: 'Lindqvist', phone: '+1 503 555 0142' });
  await addContact(api, { email: 'c@example.com', firstName: 'Cleo', lastName: 'Abara', status: 'lead' });
  await tagContact(api, anna.id, tag.id);
  await signedInAt(page, email);
  await openContacts(page);

  for (const [typed, found] of [
    ['Lindqvist', 'Bo Lindqvist'],
    ['Zimerman', 'Anna Zimmermann'],
    ['(503) 555-0142', 'Bo Lindqvist'],
  ] as const) {
    await search(page).fill(typed);
    await expect(dataRows(page), typed).toHaveCount(1);
    await expect(rowOf(page, found)).toBeVisible();
  }
  await search(page).fill('');
  await expect(dataRows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(dataRows(page).first()).toContainText('Anna Zimmermann');
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(dataRows(page).first()).toContainText('Cleo Abara');

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('option', { name: 'Status' }).click();
  await page.getByRole('checkbox', { name: 'active' }).check();
  await page.keyboard.press('Escape');
  await expect(dataRows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('option', { name: 'Tag', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Member' }).check();
  await page.keyboard.press('Escape');
  await expect(dataRows(page)).toHaveCount(1);

  await page.reload();
  await expect(dataRows(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Tag, value: Member' })).toBeVisible();
  await page.getByRole('button', { name: 'Save as segment' }).click();
  await page.getByLabel('Segment name').fill('Active members');
  await page.getByRole('button', { name: 'Save segment' }).click();
  await expect(toast(page, 'Segment saved')).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter Tag' }).click();
  await expect(dataRows(page)).toHaveCount(2);
});

test('412 people who match are tagged at once, and it is taken back', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await addTag(api, 'Spring');
  await importByCall(api, numbered(412));
  await addContact(api, { email: 'other@example.com', firstName: 'Otto', lastName: 'Different' });
  await signedInAt(page, email);
  await openContacts(page);
  await search(page).fill('Marsh');
  await expect(page.getByText('1–50 of 412')).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = page.getByRole('toolbar', { name: 'Selection' });
  await expect(bar.getByText('50 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Select all 412' }).click();
  await expect(bar.getByText('412 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Add tag' }).click();
  await page.getByRole('option', { name: 'Spring' }).click();
  await expect(toast(page, 'Tag Spring added to 412 contacts')).toBeVisible();
  await expect(dataRows(page).first()).toContainText('Spring');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(toast(page, 'Undone for 412 contacts')).toBeVisible();
  await expect(dataRows(page).first()).not.toContainText('Spring');

  await search(page).fill('Different');
  await expect(dataRows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Otto Different' }).click();
  await sheetOf(page, 'Otto Different').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Otto Different deleted')).toBeVisible();
  await expect(page.getByText('No contacts found')).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(rowOf(page, 'Otto Different')).toBeVisible();
});

test('contacts are exported with the chosen fields', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  await openContacts(page);
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('dialog').getByText('No contacts to export').first()).toBeVisible();
  await page.keyboard.press('Escape');

  await addContact(api, {
    email: 'jurgen@example.com',
    firstName: 'Jürgen',
    lastName: '=cmd()',
    phone: '+49 30 901820',
  });
  await page.reload();
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export contacts' });
  const everyField = dialog.getByRole('checkbox', { name: 'Select all fields' });
  await everyField.check();
  for (const name of ['Phone', 'Source']) await expect(dialog.getByRole('checkbox', { name })).toBeChecked();
  await everyField.uncheck();
  for (const name of ['First Name', 'Last Name', 'Source']) await dialog.getByRole('checkbox', { name }).check();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^contacts_export_\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8'))
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/);
  expect(lines).toEqual([
    '"Email","First Name","Last Name","Source"',
    `"jurgen@example.com","Jürgen","'=cmd()","manual"`,
  ]);
});

test('an erased person is gone, and stays unsubscribed when added again', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await addContact(api, { email: 'mira@example.com', firstName: 'Mira', lastName: 'Novak' });
  await signedInAt(page, email);
  await openContacts(page);
  await page.getByRole('button', { name: 'Mira Novak' }).click();
  await sheetOf(page, 'Mira Novak').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Erase person...' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Erase' })).toHaveAttribute('aria-disabled', 'true');
  await question.getByRole('textbox').fill('mira@example.com');
  await question.getByRole('button', { name: 'Erase' }).click();
  await expect(toast(page, 'Person erased')).toBeVisible();
  await expect(page.getByText('No contacts yet')).toBeVisible();

  await page.getByRole('button', { name: 'Add one manually' }).click();
  const adding = sheetOf(page, 'Add Contact');
  await adding.getByLabel('Email').fill('mira@example.com');
  await adding.getByRole('button', { name: 'Add Contact' }).click();
  await expect(toast(page, 'Contact added')).toBeVisible();
  await expect(rowOf(page, 'mira@example.com')).toContainText('unsubscribed');
  await page.getByRole('button', { name: 'mira@example.com', exact: true }).click();
  await expect(sheetOf(page, 'mira@example.com').getByText("This contact won't receive emails")).toBeVisible();
});

test('an address is suppressed and removed again; an opt-out cannot be removed', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const { id } = await addContact(api, { email: 'out@example.com' });
  await api.post(`/api/contacts/${id}/consents`, { data: { channel: 'email', state: 'withdrawn' } });
  await signedInAt(page, email);
  await openContacts(page);
  await page.getByRole('link', { name: 'Suppressed', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Suppressed addresses' })).toBeVisible();
  await expect(page.getByText('out@example.com', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove out@example.com' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Add address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Suppress an address' });
  await dialog.getByLabel('Address').fill('not an address');
  await dialog.getByRole('button', { name: 'Add address' }).click();
  await expect(dialog.getByText('Invalid email address')).toBeVisible();
  await dialog.getByLabel('Address').fill('former@example.com');
  await dialog.getByRole('button', { name: 'Add address' }).click();
  await expect(toast(page, 'Address suppressed')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search addresses' }).fill('form');
  await expect(page.getByText('out@example.com', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove former@example.com' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'former@example.com can be emailed again')).toBeVisible();
  await expect(page.getByText('former@example.com', { exact: true })).toHaveCount(0);
});

test('a VIEWER reads contacts and finds nothing to change them with', async ({ page, playwright, baseURL }) => {
  const { api } = await registerByCall('BUSINESS');
  const tag = await addTag(api, 'Member');
  const { id } = await addContact(api, { email: 'vera@example.com', firstName: 'Vera', lastName: 'Holm' });
  await tagContact(api, id, tag.id);
  const viewer = newAddress('viewer');
  await api.post('/api/team/invitations', { data: { email: viewer, role: 'VIEWER' } });
  const token = new URL(await mailedLink(viewer)).searchParams.get('token');
  const guest = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
  const joined = await guest.post('/api/auth/accept-invitation', {
    data: { token, name: 'Claire Dubois', password, confirmPassword: password },
  });
  expect(joined.ok(), await joined.text()).toBe(true);

  await signedInAt(page, viewer);
  await openContacts(page);
  await expect(rowOf(page, 'Vera Holm')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Add Contact|Import|Export|Save as segment)$/ })).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Vera Holm' }).click();
  const sheet = sheetOf(page, 'Vera Holm');
  // The tag itself; the timeline names it too.
  await expect(sheet.getByText('Member', { exact: true }).first()).toBeVisible();
  await expect(sheet.getByRole('button', { name: /Edit|Tags|Remove|Add tag|More actions/ })).toHaveCount(0);
  await sheet.getByRole('tab', { name: 'Consent' }).click();
  await expect(sheet.getByRole('button', { name: /Record consent|Unsubscribe/ })).toHaveCount(0);
  await page.goto('/dashboard/contacts/tags');
  await expect(page.getByText('Member').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /Create tag|Actions for/ })).toHaveCount(0);
  await page.goto('/dashboard/contacts?add=true');
  await expect(rowOf(page, 'Vera Holm')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a full Lite plan says so, and what the way on is', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await setPlan(email, 'lite');
  await importByCall(api, numbered(99));
  await signedInAt(page, email);
  await openContacts(page);
  await addButton(page).click();
  const adding = sheetOf(page, 'Add Contact');
  // Somebody else takes the last place while this form is open.
  await addContact(api, { email: 'last@example.com' });
  await adding.getByLabel('Email').fill('late@example.com');
  await adding.getByRole('button', { name: 'Add Contact' }).click();
  await expect(adding.getByRole('alert').filter({ hasText: /100 contacts/ })).toBeVisible();
  await page.reload();
  await expect(page.getByText('100 of 100 contacts used on Lite')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upgrade to Core' })).toBeVisible();
  await expect(addButton(page).first()).toHaveAttribute('aria-disabled', 'true');
});

test('somebody is added and tagged without a pointer', { tag: '@nightly' }, async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  await addTag(api, 'Guest');
  await signedInAtOverview(page, email);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('add contact');
  await page.keyboard.press('Enter');
  await expect(sheetOf(page, 'Add Contact').getByLabel('Email')).toBeFocused();
  await page.keyboard.type('kay@example.com');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Kay');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Contact added')).toBeVisible();
  const sheet = sheetOf(page, 'Kay');
  await expect(sheet.getByRole('heading', { name: 'Kay' })).toBeFocused();
  const plus = sheet.getByRole('button', { name: 'Add tag' });
  for (let step = 0; step < 15 && !(await plus.evaluate((node) => node === document.activeElement)); step += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(plus).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('gue');
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('button', { name: 'Remove tag Guest' })).toBeVisible();
  // A tip and a toast on top of the sheet take an Esc each.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0, { timeout: 500 });
  }).toPass({ timeout: 120_000 });
  await expect(rowOf(page, 'Kay').getByText('Guest')).toBeVisible();
});

test('on a phone contacts are listed, opened and added', { tag: '@nightly' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { email, api } = await registerByCall('BUSINESS');
  await addContact(api, { email: 'nora@example.com', firstName: 'Nora', lastName: 'Whitfield' });
  await signedInAt(page, email);
  await openContacts(page);
  await page.getByRole('button', { name: /Nora Whitfield/ }).click();
  await expect(sheetOf(page, 'Nora Whitfield').getByText('Contact created')).toBeVisible();
  await sheetOf(page, 'Nora Whitfield').getByRole('button', { name: 'Close' }).click();
  await addButton(page).click();
  const adding = sheetOf(page, 'Add Contact');
  await adding.getByLabel('Email').fill('ida@example.com');
  await adding.getByRole('button', { name: 'Add Contact' }).click();
  await expect(toast(page, 'Contact added')).toBeVisible();
  await expect(page.getByRole('button', { name: /ida@example.com/ }).first()).toBeVisible();
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(sideways).toBe(false);
});
