import { expect, type Page, test } from '@playwright/test';
import { linkOrigin, origin } from './addresses.ts';
import { registerByCall, signedInAt } from './people.ts';
import { payloadHost, payloads, payloadsOf } from './script-payloads.ts';
import {
  joinAsUser,
  saveAsAdmin,
  saveAsUser,
  type Saved,
  saveImport,
  sendAsAuthor,
  sendToReaders,
} from './script-seeds.ts';
import { handlersIn, textsOn, watchScripts } from './script-watch.ts';

// Without our own policy, which would stop most of them: what is under test is that no text becomes an element.
test.use({ bypassCSP: true, trace: 'off' });
// Forty screens with a hundred payloads each: 190 s on a machine that others use too.
test.describe.configure({ mode: 'serial', timeout: 600_000 });

test(
  'T06: the watch sees payloads run, ask for help, and take the cookie along',
  { tag: '@nightly' },
  async ({ page, context }) => {
    const watch = await watchScripts(context);
    await context.addCookies([
      { name: 'session', value: 'of an admin', url: `https://${payloadHost}/`, sameSite: 'None', secure: true },
    ]);

    await watch.openMails(page, [...payloads, `<img src=https://${payloadHost}/picture.png>`]);

    const ran = new Set(watch.runs.map((run) => run.split(' ')[0]));
    test
      .info()
      .annotations.push({ type: 'payloads that run unescaped', description: `${ran.size} of ${payloads.length}` });
    expect(ran.size).toBeGreaterThan(70);
    const helpers = watch.leaving.filter(({ url }) => new URL(url).hostname === payloadHost);
    expect(new Set(helpers.map(({ type }) => type))).toEqual(new Set(['script', 'stylesheet', 'image']));
    expect(helpers.some(({ cookie }) => cookie.includes('of an admin'))).toBe(true);
  },
);

// Before each landing those of forms and of campaigns go the same way.
test(
  'T06: 120 payloads saved by a USER run nowhere when an ADMIN opens them',
  { tag: '@nightly' },
  async ({ page, context }) => {
    expect(payloads).toHaveLength(120);
    const { email, api } = await registerByCall('AGENCY');
    await saveAsAdmin(api);
    const user = await joinAsUser(api);
    const saved = await saveAsUser(user.api);
    const file = await saveImport(user.api);
    const written = await sendAsAuthor(user.api, user.email);
    const personal = await sendToReaders(user.api);
    const watch = await watchScripts(context);
    await signedInAt(page, email);

    const seen = new Set<string>();
    const open = async (address: string, least: number) => {
      await page.goto(address);
      await expect
        .poll(async () => (await textsOn(page, payloads)).length, { message: address, timeout: 120_000 })
        .toBeGreaterThanOrEqual(least);
      expect(await handlersIn(page), address).toEqual([]);
      for (const text of await textsOn(page, payloads)) seen.add(text);
    };
    for (const [address, least] of screensOf(saved)) await open(address, least);
    await openImport(page, file.id);
    await file.check();
    await openImport(page, file.id);
    await openDetails(page);
    await openAsFiles(page);
    await openAsStranger(page, saved, personal[0]!.html);
    expect(watch.leaving).toEqual([]);
    expect([...seen].toSorted()).toEqual(payloadsOf(500).toSorted());

    const mails = [...written.mails, ...personal];
    expect(written.mails.length + written.refused.length).toBe(payloads.length);
    expect(written.refused.length).toBeLessThan(60);
    await watch.openMails(
      page,
      mails.map(({ html }) => html),
    );

    expect(watch.runs).toEqual([]);
    // Pictures are what mail shows; nothing else is fetched, and nobody's cookie goes along.
    expect(watch.leaving.filter(({ type, cookie }) => type !== 'image' || cookie !== '')).toEqual([]);
  },
);

/** Every screen that shows what people write, and how many payloads a person must find there. */
const screensOf = ({ contactId, segmentId, codeIds }: Saved): [address: string, least: number][] => [
  ['/dashboard', 1],
  ['/dashboard/contacts?size=100&sort=createdAt', 90],
  ['/dashboard/contacts?size=100', 90],
  [`/dashboard/contacts?contact=${contactId}`, 100],
  [`/dashboard/contacts?search=${encodeURIComponent(payloads[18]!)}`, 1],
  ['/dashboard/contacts/tags?size=100&sort=name', 90],
  ['/dashboard/contacts/tags?size=100&sort=-name', 90],
  ['/dashboard/contacts/segments?size=100&sort=name', 90],
  ['/dashboard/contacts/segments?size=100&sort=-name', 90],
  [`/dashboard/contacts/segments/${segmentId}`, 12],
  ['/dashboard/contacts/suppressions', 1],
  ['/dashboard/qr-codes?size=100', 90],
  ['/dashboard/qr-codes?size=100&sort=createdAt', 90],
  ...codeIds.map((id): [string, number] => [`/dashboard/qr-codes/${id}`, 2]),
  ['/dashboard/settings/account', 1],
  ['/dashboard/settings/team', 1],
  ['/dashboard/settings/clients?size=100', 15],
  ['/dashboard/settings/senders', 2],
  ['/dashboard/settings/connections', 1],
  ...['contacts', 'links', 'campaigns', 'team', 'sending'].map((group): [string, number] => [
    `/dashboard/settings/audit?size=100&group=${group}`,
    group === 'contacts' || group === 'links' || group === 'campaigns' ? 20 : 2,
  ]),
];

/** The file of an import: its columns before it is checked, its mistakes after. */
async function openImport(page: Page, id: string): Promise<void> {
  await page.goto(`/dashboard/contacts?import=${id}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(`${payloads[18]}.csv`).first()).toBeVisible();
  await expect(dialog.locator('table, input').first()).toBeVisible();
  expect(await handlersIn(page)).toEqual([]);
}

/** The dialog of an entry of the audit log, with what stood there before. */
async function openDetails(page: Page): Promise<void> {
  await page.goto('/dashboard/settings/audit?size=100&group=links');
  await page.getByRole('table', { name: 'Audit log' }).getByRole('row').nth(3).click();
  await expect(page.getByRole('dialog', { name: 'Details' })).toBeVisible();
  expect(await handlersIn(page)).toEqual([]);
}

/** What the app fetches, opened by itself in a tab of the browser. */
async function openAsFiles(page: Page): Promise<void> {
  for (const address of ['contacts', 'tags', 'segments', 'qr-codes', 'campaigns', 'audit-log']) {
    const answer = await page.goto(`/api/${address}?limit=100`);
    expect(answer?.status(), address).toBe(200);
    expect(answer?.headers()['x-content-type-options']).toBe('nosniff');
  }
}

/** Pages of the edge: the ways out of a mail, a code that is switched off, and addresses with a payload in them. */
async function openAsStranger(page: Page, { inactiveUrl }: Saved, html: string): Promise<void> {
  const ways = [...html.matchAll(/href="(http[^"]+\/t\/[up]\/[^"]+)"/g)].map(([, url]) =>
    url!.replaceAll('&amp;', '&'),
  );
  expect(ways.length).toBeGreaterThan(0);
  for (const url of [...ways, inactiveUrl]) {
    const answer = await page.goto(url);
    expect([200, 410], url).toContain(answer?.status());
    expect(await handlersIn(page)).toEqual([]);
  }
  for (const text of payloads.slice(0, 30))
    for (const path of ['qr/', 't/u/', 't/c/', '']) {
      const answer = await page.request.get(
        `${linkOrigin}/${path}${encodeURIComponent(text)}?q=${encodeURIComponent(text)}`,
      );
      expect(await answer.text(), path).not.toContain(text);
    }
  await page.goto(`${origin}/dashboard`);
}
