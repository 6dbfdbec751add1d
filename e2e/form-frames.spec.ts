import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { origin } from './addresses.ts';
import { type HostPages, startHostPages } from './host-page.ts';
import { newAddress, registerByCall, signedInAt } from './people.ts';

// Sites with names of their own, all of them on this machine.
const resolve = '--host-resolver-rules=MAP *.example 127.0.0.1';
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, args: [...(launchOptions.args ?? []), resolve] }),
    { scope: 'worker' },
  ],
});

let host: HostPages;
test.beforeAll(async () => {
  host = await startHostPages();
});
test.afterAll(() => host.close());
const siteOf = (name: string): string => `http://${name}.example:${new URL(host.origin).port}`;

async function addForm(api: APIRequestContext, allowedOrigins: string[] = []): Promise<string> {
  const fields = [{ id: 'field_1', type: 'email', label: 'Email', required: true }];
  const settings = { title: 'Join the bread club', thankYouMessage: 'See you on Friday.' };
  const data = { name: 'Bread club', fields, settings, allowedOrigins, clientId: null };
  const answer = await api.post('/api/forms', { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/** Somebody's site that shows an address of ours in a frame; answers what the browser refused. */
async function frame(page: Page, { site, path }: { site: string; path: string }) {
  const refused: string[] = [];
  page.on('console', (message) => void (message.text().includes('frame-ancestors') && refused.push(message.text())));
  host.show(path, `<iframe src="${origin}${path}" width="800" height="800"></iframe>`);
  await page.goto(`${siteOf(site)}${path}`);
  return { refused, inside: page.locator('iframe').contentFrame() };
}

test('T35: the dashboard is blank in a frame, also for who is signed in', async ({ page, context }) => {
  const { email } = await registerByCall('BUSINESS');
  await signedInAt(page, email);
  for (const path of ['/dashboard', '/dashboard/settings/team', '/auth/login', '/api/auth/me']) {
    const tab = await context.newPage();
    const { refused, inside } = await frame(tab, { site: 'elsewhere', path });

    await expect.poll(() => refused.length, { message: path }).toBe(1);
    await expect.poll(() => tab.frames()[1]!.url(), { message: path }).toMatch(/^chrome-error:/);
    await expect(inside.getByText(email)).toHaveCount(0);
    await tab.close();
  }
});

test('T35: a form in a frame of another origin is sent, and no cookie goes along', async ({ page, context }) => {
  const { email: admin, api } = await registerByCall('BUSINESS');
  const id = await addForm(api);
  // Somebody who is signed in fills in a form elsewhere: the form does not know them.
  await signedInAt(page, admin);
  const cookies: (string | undefined)[] = [];
  context.on('request', (request) => {
    if (request.url().includes(`/forms/${id}`)) void request.allHeaders().then(({ cookie }) => cookies.push(cookie));
  });
  const { refused, inside } = await frame(page, { site: 'elsewhere', path: `/forms/${id}` });
  const email = newAddress('framed');
  await inside.getByLabel('Email').fill(email);
  await inside.getByRole('button', { name: 'Submit' }).click();
  await expect(inside.getByText('See you on Friday.')).toBeVisible();

  const found = async () =>
    ((await (await api.get(`/api/contacts?search=${encodeURIComponent(email)}`)).json()) as { items: object[] }).items;
  await expect.poll(found).toMatchObject([{ email, source: 'form' }]);
  expect(refused).toEqual([]);
  expect(cookies.filter(Boolean)).toEqual([]);
});

test('T35: a form with a list of sites is shown by those and by no other', async ({ context }) => {
  const { api } = await registerByCall('BUSINESS');
  const id = await addForm(api, [siteOf('shop')]);
  const [theirs, ours] = [await context.newPage(), await context.newPage()];
  const { refused } = await frame(theirs, { site: 'elsewhere', path: `/forms/${id}` });
  const { inside } = await frame(ours, { site: 'shop', path: `/forms/${id}` });

  await expect(inside.getByRole('heading', { name: 'Join the bread club' })).toBeVisible();
  await expect.poll(() => refused.length).toBe(1);
  await expect.poll(() => theirs.frames()[1]!.url()).toMatch(/^chrome-error:/);
});
