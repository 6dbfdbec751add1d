import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '../sending/ready-admin.ts';
import { type MailedTenant, readMail, startMailedTenant } from './mailed-tenant.ts';

/** What a reader's browser says besides, and whether the open counts. Clicks count with all of them. */
const matrix: [headers: Record<string, string>, counts: boolean][] = [
  [{}, true],
  [{ 'sec-gpc': '1' }, false],
  [{ dnt: '1' }, false],
  [{ 'sec-gpc': '1', dnt: '1' }, false],
  [{ 'sec-gpc': '1', dnt: '0' }, false],
  [{ 'sec-gpc': '0', dnt: '1' }, false],
  [{ 'sec-gpc': ' 1 ' }, false],
  // Sent twice, as a proxy may do.
  [{ dnt: '1, 1' }, false],
  [{ 'sec-gpc': '0' }, true],
  [{ dnt: '0' }, true],
  [{ dnt: 'unspecified' }, true],
  [{ 'sec-gpc': 'true', dnt: '' }, true],
  [{ 'sec-gpc': '11' }, true],
];
const picture = {
  accept: 'image/avif,image/webp,image/apng,*/*;q=0.8',
  'sec-fetch-mode': 'no-cors',
  'sec-fetch-dest': 'image',
};
const page = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};
const reader = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0',
  'accept-language': 'en-GB,en;q=0.9',
  'sec-fetch-site': 'cross-site',
};

let tenant: MailedTenant;
let mails: { open: string; click: string; to: string }[];
beforeAll(async () => {
  tenant = await startMailedTenant();
  await tenant.mailTo(matrix.length);
  mails = await Promise.all(
    tenant.received.map(async ({ raw, to }) => {
      const { uris } = await readMail(raw);
      const open = uris.find((uri) => uri.includes('/t/o/'))!;
      return { open, click: await linkTo('https://shop.example/one', uris), to };
    }),
  );
});
afterAll(() => tenant.close());

/** One of the links is a trap for machines; HEAD shows where they lead and counts for nobody. */
async function linkTo(target: string, uris: string[]): Promise<string> {
  for (const uri of uris.filter((one) => one.includes('/t/c/'))) {
    const { headers } = await fetch(tenant.onEdge(uri), { method: 'HEAD', redirect: 'manual' });
    if (headers.get('location') === target) return uri;
  }
  throw new Error(`No link leads to ${target}.`);
}

/** By hand: `fetch` says Sec-Fetch-Mode in its own words. */
const get = (address: string, headers: Record<string, string>) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request(tenant.onEdge(address), { headers: { ...reader, ...headers } }, (answer) => {
      answer.resume().on('end', () => resolve(answer));
    })
      .on('error', reject)
      .end();
  });

async function figures() {
  await tenant.settled();
  const { items } = await ask(tenant.admin, 'GET', '/api/campaigns');
  return items[0].stats as { opened: number; machineOpened: number; clicked: number };
}

test('C19: an open by whoever sends Sec-GPC or DNT is answered, not counted and not kept; a click is counted', async () => {
  const answers = await Promise.all(matrix.map(([headers], at) => get(mails[at]!.open, { ...picture, ...headers })));
  const opened = await figures();
  const kept = await tenant.rows(`select signal from (
    select payload->>'sendId' as signal from inbox_events where kind = 'open') opens`);
  const { rows } = await tenant.api.db.owner.query<{ email: string }>(
    `select contacts.email from campaign_sends join contacts on contacts.id = contact_id where opened_at is not null`,
  );
  const followed = await Promise.all(matrix.map(([headers], at) => get(mails[at]!.click, { ...page, ...headers })));
  const clicked = await figures();

  const counted = matrix.flatMap(([, counts], at) => (counts ? [mails[at]!.to] : []));
  expect(answers.map(({ statusCode, headers }) => `${statusCode} ${headers['content-type']}`)).toEqual(
    matrix.map(() => '200 image/gif'),
  );
  expect(opened).toMatchObject({ opened: counted.length, machineOpened: 0, clicked: 0 });
  expect(rows.map(({ email }) => email).toSorted()).toEqual(counted.toSorted());
  // Neither the address nor the browser of such a reader is kept.
  expect(kept).toHaveLength(counted.length);
  expect(followed.map(({ statusCode }) => statusCode)).toEqual(matrix.map(() => 302));
  expect(clicked).toMatchObject({ opened: counted.length, clicked: matrix.length });
});
