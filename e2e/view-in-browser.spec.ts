import { expect, type Page, test } from '@playwright/test';
import { isNightly } from '../apps/server/test/harness/cases.ts';
import { mailPort } from './addresses.ts';
import { addCampaign, readCampaign, setUpSending } from './campaign-seeds.ts';
import { addContact } from './contact-seeds.ts';
import { mailTo, newAddress, registerByCall, signedInAt } from './people.ts';
import { payloads as all } from './script-payloads.ts';
import { each } from './script-seeds.ts';
import { watchScripts } from './script-watch.ts';

/** All of them at night; before each landing every tenth, some of each kind. */
const payloads = all.filter((_, at) => isNightly || at % 10 === 0);
const viewIn = (html: string): string => /https?:\/\/[^"]+\/t\/v\/[\w-]+/.exec(html)![0];
const isSent = (api: Parameters<typeof readCampaign>[0], id: string) =>
  expect.poll(async () => (await readCampaign(api, id)).status, { timeout: 30_000 }).toBe('COMPLETED');

const savedAt = (page: Page) => page.getByText(/^Saved/).first();

test('an email built with the switch opens in the browser as it arrived, and its public page is there while it is on', async ({
  page,
  browser,
}) => {
  const { api, email } = await registerByCall('BUSINESS');
  await setUpSending(api);
  const hannah = newAddress('hannah');
  const { id: contactId } = await addContact(api, { email: hannah, firstName: 'Hannah' });
  await signedInAt(page, email);
  const subject = `In the browser ${hannah}`;

  await page.goto('/dashboard/campaigns/new');
  await page.getByLabel('Campaign Name').fill('In the browser');
  await page.getByLabel('Email Subject').fill(subject);
  await page.getByRole('button', { name: 'Start with blocks' }).click();
  await page.getByRole('button', { name: /^Heading, 1 of 3/ }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Fresh bread on Friday');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Footer, 3 of 3/ }).click();
  await page.getByRole('switch', { name: 'View in browser' }).click();
  await expect(page.locator('.email-canvas').getByText('View in browser')).toBeVisible();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('switch', { name: 'Public web page' })).not.toBeChecked();
  await expect(savedAt(page)).toBeVisible();
  await page.getByRole('button', { name: 'Send Campaign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Campaign' }).click();
  const caught = await mailTo(hannah, subject);
  expect(caught.text).toContain('View in browser: http');

  const stranger = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await stranger.goto(viewIn(caught.html));
  await expect(stranger).toHaveTitle(subject);
  await expect(stranger.getByText('Fresh bread on Friday')).toBeVisible();
  await expect(stranger.getByRole('link', { name: 'Unsubscribe' })).toBeVisible();
  expect(await stranger.context().cookies()).toEqual([]);
  await stranger.getByRole('link', { name: 'Email preferences' }).click();
  await expect(stranger.getByRole('heading', { name: 'Email preferences' })).toBeVisible();

  const { items } = (await (await api.get('/api/campaigns')).json()) as { items: { id: string }[] };
  const id = items[0]!.id;
  await isSent(api, id);
  await page.goto(`/dashboard/campaigns/${id}`);
  await page.getByRole('button', { name: 'More actions for In the browser' }).click();
  await page.getByRole('menuitem', { name: 'Public page' }).click();
  const dialog = page.getByRole('dialog', { name: 'Public page' });
  const onOff = dialog.getByRole('switch', { name: 'Public web page' });
  await expect(onOff).not.toBeChecked();
  await onOff.click();
  const address = await dialog.getByLabel('Public link').inputValue();
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await stranger.goto(address);
  await expect(stranger.getByText('Fresh bread on Friday')).toBeVisible();
  await expect(stranger.getByText('Unsubscribe')).toHaveCount(0);
  await onOff.click();
  await expect(dialog.getByText('Off. Only recipients can read this email.')).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByRole('heading', { name: 'This email is no longer available' })).toBeVisible();

  const erased = await api.post(`/api/contacts/${contactId}/erase`, { data: { email: hannah } });
  expect(erased.ok()).toBe(true);
  await stranger.goto(viewIn(caught.html));
  await expect(stranger.getByRole('heading', { name: 'This email is no longer available' })).toBeVisible();
});

test(`T06: ${payloads.length} payloads in emails run nowhere on their pages`, async ({ page, context }) => {
  test.slow();
  const { api } = await registerByCall('BUSINESS');
  await setUpSending(api);
  const reader = newAddress('reader');
  await addContact(api, { email: reader, firstName: '<script>ran(1)</script>' });
  const sent = await each(payloads, async (text) => {
    const words = text.replaceAll(/\{[{%]|[%}]\}/g, '');
    const htmlContent = `<p>Before {{first_name}}</p><a href="{{view_in_browser_url}}">Look</a><div>${words}</div>`;
    const { id } = await addCampaign(api, { subject: 'Payload', name: reader, htmlContent, publicPage: true });
    const answer = await api.post(`/api/campaigns/${id}/send`, { data: {} });
    // Some are refused before they are sent, such as a link that runs a script.
    return answer.ok() ? [id] : [];
  });
  const pages: string[] = [];
  for (const id of sent.flat()) {
    await isSent(api, id);
    pages.push(((await (await api.get(`/api/campaigns/${id}/public-page`)).json()) as { url: string }).url);
  }
  pages.push(...(await mailsTo(reader)).map(({ html }) => viewIn(html)));
  const watch = await watchScripts(context);

  for (const address of pages) {
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(200);
    await expect(page.getByText('Before')).toBeVisible();
  }

  expect(sent.flat().length).toBeGreaterThan(payloads.length / 2);
  expect(pages).toHaveLength(2 * sent.flat().length);
  expect(watch.runs).toEqual([]);
});

async function mailsTo(address: string): Promise<{ html: string }[]> {
  const caught = (await (await fetch(`http://127.0.0.1:${mailPort}/`)).json()) as { to: string; html: string }[];
  return caught.filter(({ to }) => to === address);
}
