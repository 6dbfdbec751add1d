import { expect, type Page, test } from '@playwright/test';
import { addContact, addTag, tagContact } from './contact-seeds.ts';
import { registerByCall, signedInAtOverview } from './people.ts';

async function search(page: Page, words: string) {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search or jump to' });
  await expect(palette).toBeVisible();
  await page.keyboard.type(words);
  return palette;
}

test('V9: the palette finds a contact by part of the name, by a misspelt one, and remembers who was opened', async ({
  page,
}) => {
  const { email, api } = await registerByCall('BUSINESS');
  await addContact(api, { email: 'hannah.okafor@mail.example', firstName: 'Hannah', lastName: 'Okafor' });
  await addContact(api, { email: 'theo@mail.example', firstName: 'Theo', lastName: 'Lindqvist' });
  await signedInAtOverview(page, email);

  const palette = await search(page, 'hann');
  await expect(palette.getByRole('option', { name: /Hannah Okafor/ })).toContainText('hannah.okafor@mail.example');
  await expect(palette.getByRole('option', { name: /Theo/ })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Hannah Okafor' })).toBeVisible();
  await page.keyboard.press('Escape');

  const again = await search(page, 'lindkvist');
  await expect(again.getByText('No exact match. Showing results for lindqvist.')).toBeVisible();
  await expect(again.getByRole('option', { name: /Theo Lindqvist/ })).toBeVisible();
  await page.keyboard.press('Escape');

  const recent = await search(page, '');
  await expect(recent.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([/Hannah Okafor/]);
});

test('V9: it finds tags, segments and QR codes, and Tab narrows to one type', async ({ page }) => {
  const { email, api } = await registerByCall('BUSINESS');
  const { id } = await addContact(api, { email: 'ann@mail.example', firstName: 'Bread', lastName: 'Baker' });
  const tag = await addTag(api, 'Bread club');
  await tagContact(api, id, tag.id);
  const rules = { match: 'all', rules: [{ kind: 'tag', op: 'hasAnyOf', tagIds: [tag.id] }] };
  const segment = await api.post('/api/segments', { data: { name: 'Bread in May', rules } });
  expect(segment.status(), await segment.text()).toBe(201);
  const code = await api.post('/api/qr-codes', { data: { name: 'Bread poster', targetUrl: 'https://bread.example/' } });
  expect(code.status(), await code.text()).toBe(201);
  await signedInAtOverview(page, email);

  const palette = await search(page, 'bread');
  for (const name of [/Bread Baker/, /Bread in May/, /Bread club/, /Bread poster/])
    await expect(palette.getByRole('option', { name })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(palette.getByRole('option')).toHaveText([/Bread Baker/]);
  await page.keyboard.press('Shift+Tab');
  await palette.getByRole('option', { name: /Bread club/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/contacts\?rules=/);
  await expect(page.getByRole('row', { name: /Bread Baker/ })).toBeVisible();

  await search(page, 'bread poster');
  await page.getByRole('option', { name: /Bread poster/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bread poster' })).toBeVisible();
});

test('V9: an agency switches to a client, however many it has', async ({ page }) => {
  const { email, api } = await registerByCall('AGENCY');
  for (const name of ['Maple & Rye', 'Northlight Yoga']) await api.post('/api/clients', { data: { name } });
  await signedInAtOverview(page, email);

  const palette = await search(page, 'north');
  await palette.getByRole('option', { name: 'Northlight Yoga' }).click();

  await expect(page.getByRole('button', { name: /^Active Client/ })).toContainText('Northlight Yoga');
});
