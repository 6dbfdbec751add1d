import { createPublicKey } from 'node:crypto';
import type { SendingDomain } from '@waggle/contracts/sending';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DnsServer, startDnsServer } from '../../../../test/harness/dns-server.ts';
import { type Person, registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { createSecrets } from '#platform/secrets.ts';
import { senderForCampaign } from '../senders/for-campaign.ts';
import { createSettings } from '../create-settings.ts';
import { domainHandlers } from './handlers.ts';
import { checkDueDomain, findDue } from './jobs.ts';

let dns: DnsServer;
let api: TestApi;
beforeAll(async () => {
  dns = await startDnsServer();
  api = await startTestApi({ env: { DNS_SERVERS: dns.address, SPF_INCLUDE: 'spf.waggle.example' } });
});
afterAll(async () => {
  await api.close();
  await dns.close();
});
afterEach(() => dns.zones.clear());

let count = 0;
const freshName = () => `shop${(count += 1)}.example`;

async function addDomain(admin: Person, domain = freshName()): Promise<SendingDomain> {
  const answer = await admin.request('POST', '/api/sending/domains', { domain });
  expect(answer.status).toBe(201);
  return answer.body as SendingDomain;
}
const publish = ({ records }: SendingDomain) => {
  for (const { name, value } of records) dns.zones.set(name, { txt: [value] });
};
const check = (admin: Person, { id }: SendingDomain) => admin.request('POST', `/api/sending/domains/${id}/check`);
const rotate = (admin: Person, { id }: SendingDomain) => admin.request('POST', `/api/sending/domains/${id}/keys`);
const minutesUntilCheck = async ({ id }: SendingDomain) =>
  (
    await api.db.owner.query<{ minutes: number }>(
      'select round(extract(epoch from next_check_at - now()) / 60)::int as minutes from sending_domains where id = $1',
      [id],
    )
  ).rows[0]!.minutes;
const dkim = ({ records }: SendingDomain) => records.filter(({ purpose }) => purpose === 'dkim');

describe('adding a domain', () => {
  test('says what to publish: two keys, SPF and DMARC', async () => {
    const domain = await addDomain(await registerAdmin(api), 'fresh.example');

    expect(domain).toMatchObject({ domain: 'fresh.example', state: 'pending', checkedAt: null, verifiedAt: null });
    expect(domain.records.map(({ purpose, type, name, required }) => [purpose, type, name, required])).toEqual([
      ['dkim', 'TXT', expect.stringMatching(/^wgr\d{4}\._domainkey\.fresh\.example$/), true],
      ['dkim', 'TXT', expect.stringMatching(/^wge\d{4}\._domainkey\.fresh\.example$/), false],
      ['spf', 'TXT', 'fresh.example', true],
      ['dmarc', 'TXT', '_dmarc.fresh.example', true],
    ]);
    expect(domain.records.every(({ state }) => state === 'unknown')).toBe(true);
  });

  test('makes an RSA key of 2048 bits and an Ed25519 key, whose private halves lie encrypted', async () => {
    const domain = await addDomain(await registerAdmin(api));

    const [rsa] = dkim(domain);
    const details = createPublicKey({
      key: Buffer.from(rsa!.value.split('p=')[1]!, 'base64'),
      format: 'der',
      type: 'spki',
    }).asymmetricKeyDetails;
    const { rows } = await api.db.owner.query('select * from dkim_keys where domain_id = $1', [domain.id]);

    expect(details).toMatchObject({ modulusLength: 2048 });
    expect(rows).toHaveLength(2);
    for (const { private_key, organization_id } of rows) {
      expect(private_key.toString('latin1')).not.toContain('PRIVATE KEY');
      expect(createSecrets(api.config).decrypt({ purpose: 'dkim', owner: organization_id }, private_key)).toContain(
        '-----BEGIN PRIVATE KEY-----',
      );
    }
  });

  test.each([
    'co.uk',
    'localhost',
    'a..example',
    '-a.example',
    'a.example\u0000',
    'a b.example',
    `${'a'.repeat(64)}.example`,
  ])('refuses %j', async (domain) => {
    const answer = await (await registerAdmin(api)).request('POST', '/api/sending/domains', { domain });

    expect(answer.status).toBe(400);
    expect(answer.body.fields).toHaveProperty('domain');
  });

  test('twice is refused with a sentence, in another organization it is not', async () => {
    const admin = await registerAdmin(api);
    const { domain } = await addDomain(admin);

    const again = await admin.request('POST', '/api/sending/domains', { domain: domain.toUpperCase() });
    const elsewhere = await (await registerAdmin(api)).request('POST', '/api/sending/domains', { domain });

    expect(again).toMatchObject({ status: 400, body: { code: 'already_exists' } });
    expect(elsewhere.status).toBe(201);
  });
});

describe('a domain', () => {
  test('is pending and asked about every 5 minutes until everything is found, then verified and asked about daily', async () => {
    const admin = await registerAdmin(api);
    const domain = await addDomain(admin);

    const before = await check(admin, domain);
    const waiting = await minutesUntilCheck(domain);
    publish(domain);
    const after = await check(admin, domain);

    expect(before.body).toMatchObject({ state: 'pending', checkedAt: expect.any(String) });
    expect(before.body.records.map(({ state }: { state: string }) => state)).toEqual(Array(4).fill('missing'));
    expect(waiting).toBe(5);
    expect(after.body).toMatchObject({ state: 'verified', verifiedAt: expect.any(String) });
    expect(await minutesUntilCheck(domain)).toBe(24 * 60);
  });

  test('fails when a required record goes, and recovers when it is back', async () => {
    const admin = await registerAdmin(api);
    const domain = await addDomain(admin);
    publish(domain);
    await check(admin, domain);

    dns.zones.delete(`_dmarc.${domain.domain}`);
    const failing = await check(admin, domain);
    const soon = await minutesUntilCheck(domain);
    publish(domain);
    const recovered = await check(admin, domain);

    expect([failing.body.state, soon, recovered.body.state]).toEqual(['failing', 5, 'verified']);
  });

  test('stays what it is while DNS is out of order', async () => {
    const admin = await registerAdmin(api);
    const domain = await addDomain(admin);
    publish(domain);
    await check(admin, domain);

    for (const { name } of domain.records) dns.zones.set(name, { trouble: 'servfail' });
    const answer = await check(admin, domain);

    expect(answer.body).toMatchObject({ state: 'verified' });
    expect(answer.body.records.every(({ state }: { state: string }) => state === 'found')).toBe(true);
  });

  test('is checked by the worker when it is due, without anybody asking', async () => {
    const admin = await registerAdmin(api);
    const domain = await addDomain(admin);
    publish(domain);
    await api.db.owner.query(`update sending_domains set next_check_at = now() - interval '1 second' where id = $1`, [
      domain.id,
    ]);
    const handlers = domainHandlers(createSettings(api));
    const act = (job: unknown, ctx: unknown, payload: unknown) =>
      handlers.find((handler) => handler.job === job)!.act(ctx as never, payload, {} as never);

    await act(findDue, { database: api.database }, {});
    const { rows } = await api.db.owner.query(
      `select data from pgboss.job_common where name = 'settings.check-domain' and data->'payload'->>'domainId' = $1`,
      [domain.id],
    );
    const ctx = backgroundContext(api.database, rows[0].data.organizationId, 'test');
    await act(checkDueDomain, ctx, { domainId: domain.id });
    await act(checkDueDomain, ctx, { domainId: domain.id });
    await act(checkDueDomain, ctx, { domainId: '01900000-0000-7000-8000-00000000dead' });
    const list = await admin.request('GET', '/api/sending/domains');

    expect(rows).toHaveLength(1);
    expect(list.body.items).toMatchObject([{ id: domain.id, state: 'verified' }]);
  });

  test('has one verified owner: another organization with its own records waits until the first one fails', async () => {
    const [first, second] = [await registerAdmin(api), await registerAdmin(api)];
    const name = freshName();
    const [theirs, ours] = [await addDomain(first, name), await addDomain(second, name)];
    // Selectors of one month are equal, so each organization gets its own here.
    await api.db.owner.query(`update dkim_keys set selector = 'x' || selector where domain_id = $1`, [ours.id]);
    const renamed = (await second.request('GET', '/api/sending/domains')).body.items[0] as SendingDomain;
    publish(theirs);
    publish(renamed);
    await check(first, theirs);

    const early = await check(second, ours);
    const waiting = (await second.request('GET', '/api/sending/domains')).body.items[0];
    for (const { name } of dkim(theirs)) dns.zones.delete(name);
    const lost = await check(first, theirs);
    const late = await check(second, ours);
    publish(theirs);
    const back = await check(first, theirs);

    expect(early).toMatchObject({
      status: 409,
      body: { code: 'domain_taken', message: expect.stringContaining('another organization') },
    });
    expect(waiting.state).toBe('pending');
    expect(waiting.records.every(({ state }: { state: string }) => state === 'found')).toBe(true);
    expect([lost.body.state, late.body.state, back.status]).toEqual(['failing', 'verified', 409]);
  });

  test('can be removed, unless a sender uses it', async () => {
    const admin = await registerAdmin(api);
    const domain = await addDomain(admin);
    const sender = await admin.request('POST', '/api/sending/senders', {
      fromName: 'Shop',
      fromEmail: `hello@${domain.domain}`,
    });

    const used = await admin.request('DELETE', `/api/sending/domains/${domain.id}`);
    await admin.request('DELETE', `/api/sending/senders/${sender.body.id}`);
    const unused = await admin.request('DELETE', `/api/sending/domains/${domain.id}`);

    expect([sender.status, used.status, unused.status]).toEqual([201, 409, 204]);
  });
});

describe('new keys', () => {
  test('wait beside the old ones, which sign until the new records are found', async () => {
    const admin = await registerAdmin(api);
    const domain = await addDomain(admin);
    await admin.request('POST', '/api/sending/senders', {
      fromName: 'Shop',
      fromEmail: `hello@${domain.domain}`,
      isDefault: true,
    });
    const { rows } = await api.db.owner.query('select organization_id from sending_domains where id = $1', [domain.id]);
    const ctx = backgroundContext(api.database, rows[0].organization_id, 'test');
    const signing = async () => {
      const { signingKeys, isAligned } = await senderForCampaign(createSettings(api), ctx, {
        senderId: null,
        clientId: null,
      });
      return [isAligned, ...signingKeys.map(({ selector }) => selector)];
    };
    const none = await signing();
    publish(domain);
    await check(admin, domain);
    const old = await signing();

    const rotated = await rotate(admin, domain);
    const waiting = await check(admin, domain);
    const stillOld = await signing();
    publish(rotated.body);
    const done = await check(admin, domain);
    const fresh = await signing();

    expect(none).toEqual([false]);
    expect(old).toEqual([true, expect.stringMatching(/^wgr\d{4}$/), expect.stringMatching(/^wge\d{4}$/)]);
    expect(dkim(rotated.body).map(({ required }) => required)).toEqual([true, false, false, false]);
    expect(waiting.body.state).toBe('verified');
    expect(stillOld).toEqual(old);
    expect(done.body.state).toBe('verified');
    expect(dkim(done.body)).toHaveLength(2);
    expect(fresh).toEqual([true, expect.stringMatching(/^wgr\d{4}b$/), expect.stringMatching(/^wge\d{4}b$/)]);
  });

  test('that nobody published make way for newer ones', async () => {
    const admin = await registerAdmin(api);
    const domain = await addDomain(admin);

    const [first, second] = [await rotate(admin, domain), await rotate(admin, domain)];

    expect(dkim(first.body)).toHaveLength(2);
    expect(dkim(second.body)).toHaveLength(2);
    expect(new Set([domain, first.body, second.body].map((shown) => dkim(shown)[0]!.name)).size).toBe(3);
  });

  test('of Ed25519 stop signing when their record is gone, and mail goes on', async () => {
    const admin = await registerAdmin(api);
    const domain = await addDomain(admin);
    publish(domain);
    await check(admin, domain);

    dns.zones.delete(dkim(domain)[1]!.name);
    const answer = await check(admin, domain);
    const { rows } = await api.db.owner.query(
      'select algorithm from dkim_keys where domain_id = $1 and active_from is not null',
      [domain.id],
    );

    expect(answer.body.state).toBe('verified');
    expect(rows).toEqual([{ algorithm: 'rsa-2048' }]);
  });
});
