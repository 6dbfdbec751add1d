import { expect, type Page, test } from '@playwright/test';
import { isNightly } from '../apps/server/test/harness/cases.ts';
import { defaultTheme } from '../packages/contracts/src/email-document.ts';
import { registerByCall, signedInAt } from './people.ts';
import { payloads as all } from './script-payloads.ts';
import { each, joinAsUser, saveAsAdmin } from './script-seeds.ts';
import { handlersIn, textsOn, watchScripts } from './script-watch.ts';
import { post } from './report-seeds.ts';

/** All of them at night; before each landing every tenth, some of each kind. */
const payloads = all.filter((_, at) => isNightly || at % 10 === 0);
/** What a line of text can hold: no tab, no line break, no tag that is filled in. */
const lines = payloads.filter((text) => text.length <= 190 && !/\p{Cc}|\{[{%]/u.test(text));

// Without our own policy, which would stop most of them: what is under test is that no text becomes an element.
test.use({ bypassCSP: true });
test.describe.configure({ timeout: 900_000 });

const documentOf = (text: string, source: string) => ({
  version: 1,
  theme: defaultTheme,
  blocks: [
    { kind: 'heading', id: 'a', level: 1, text: [{ text }] },
    { kind: 'text', id: 'b', body: [{ type: 'paragraph', children: [{ text, href: 'https://shop.example/' }] }] },
    { kind: 'button', id: 'c', label: [{ text }], href: 'https://shop.example/' },
    { kind: 'image', id: 'd', src: 'https://shop.example/a.png', alt: text },
    { kind: 'html', id: 'e', html: `<p>Before</p>${source}` },
    { kind: 'footer', id: 'f', body: [{ type: 'paragraph', children: [{ text }] }] },
  ],
});

test(`T06, T08: ${payloads.length} payloads in campaigns, emails and templates of a USER run nowhere when an ADMIN opens them`, async ({
  page,
  context,
}) => {
  const { email, api } = await registerByCall('AGENCY');
  await saveAsAdmin(api);
  const user = await joinAsUser(api);
  const lineOf = (text: string) => (lines.includes(text) ? text : 'A payload');
  const campaigns = await each(payloads, (text) => {
    const line = lineOf(text);
    const email = { name: line, subject: line, previewText: line, document: documentOf(line, text) };
    return post<{ id: string }>(user.api, '/api/campaigns', { ...email, clientId: null });
  });
  await each(lines, (name) => {
    const template = { name, subject: name, previewText: name, document: documentOf(name, name) };
    return post(user.api, '/api/email-templates', { ...template, clientId: null });
  });
  const { id: contactId } = await post<{ id: string }>(user.api, '/api/contacts', {
    clientId: null,
    email: 'one@readers.example',
    firstName: lines[0]!.slice(0, 100),
  });
  const sent = { name: lines[1]!, subject: lines[1]!, htmlContent: `<p>Before</p>${lines[1]!}`, clientId: null };
  const { id: sentId } = await post<{ id: string }>(user.api, '/api/campaigns', sent);
  await post(user.api, `/api/campaigns/${sentId}/send`);
  await expect
    .poll(async () => (await (await api.get(`/api/campaigns/${sentId}`)).json()).status as string)
    .toBe('COMPLETED');
  const watch = await watchScripts(context);
  await signedInAt(page, email);

  const look = async (address: string, least: number) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect
      .poll(async () => (await textsOn(page, lines)).length, { message: address })
      .toBeGreaterThanOrEqual(least);
    expect(await dangersOn(page), address).toEqual([]);
  };
  await look('/dashboard/campaigns?size=100', Math.min(90, lines.length - 5));
  for (const { id } of campaigns) {
    await Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith('/preview')),
      page.goto(`/dashboard/campaigns/${id}/edit`),
    ]);
    await expect(page.locator('aside iframe')).toBeAttached();
    expect(await dangersOn(page), id).toEqual([]);
  }
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await dangersOn(page)).toEqual([]);
  await look(`/dashboard/campaigns/${sentId}`, 1);
  await look(`/dashboard/campaigns/${sentId}?tab=recipients`, 1);
  await look(`/dashboard/campaigns/${sentId}?tab=clicks`, 1);
  await expect(page.locator('iframe')).toBeAttached();
  await look(`/dashboard/campaigns/${sentId}?tab=compare`, 1);
  await look(`/dashboard/contacts?contact=${contactId}`, 2);
  await look('/dashboard/campaigns/templates', Math.min(90, lines.length - 5));

  expect(watch.runs).toEqual([]);
  // Pictures are what an email shows; nothing else is fetched, and no one's cookie goes along.
  expect(watch.leaving.filter(({ type, cookie }) => type !== 'image' || cookie !== '')).toEqual([]);
});

/** An email is shown in a frame that runs nothing; whatever else would run is a danger. */
async function dangersOn(page: Page): Promise<string[]> {
  const frames = await page.evaluate(() =>
    Array.from(document.querySelectorAll('iframe'), ({ sandbox }) => sandbox.contains('allow-scripts')),
  );
  expect(frames).not.toContain(true);
  return (await handlersIn(page)).filter((found) => !found.startsWith('IFRAME srcdoc='));
}
