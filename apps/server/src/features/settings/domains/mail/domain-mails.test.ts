import type { SendingDomain } from '@waggle/contracts/sending';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DnsServer, startDnsServer } from '../../../../../test/harness/dns-server.ts';
import { joinTeam, type Person, registerAdmin } from '../../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../../test/harness/test-api.ts';
import { ask } from '../../../../../test/sending/ready-admin.ts';
import { until } from '../../../../../test/matrix/until.ts';

let dns: DnsServer;
let api: TestApi;
beforeAll(async () => {
  dns = await startDnsServer();
  api = await startTestApi({ workers: true, env: { DNS_SERVERS: dns.address, SPF_INCLUDE: 'spf.waggle.example' } });
});
afterAll(async () => {
  await api.close();
  await dns.close();
});
afterEach(() => dns.zones.clear());

let count = 0;
const addDomain = async (admin: Person): Promise<SendingDomain> =>
  ask(admin, 'POST', '/api/sending/domains', { domain: `news${(count += 1)}.example` });
const publish = ({ records }: SendingDomain) => {
  for (const { name, value } of records) dns.zones.set(name, { txt: [value] });
};
const check = (admin: Person, { id }: SendingDomain) => ask(admin, 'POST', `/api/sending/domains/${id}/check`);
const mailsTo = (email: string, subject: string) =>
  api.mail.mails.filter((mail) => mail.to === email && mail.subject === subject);
/** Once nothing of these jobs waits, nothing more will come. */
const settled = async (organizationId: string) =>
  until(async () => {
    const { rows } = await api.db.owner.query(
      `select from pgboss.job_common where name in ('settings.announce-domain', 'settings.send-domain-news', 'settings.send-records')
       and data->>'organizationId' = $1 and state in ('created', 'retry', 'active')`,
      [organizationId],
    );
    return rows.length === 0;
  });
const verified = 'Your sending domain is verified';
const failing = 'Your sending domain is no longer verified';

describe('news of a domain', () => {
  test('reaches who added it, once however often and by how many it is checked', async () => {
    const admin = await registerAdmin(api);
    const other = await joinTeam(api, admin, 'ADMIN');
    const domain = await addDomain(admin);
    publish(domain);

    await Promise.all([check(admin, domain), check(other, domain), check(admin, domain)]);
    await check(admin, domain);
    await settled(admin.user.organizationId);

    expect(mailsTo(admin.user.email, verified)).toHaveLength(1);
    expect(mailsTo(admin.user.email, verified)[0]!.text).toContain(domain.domain);
    expect(mailsTo(other.user.email, verified)).toEqual([]);
  });

  test('says which record is lost when it breaks, and nothing when it comes back', async () => {
    const admin = await registerAdmin(api);
    const domain = await addDomain(admin);
    publish(domain);
    await check(admin, domain);
    await settled(admin.user.organizationId);
    dns.zones.delete(`_dmarc.${domain.domain}`);
    await check(admin, domain);
    await check(admin, domain);
    await settled(admin.user.organizationId);
    publish(domain);
    await check(admin, domain);
    await settled(admin.user.organizationId);

    expect(mailsTo(admin.user.email, verified)).toHaveLength(1);
    expect(mailsTo(admin.user.email, failing)).toHaveLength(1);
    expect(mailsTo(admin.user.email, failing)[0]!.text).toContain(`TXT _dmarc.${domain.domain}`);
  });

  test('goes to the admins when who added it has left, or nobody knows who did', async () => {
    const admin = await registerAdmin(api);
    const leaver = await joinTeam(api, admin, 'ADMIN');
    const [left, old] = [await addDomain(leaver), await addDomain(admin)];
    await ask(admin, 'DELETE', `/api/team/members/${leaver.user.id}`);
    await api.db.owner.query('update sending_domains set added_by = null where id = $1', [old.id]);
    publish(left);
    publish(old);

    await check(admin, left);
    await check(admin, old);
    await settled(admin.user.organizationId);

    expect(mailsTo(admin.user.email, verified)).toHaveLength(2);
    expect(mailsTo(leaver.user.email, verified)).toEqual([]);
  });
});

describe('the records by email', () => {
  const send = (person: Person, domain: SendingDomain, email: string, more: object = {}) =>
    person.request('POST', `/api/sending/domains/${domain.id}/email`, { email, ...more });

  test('hold every record and nothing the sender wrote', async () => {
    const admin = await registerAdmin(api);
    const domain = await addDomain(admin);
    await api.db.owner.query(`update organizations set name = 'Buy now at evil.example' where id = $1`, [
      admin.user.organizationId,
    ]);

    const answer = await send(admin, domain, 'it1@desk.example');
    const refused = await send(admin, domain, 'it1@desk.example', { note: 'Buy now' });
    await settled(admin.user.organizationId);

    const [mail] = mailsTo('it1@desk.example', 'DNS records to add for sending email');
    expect(answer.status).toBe(204);
    expect(refused.status).toBe(400);
    for (const { name, value } of domain.records) {
      expect(mail!.text).toContain(`Name: ${name}`);
      expect(mail!.text).toContain(`Value: ${value}`);
    }
    expect(mail!.text).not.toMatch(/evil|https?:|House|Admin \d/);
  });

  test('are sent by ADMINs alone, from a confirmed address', async () => {
    const admin = await registerAdmin(api);
    const domain = await addDomain(admin);
    const user = await joinTeam(api, admin, 'USER');
    await api.db.owner.query('update directory.users set email_confirmed_at = null where id = $1', [admin.user.id]);

    expect((await send(user, domain, 'it2@desk.example')).status).toBe(403);
    expect((await send(admin, domain, 'it2@desk.example')).body).toMatchObject({ code: 'address_unconfirmed' });
    expect(api.mail.mails.some(({ to }) => to === 'it2@desk.example')).toBe(false);
  });
});

describe('the records by email, counted', () => {
  let counted: TestApi;
  beforeAll(async () => {
    counted = await startTestApi({ env: { UNSAFE_NO_RATE_LIMITS: 'false' } });
  });
  afterAll(() => counted.close());

  test('reach one address three times a day, whoever asks', async () => {
    const admins = [await registerAdmin(counted), await registerAdmin(counted)];
    const answers: number[] = [];

    for (const admin of [...admins, ...admins]) {
      const domain = await addDomain(admin);
      const path = `/api/sending/domains/${domain.id}/email`;
      answers.push((await admin.request('POST', path, { email: 'one@desk.example' })).status);
    }

    expect(answers).toEqual([204, 204, 204, 429]);
  });
});
