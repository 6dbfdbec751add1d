import { Agent, request } from 'node:http';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { casesOf } from '../harness/cases.ts';
import { type MailedTenant, type ReadMail, readMail, startMailedTenant } from './mailed-tenant.ts';

const people = casesOf(200);
let tenant: MailedTenant;
let browser: Browser;
let mails: ReadMail[];
beforeAll(async () => {
  tenant = await startMailedTenant();
  await tenant.mailTo(people);
  mails = await Promise.all(tenant.received.map(({ raw }) => readMail(raw)));
  // The browser finds the mails' own host at the edge.
  const rule = `MAP waggle.test:80 ${new URL(tenant.origin).host}`;
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      `--host-resolver-rules=${rule}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--renderer-process-limit=1',
    ],
  });
});
afterAll(async () => {
  await browser.close();
  await tenant.close();
});

const pagesOf = ({ uris }: ReadMail) => uris.filter((uri) => /\/t\/[up]\//.test(uri));
const linksOf = ({ uris }: ReadMail) => uris.filter((uri) => /\/t\/[ocupv]\//.test(uri));

async function changes() {
  await tenant.settled();
  const [found] = await tenant.rows(
    `select (select count(*)::int from suppressions) as suppressed,
      (select count(*)::int from contacts where status <> 'active') as "optedOut",
      (select count(*)::int from contacts where mail_paused_until is not null or mail_pause_asked_at is not null) as paused,
      (select count(*)::int from inbox_events where kind not in ('open', 'click')) as preferences`,
  );
  return found;
}

/** At most so many at once. */
async function inTurns<Item>(items: readonly Item[], atOnce: number, fn: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await fn(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

test(`no look at any link of ${people} mails opts anybody out, and pressing a button opts out one (C3)`, async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const ways: { method: string; headers?: Record<string, string> }[] = [
    { method: 'GET' },
    { method: 'HEAD' },
    { method: 'GET', headers: { purpose: 'prefetch' } },
    { method: 'GET', headers: { 'sec-purpose': 'prefetch;prerender' } },
  ];
  const statuses = new Map<number, number>();
  const look = (uri: string, { method, headers = {} }: (typeof ways)[number]) =>
    new Promise<void>((resolve, reject) => {
      request(tenant.onEdge(uri), { method, headers, agent }, (answer) => {
        statuses.set(answer.statusCode!, (statuses.get(answer.statusCode!) ?? 0) + 1);
        answer.resume().on('end', resolve);
      })
        .on('error', reject)
        .end();
    });
  const links = mails.flatMap(linksOf);

  await inTurns(
    links.flatMap((uri) => ways.map((way) => ({ uri, way }))),
    16,
    ({ uri, way }) => look(uri, way),
  );
  agent.destroy();
  const afterLooks = await changes();
  const opened = await openInBrowser(mails.flatMap(pagesOf));
  const afterBrowser = await changes();
  await press(mails[0]!.unsubscribe, 'Unsubscribe', "You're unsubscribed");
  const afterPress = await changes();
  await press(
    pagesOf(mails[1]!).find((uri) => uri.includes('/t/p/'))!,
    'Pause emails',
    'Emails paused',
  );
  const afterPause = await changes();

  const pages = 2 * people;
  const nothing = { suppressed: 0, optedOut: 0, paused: 0, preferences: 0 };
  process.stdout.write(`looked ${links.length * ways.length} times, opened ${opened} pages in a browser\n`);
  expect(links.length).toBeGreaterThanOrEqual(6 * people);
  expect(Object.fromEntries(statuses)).toEqual({
    200: (links.length - linkCount('c')) * ways.length,
    302: linkCount('c') * ways.length,
  });
  expect(opened).toBe(pages);
  expect([afterLooks, afterBrowser]).toEqual([nothing, nothing]);
  expect(afterPress).toEqual({ suppressed: 1, optedOut: 1, paused: 0, preferences: 1 });
  expect(afterPause).toEqual({ suppressed: 1, optedOut: 1, paused: 1, preferences: 2 });
});

const linkCount = (letter: string) => mails.flatMap(linksOf).filter((uri) => uri.includes(`/t/${letter}/`)).length;

/** With scripts on and until it is loaded; answers how many had a button that nobody pressed. */
async function openInBrowser(uris: readonly string[]): Promise<number> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 320, height: 480 } });
  const pages = await Promise.all(Array.from({ length: 2 }, () => context.newPage()));
  let opened = 0;
  const queue = uris.values();
  await Promise.all(
    pages.map(async (page) => {
      for (const uri of queue) {
        const answer = await page.goto(uri, { waitUntil: 'load' });
        // Asked of the answer and not of the page: a look into each costs more than opening it.
        if (answer?.ok() && (await answer.text()).includes('<form method="post">')) opened += 1;
      }
    }),
  );
  await context.close();
  return opened;
}

async function press(uri: string, button: string, title: string): Promise<void> {
  const page = await browser.newPage({ locale: 'en-GB', javaScriptEnabled: false });
  await page.goto(uri);
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  expect(await page.context().cookies()).toEqual([]);
  await page.close();
}
