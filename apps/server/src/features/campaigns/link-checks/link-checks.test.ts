import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CheckLine } from '@waggle/contracts/campaign-checks';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { joinTeam } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { createRateLimits } from '#platform/rate-limits.ts';
import { checkableAddresses } from './addresses.ts';
import { linkAnswerLines } from './lines.ts';
import { createLinkAsker } from './link-asker.ts';

let api: TestApi;
let admin: ReadyAdmin;
let web: Server;
let site: string;
const asked: string[] = [];
let status = 404;

beforeAll(async () => {
  web = createServer(({ method, url }, reply) => {
    asked.push(`${method} ${url}`);
    if (url === '/round') reply.writeHead(302, { location: '/round' }).end();
    else reply.writeHead(url === '/works' ? 200 : url === '/not-you' ? 403 : status).end();
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  api = await startTestApi({ workers: true, env: { LINK_CHECKS: 'private' } });
  admin = await readyAdmin(api);
  await addPeople(api, admin, 1);
});
afterEach(() => {
  asked.length = 0;
  status = 404;
});
afterAll(async () => {
  await api.close();
  web.closeAllConnections();
  await new Promise((resolve) => web.close(resolve));
});

const linking = (...addresses: string[]) =>
  draft(admin, { htmlContent: `<p>Hi ${addresses.map((to) => `<a href="${to}">See</a>`).join(' ')}</p>` });
const linesOf = async (id: string) => {
  const { lines, isReady } = await ask(admin, 'GET', `/api/campaigns/${id}/check`);
  return { isReady, lines: (lines as CheckLine[]).filter(({ code }) => code === 'link-answers') };
};
/** What a worker has found out. */
const found = (id: string) =>
  vi.waitFor(
    async () => {
      const said = await linesOf(id);
      expect(said.lines.map(({ level }) => level)).not.toContain('waiting');
      return said;
    },
    { timeout: 20_000, interval: 50 },
  );

describe('the links of a draft', () => {
  test('are asked by a worker; the check says meanwhile how far it is, and warns of what does not work', async () => {
    const { id } = await linking(`${site}/works`, `${site}/gone`, `${site}/round`, 'http://127.0.0.1:1/');

    const first = await linesOf(id);
    const { lines, isReady } = await found(id);

    expect(first.lines).toEqual([
      {
        code: 'link-answers',
        level: 'waiting',
        message: 'Checking links: 0 of 4',
        details: [],
        action: null,
        checkedAt: null,
      },
    ]);
    expect(isReady).toBe(true);
    expect(lines).toMatchObject([
      {
        level: 'warning',
        message: "Links that don't work: 3 of 4",
        action: 'check-links',
        details: [
          `${site}/gone answered with error 404.`,
          `${site}/round redirects too often.`,
          "http://127.0.0.1:1/ didn't answer.",
        ],
      },
    ]);
    expect(lines[0]!.checkedAt).not.toBeNull();
  });

  test('that work or refuse programs are one line that all is well', async () => {
    const { id } = await linking(`${site}/works`, `${site}/works#part`, `${site}/not-you`);

    const { lines } = await found(id);

    expect(lines.map(({ level, message }) => [level, message])).toEqual([['ok', 'All 2 links respond']]);
  });

  test('are asked again only when that was long ago, or when somebody says so and they did not work', async () => {
    const { id } = await linking(`${site}/works`, `${site}/gone`);
    await found(id);
    asked.length = 0;

    await found(id);
    expect(asked).toEqual([]);

    status = 200;
    await ask(admin, 'POST', `/api/campaigns/${id}/check/links`);
    const { lines } = await found(id);

    expect(lines.map(({ message }) => message)).toEqual(['All 2 links respond']);
    expect(asked).toEqual(['HEAD /gone']);
  });

  test('are asked also where clicks are not counted, and forgotten when they leave the email or it is sent', async () => {
    const { id } = await draft(admin, {
      htmlContent: `<a href="${site}/works">See</a>`,
      tracking: { opens: false, clicks: false },
    });
    await found(id);
    await ask(admin, 'PUT', `/api/campaigns/${id}`, { htmlContent: `<a href="${site}/gone">See</a>` });
    await found(id);
    const rows = async () =>
      (await api.db.owner.query('select status from campaign_link_checks where campaign_id = $1', [id])).rows;

    expect(await rows()).toEqual([{ status: 404 }]);

    await ask(admin, 'POST', `/api/campaigns/${id}/send`);
    await vi.waitFor(async () => expect(await rows()).toEqual([]), { timeout: 20_000 });
  });

  test('are not asked again for a VIEWER, who reads what is known', async () => {
    const { id } = await linking(`${site}/gone`);
    const viewer = await joinTeam(api, admin, 'VIEWER');
    await found(id);

    const seen = await ask(viewer, 'GET', `/api/campaigns/${id}/check`);

    expect((seen.lines as CheckLine[]).find(({ code }) => code === 'link-answers')?.details).toHaveLength(1);
    expect((await viewer.request('POST', `/api/campaigns/${id}/check/links`)).status).toBe(403);
  });
});

describe('which links are asked', () => {
  const config = { PUBLIC_URL: 'https://app.waggle.test', LINK_URL: 'https://go.waggle.test' } as const;
  const public_ = (...addresses: string[]) => checkableAddresses({ ...config, LINK_CHECKS: 'public' }, addresses);

  test('pages of others, each once, at most 100', () => {
    expect(public_('https://shop.dev/a#x', 'https://shop.dev/a#y', 'http://shop.dev:8080/')).toEqual([
      'https://shop.dev/a',
      'http://shop.dev:8080/',
    ]);
    expect(public_(...Array.from({ length: 500 }, (_, at) => `https://shop.dev/${at}`))).toHaveLength(100);
  });

  test.each([
    'mailto:a@b.dev',
    'tel:+1',
    'ftp://shop.dev/',
    'https://app.waggle.test/x',
    'https://go.waggle.test/s/abc',
    'https://maple.example/',
    'https://www.example.com/',
    'http://10.0.0.1/',
    'http://localhost/',
    'http://intranet/',
    'https://name:secret@shop.dev/',
    'https://shop.dev:22/',
    'https://shop.dev:3000/',
    `https://shop.dev/${'x'.repeat(3_000)}`,
  ])('not %s', (address) => {
    expect(public_(address)).toEqual([]);
  });

  test('none where the operator says so, and then no line', async () => {
    expect(checkableAddresses({ ...config, LINK_CHECKS: 'off' }, ['https://shop.dev/'])).toEqual([]);
    expect(linkAnswerLines([], new Map())).toEqual([]);
  });
});

describe('nobody makes us knock at many doors, or at one door often', () => {
  const askerOf = () =>
    createLinkAsker({
      config: { ...api.config, LINK_CHECKS: 'private' },
      limits: createRateLimits(api.database.pool, false),
    });
  const { signal } = new AbortController();

  test('a server is asked 120 times a minute for all organizations together; the rest is postponed', async () => {
    const asker = askerOf();
    const address = `${site}/works`;

    const answers = [];
    for (let at = 0; at < 125; at += 1) answers.push(await asker(`organization ${at}`, address, signal));

    expect(answers.filter(({ outcome }) => outcome === 'answered')).toHaveLength(120);
    expect(answers.at(-1)).toEqual({ outcome: 'postponed' });
    expect(asked).toHaveLength(120);
  });

  test('an organization has 1,500 connections an hour', async () => {
    const { organizationId } = admin.user;
    await api.db.owner.query(
      `insert into rate_limits (key, points, expire) values ($1, 1500, extract(epoch from now() + interval '1 hour') * 1000)`,
      [`link-check-organization:${organizationId}`],
    );

    expect(await askerOf()(organizationId, `http://127.0.0.2:${new URL(site).port}/works`, signal)).toEqual({
      outcome: 'postponed',
    });
    expect(asked).toEqual([]);
  });
});
