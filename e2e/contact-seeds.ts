import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';

export type Person = {
  email: string;
  firstName?: string;
  lastName?: string;
  phone?: string;
  company?: string;
  timeZone?: string;
  status?: 'active' | 'lead';
  /** Left out, it is the organization's own. */
  clientId?: string | null;
};

export async function addContact(api: APIRequestContext, person: Person): Promise<{ id: string }> {
  const answer = await api.post('/api/contacts', { data: { clientId: null, ...person } });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as { id: string };
}

export async function addTag(api: APIRequestContext, name: string, color = '#10B981'): Promise<{ id: string }> {
  const answer = await api.post('/api/tags', { data: { name, color } });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as { id: string };
}

export const tagContact = (api: APIRequestContext, contactId: string, tagId: string) =>
  api.post(`/api/contacts/${contactId}/tags`, { data: { tagId } });

/** Many contacts in a few calls: a file with the columns email, first name and last name. */
export async function importByCall(api: APIRequestContext, people: readonly Person[], tagIds: string[] = []) {
  const rows = people.map(({ email, firstName = '', lastName = '' }) => `${email},${firstName},${lastName}`);
  const file = Buffer.from(['email,first name,last name', ...rows].join('\n'));
  const created = await api.post('/api/imports', { data: { name: 'seed.csv', bytes: file.length, clientId: null } });
  const at = `/api/imports/${((await created.json()) as { id: string }).id}`;
  await api.put(`${at}/parts/0`, { data: file, headers: { 'content-type': 'application/octet-stream' } });
  await api.post(`${at}/open`, { data: {} });
  const columns = [{ to: 'email' }, { to: 'firstName' }, { to: 'lastName' }];
  const checked = await api.post(`${at}/check`, { data: { columns, tagIds, basis: 'Signed the list' } });
  expect(checked.status(), await checked.text()).toBe(200);
  const stateOf = async () => ((await (await api.get(at)).json()) as { state: string }).state;
  await expect.poll(stateOf, { intervals: [100] }).toBe('checked');
  await api.post(`${at}/start`);
  await expect.poll(stateOf, { intervals: [100], timeout: 120_000 }).toBe('done');
}

export const numbered = (count: number, lastName = 'Marsh'): Person[] =>
  Array.from({ length: count }, (_, at) => ({
    email: `person${String(at + 1).padStart(4, '0')}@meadow.example`,
    firstName: `Person ${at + 1}`,
    lastName,
  }));

export async function openContacts(page: Page, search = ''): Promise<void> {
  await page.goto(`/dashboard/contacts${search}`);
  // Behind a dialog that the address opens, the heading is hidden from readers of the page.
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts', includeHidden: true })).toBeVisible();
}

export const sheetOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
export const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
