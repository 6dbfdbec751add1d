import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { someOf } from '../harness/cases.ts';
import { publicUrl, startTestApi, type TestApi } from '../harness/test-api.ts';
import { fingerprint } from '../matrix/fingerprint.ts';
import { createTenantFixture, enter, enterFor } from '../matrix/tenant-fixture.ts';
import { call, refusedSamples, sampleOf, writes } from '../matrix/samples.ts';
import { say } from '../matrix/say.ts';
import type { TenantFixture } from '../matrix/tenant.ts';
import { wire } from '../matrix/slots.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** What a form or a script on another page makes a browser send, cookie included. */
const foreign: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'https://waggle.test' },
  { origin: `${publicUrl}:8080` },
  { origin: `${publicUrl}.evil.example` },
  { origin: `${publicUrl}/` },
  { origin: 'http://sub.waggle.test', 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'same-origin, cross-site' },
  { origin: publicUrl, 'sec-fetch-site': 'cross-site' },
];

const encodings: [string, string][] = [
  ['application/x-www-form-urlencoded', 'name=Planted&password=planted'],
  ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nPlanted\r\n--x--'],
  ['text/plain', '{"name":"Planted","x":"="}'],
];

describe('T18 a request from another site', () => {
  test('is refused by every call that writes, whatever its encoding, and changes nothing', async () => {
    const served: string[] = [];
    let cases = 0;
    // Whatever is refused leaves it as it was, so one serves all calls.
    const tenant = await createTenantFixture(api);
    for (const endpoint of writes) {
      const guest = await enterFor(api, tenant, endpoint);
      const input = await sampleOf(endpoint, { api, tenant, guest });
      const { method, url } = wire(endpoint, input);
      const before = await fingerprint(api.db.owner, tenant.organizationId);
      for (const headers of foreign) {
        const answers = [await call(guest, endpoint, input, headers)];
        for (const [type, body] of encodings)
          answers.push(await guest.request(method, url, body, { ...headers, 'content-type': type }));
        cases += answers.length;
        for (const { status, body } of answers)
          if (status !== 403 || body.code !== 'foreign_origin')
            served.push(`${endpoint.name} with ${JSON.stringify(headers)}: ${status}`);
      }
      const after = await fingerprint(api.db.owner, tenant.organizationId);
      if (JSON.stringify(after) !== JSON.stringify(before)) served.push(`${endpoint.name} wrote something`);
    }

    say(`cross-site requests: ${cases} cases, ${served.length} served`);
    expect(served).toEqual([]);
  });

  test('gets nothing from a form without these headers either: a form cannot send JSON', async () => {
    const guest = await enter(api, await createTenantFixture(api), 'ADMIN');

    const answers = await Promise.all(
      encodings.map(([type, body]) => guest.request('POST', '/api/clients', body, { 'content-type': type })),
    );

    expect(answers.map(({ status }) => status)).toEqual([415, 415, 415]);
  });

  test('never carries the session: its cookie stays at home', async () => {
    const tenant = await createTenantFixture(api);

    const { cookies } = await api
      .visitor()
      .request('POST', '/api/auth/login', { email: tenant.people.ADMIN.email, password: 'violet harbour 42' });

    const session = cookies.find((cookie) => cookie.startsWith('waggle.session_token='));
    expect(session).toMatch(/HttpOnly/i);
    expect(session).toMatch(/SameSite=Lax/i);
    expect(session).not.toMatch(/domain=/i);
    for (const cookie of cookies) expect(cookie).toMatch(/HttpOnly/i);
  });
});

describe('T18 a request from the own page, or from a program', () => {
  const own: Record<string, string>[] = [
    { origin: publicUrl, 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    {},
  ];

  test('is served by every call that writes', async () => {
    const refused: string[] = [];
    for (const [at, endpoint] of writes.entries()) {
      const works = refusedSamples[endpoint.name] ?? [endpoint.status ?? 200];
      let tenant: TenantFixture | undefined;
      for (const headers of someOf(own, at)) {
        const serve = async (of: TenantFixture) => {
          const guest = await enterFor(api, of, endpoint);
          return (await call(guest, endpoint, await sampleOf(endpoint, { api, tenant: of, guest }), headers)).status;
        };
        // Half the time goes into tenants: what one call has used up, a new one has again.
        let status = tenant === undefined ? 0 : await serve(tenant).catch(() => 0);
        if (!works.includes(status)) status = await serve((tenant = await createTenantFixture(api)));
        if (!works.includes(status)) refused.push(`${endpoint.name} with ${JSON.stringify(headers)}: ${status}`);
      }
    }

    expect(refused).toEqual([]);
  });
});
