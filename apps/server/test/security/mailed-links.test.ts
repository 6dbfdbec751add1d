import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkIn } from '../harness/mail-catcher.ts';
import { publicUrl, startTestApi, type TestApi } from '../harness/test-api.ts';
import { createTenantFixture, enter } from '../matrix/tenant-fixture.ts';
import type { TenantFixture } from '../matrix/tenant.ts';
import { say } from '../matrix/say.ts';

/** Thousands of requests on a machine that may be busy with other tests. */

let api: TestApi;
let tenant: TenantFixture;
beforeAll(async () => {
  // The strictest case: the proxy in front is trusted, so its headers do count for something.
  api = await startTestApi({ workers: true, env: { TRUSTED_PROXIES: '127.0.0.1' } });
  tenant = await createTenantFixture(api);
});
afterAll(() => api.close());

const host = new URL(publicUrl).host;
const evil = 'evil.example';

const unknownHosts = [
  evil,
  `${host}.${evil}`,
  `${evil}:80`,
  `${host}:8080`,
  `${host}@${evil}`,
  `${host},${evil}`,
  ' ',
  '127.0.0.1',
];

const forwarded: Record<string, string>[] = [
  { 'x-forwarded-host': evil },
  { 'x-forwarded-host': `${evil}, ${host}` },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-port': '8443' },
  { forwarded: `for=1.2.3.4;host=${evil};proto=https` },
  { 'x-host': evil, 'x-http-host-override': evil, 'x-forwarded-server': evil },
  { 'x-original-url': `https://${evil}/`, 'x-rewrite-url': `https://${evil}/` },
  { referer: `https://${evil}/` },
];

describe('T22 a mailed link', () => {
  test('starts with the configured address, whatever the headers of the request say', async () => {
    const admin = await enter(api, tenant, 'ADMIN');
    const asked: string[] = [];
    for (const [at, headers] of forwarded.entries()) {
      const invited = `invited${at}@${tenant.mark}.example`;
      const { email } = await createTenantFixture(api).then(({ people }) => people.USER);
      const forgot = await api.visitor().request('POST', '/api/auth/forgot-password', { email }, headers);
      const invite = await admin.request('POST', '/api/team/invitations', { email: invited }, headers);
      expect([forgot.status, invite.status]).toEqual([200, 201]);
      asked.push(email, invited);
    }

    const mails = await Promise.all(asked.map((address) => api.mail.waitFor(address)));

    const links = mails.flatMap((mail) => [linkIn(mail), ...(mail.html.match(/https?:\/\/[^"'\s<]+/g) ?? [])]);
    say(`mailed links: ${forwarded.length + unknownHosts.length} header variants, ${links.length} links`);
    expect(links.length).toBeGreaterThanOrEqual(mails.length * 2);
    for (const link of links) expect(new URL(link).origin).toBe(publicUrl);
    for (const mail of mails) expect(mail.html + mail.text).not.toContain(evil);
  });

  test.each(unknownHosts)('is not even asked for under the name "%s"', async (unknown) => {
    const before = await waiting();

    const answer = await api
      .visitor()
      .request('POST', '/api/auth/forgot-password', { email: tenant.people.USER.email }, { host: unknown });

    expect(answer).toMatchObject({ status: 421, body: { code: 'wrong_host' } });
    expect(await waiting()).toBe(before);
  });
});

const waiting = async (): Promise<number> =>
  (await api.db.owner.query(`select count(*)::int as jobs from pgboss.job_common where name = 'accounts.send-reset'`))
    .rows[0].jobs;
