import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { isNightly } from '../apps/server/test/harness/cases.ts';
import type { CaughtMail } from '../apps/server/test/harness/mail-catcher.ts';
import { mailPort } from './addresses.ts';
import { setUpSending } from './campaign-seeds.ts';
import { addFormOf, addWideForm, halves, plainTexts, type WideForm } from './form-seeds.ts';
import { newAddress, registerByCall, signedInAt } from './people.ts';
import { payloads, payloadsOf } from './script-payloads.ts';
import { each, joinAsUser } from './script-seeds.ts';
import { handlersIn, textsOn, watchScripts } from './script-watch.ts';

// Without our own policy, which would stop most of them: what is under test is that no text becomes an element.
test.use({ bypassCSP: true, trace: 'off' });
test.setTimeout(600_000);

/**
 * Payloads that share a form. At night each has a form of its own, with its title and its button; before each landing
 * every fourth form is filled in, and the two wide ones still hold all payloads.
 */
const inOneForm = isNightly ? 1 : 6;

/** The names of all elements, in their order: equal for two pages that differ in their texts alone. */
const elementsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => Array.from(document.querySelectorAll('*'), ({ tagName }) => tagName));
const kindsOf = async (page: Page): Promise<string[]> => [...new Set(await elementsOf(page))].toSorted();

type Reader = { email: string; texts: readonly string[] };

/** Goes through a form with the script of its page; answers what stood there at each step. */
async function fillIn(page: Page, formId: string, { email, texts }: Reader) {
  const seen: string[][] = [];
  const look = async () => {
    seen.push(await elementsOf(page));
    expect(await handlersIn(page), texts.join()).toEqual([]);
  };
  await page.goto(`/forms/${formId}`);
  await look();
  await page.locator('#field_1').fill(email);
  await page.locator('.send button').click();
  await page.locator('#field_2').fill(texts[0]!.replaceAll('\t', ' '));
  await page.locator('#field_3').fill(texts.join('\n'));
  await page.locator('#field_4').selectOption({ index: 1 });
  await page.locator('#field_5').check();
  await page.locator('#field_6').check();
  await page.locator('#field_7').check();
  await look();
  await page.locator('.send button').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank You!' })).toBeVisible();
  await look();
  return seen;
}

/** The same pages without the script of ours; theirs would run. The last one says that a payload is no address. */
async function readWithoutScript(page: Page, formId: string, texts: readonly string[]) {
  const seen: string[][] = [];
  const look = async () => {
    seen.push(await elementsOf(page));
    expect(await handlersIn(page), texts.join()).toEqual([]);
  };
  await page.goto(`/forms/${formId}?sent=1`);
  await look();
  await page.goto(`/forms/${formId}`);
  await look();
  await page.locator('#field_1').evaluate((field: HTMLInputElement) => (field.type = 'text'));
  await page.locator('#field_1').fill(texts[0]!.replaceAll('\t', ' '));
  await page.locator('.send button').click();
  await expect(page.locator('.error')).toHaveCount(1);
  await look();
  return seen;
}

async function submitWide(api: APIRequestContext, { id, answers }: WideForm): Promise<string> {
  const email = newAddress('wide');
  const answer = await api.post(`/api/forms/${id}/submit`, { data: { field_1: email, ...answers } });
  expect(answer.status(), await answer.text()).toBe(200);
  const found = async () => {
    const { items } = (await (await api.get(`/api/contacts?search=${encodeURIComponent(email)}`)).json()) as {
      items: { id: string }[];
    };
    return items[0]?.id ?? '';
  };
  await expect.poll(found).not.toBe('');
  return found();
}

const caught = async (fits: (mail: CaughtMail) => boolean): Promise<CaughtMail[]> =>
  ((await (await fetch(`http://127.0.0.1:${mailPort}/`)).json()) as CaughtMail[]).filter(fits);

test('T07: 120 payloads in every text of a form and in its answers become no element', async ({ page, context }) => {
  const { email: admin, api } = await registerByCall('AGENCY');
  await setUpSending(api);
  const user = (await (await api.get('/api/auth/me')).json()) as { id: string };
  const author = (await joinAsUser(api)).api;
  const plain = await addFormOf(author, plainTexts(inOneForm), [user.id]);
  const groups = Array.from({ length: payloads.length / inOneForm }, (_, at) =>
    payloads.slice(at * inOneForm, (at + 1) * inOneForm),
  ).filter((_, at) => isNightly || at % 4 === 0);
  const forms = await each(groups, (texts) => addFormOf(author, texts, [user.id]));
  const plainWide = await addWideForm(author, plainTexts(60), []);
  const wide = await Promise.all(halves.map((texts) => addWideForm(author, texts, [user.id])));
  const watch = await watchScripts(context);

  // One tab after the other: Chromium draws a tab behind another one once a second, and every click waits for that.
  const people = groups.map(() => newAddress('reader'));
  const scripted = await context.newPage();
  const expected = await fillIn(scripted, plain, { email: newAddress('plain'), texts: plainTexts(inOneForm) });
  for (const [at, texts] of groups.entries())
    expect(await fillIn(scripted, forms[at]!, { email: people[at]!, texts }), texts.join()).toEqual(expected);
  await scripted.close();
  const bare = await context.newPage();
  await bare.route('**/forms/page.js', (route) => route.abort());
  const expectedBare = await readWithoutScript(bare, plain, plainTexts(inOneForm));
  for (const [at, texts] of groups.entries())
    expect(await readWithoutScript(bare, forms[at]!, texts), texts.join()).toEqual(expectedBare);
  await bare.close();

  const contactIds = await Promise.all([plainWide, ...wide].map((form) => submitWide(api, form)));
  await signedInAt(page, admin);
  await lookInside(page, { plain: plainWide.id, wide: wide.map(({ id }) => id), contactIds });
  expect(watch.leaving).toEqual([]);

  const mails = await emailsOf(admin, people);
  await watch.openMails(
    page,
    mails.map(({ html }) => html),
  );
  expect(watch.runs).toEqual([]);
  expect(watch.leaving.filter(({ type, cookie }) => type !== 'image' || cookie !== '')).toEqual([]);
});

type View = [address: string, least: number, act?: () => Promise<void>];
type Inside = { plain: string; wide: readonly string[]; contactIds: readonly string[] };

/** Builder, submissions, one of them in full, the past of a contact and the list, as an ADMIN sees what a USER saved. */
async function lookInside(page: Page, { plain, wide, contactIds }: Inside): Promise<void> {
  const seen = new Set<string>();
  const plainWords = plainTexts(60);
  const open = async (address: string, least: number, act?: () => Promise<void>, texts = payloads) => {
    await page.goto(address);
    await act?.();
    await expect
      .poll(async () => (await textsOn(page, texts)).length, { message: address, timeout: 120_000 })
      .toBeGreaterThanOrEqual(least);
    expect(await handlersIn(page), address).toEqual([]);
    for (const text of await textsOn(page, payloads)) seen.add(text);
    return kindsOf(page);
  };
  const unfold = () => page.getByRole('dialog').locator('li > button[aria-expanded=false]').first().click();
  const views = [
    (id: string): View => [`/dashboard/forms?edit=${id}`, 40],
    (id: string): View => [`/dashboard/forms?analytics=${id}`, 2],
    (id: string): View => [`/dashboard/forms?analytics=${id}`, 40, unfold],
  ];
  for (const view of views) {
    const [address, fewest, act] = view(plain);
    const usual = new Set(await open(address, fewest, act, plainWords));
    for (const id of wide) {
      const [payloadAddress, least, unfolds] = view(id);
      const kinds = await open(payloadAddress, least, unfolds);
      expect(
        kinds.filter((kind) => !usual.has(kind)),
        payloadAddress,
      ).toEqual([]);
    }
  }
  const [plainContact, ...others] = contactIds;
  const usual = await open(`/dashboard/contacts?contact=${plainContact}`, 1, undefined, plainWords);
  for (const id of others)
    expect((await open(`/dashboard/contacts?contact=${id}`, 1)).filter((kind) => !usual.includes(kind))).toEqual([]);
  await open('/dashboard/forms?size=100', isNightly ? 15 : 5);
  expect(payloadsOf(300).filter((text) => !seen.has(text))).toEqual([]);
}

/** What the team was told, and what people were answered. */
async function emailsOf(admin: string, people: readonly string[]): Promise<CaughtMail[]> {
  const told = () => caught(({ to, subject }) => to === admin && /form submission/.test(subject));
  const answered = () => caught(({ to }) => people.includes(to));
  await expect.poll(async () => (await told()).length, { timeout: 180_000 }).toBeGreaterThanOrEqual(people.length);
  await expect.poll(async () => (await answered()).length, { timeout: 180_000 }).toBe(people.length);
  return [...(await told()), ...(await answered())];
}
