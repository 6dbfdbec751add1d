import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { fingerprint } from '../matrix/fingerprint.ts';
import { createTenantFixture, enter, enterFor } from '../matrix/tenant-fixture.ts';
import { sampleOf, writes } from '../matrix/samples.ts';
import { say } from '../matrix/say.ts';
import { wire } from '../matrix/slots.ts';

/** Thousands of requests on a machine that may be busy with other tests. */

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** Spellings that made a server parse a body without checking it, or check another one than it parsed. */
const spellings = [
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'Application/Json;Charset=UTF-8',
  'application/json\t',
  'application/json\ta',
  '\tapplication/json',
  'application/json ',
  ' application/json',
  'application/json ; charset=utf-8',
  'application/json;',
  'application/json;;',
  'application/json; charset=utf-16',
  'application/json; charset=utf-7',
  'application/json; charset=latin1',
  'application/json; charset="utf-8"',
  'application/json; boundary=x',
  'application/json, text/plain',
  'application/json,application/json',
  'text/plain, application/json',
  'application/json\u00a0',
  'application/json+xml',
  'application/jsonp',
  'application/json5',
  'application/problem+json',
  'application/vnd.api+json',
  'application/merge-patch+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'text/plain; charset=utf-8',
  'text/json',
  'text/html',
  'application/xml',
  'application/octet-stream',
  'application/x-ndjson',
  'application/csp-report',
  '*/*',
  'json',
  'application',
  '/',
  ';',
];

describe('T17 a content type', () => {
  test('in any spelling is refused, or its body is checked like every other', async () => {
    const bypassed: string[] = [];
    let cases = 0;
    // Whatever is refused leaves it as it was, so one serves all calls.
    const tenant = await createTenantFixture(api);
    for (const endpoint of writes) {
      const guest = await enterFor(api, tenant, endpoint);
      const { method, url, body } = wire(endpoint, await sampleOf(endpoint, { api, tenant, guest }));
      const before = await fingerprint(api.db.owner, tenant.organizationId);
      for (const type of spellings) {
        const planted = JSON.stringify({ ...(body as object), planted: true });
        const answer = await guest.request(method, url, planted, { 'content-type': type });
        const refused = answer.status === 415 && answer.body.code === 'unsupported_media_type';
        const checked = answer.status === 400 && answer.body.code === 'invalid_input';
        cases += 1;
        if (!refused && !checked) bypassed.push(`${endpoint.name} as ${JSON.stringify(type)}: ${answer.status}`);
      }
      const after = await fingerprint(api.db.owner, tenant.organizationId);
      if (JSON.stringify(after) !== JSON.stringify(before)) bypassed.push(`${endpoint.name} wrote something`);
    }

    say(`content types: ${spellings.length} spellings, ${cases} cases, ${bypassed.length} bypasses`);
    expect(spellings.length).toBeGreaterThanOrEqual(40);
    expect(bypassed).toEqual([]);
  });

  test('that is missing beside a body is refused', async () => {
    const guest = await enter(api, await createTenantFixture(api), 'ADMIN');

    const answer = await guest.request('POST', '/api/clients', '{"name":"Plain"}', { 'content-type': '' });

    expect(answer.status).toBe(415);
  });

  test('of the plain kind is accepted with and without its charset', async () => {
    const guest = await enter(api, await createTenantFixture(api), 'ADMIN');

    const types = ['application/json', 'application/json; charset=utf-8', 'application/json;charset=UTF-8'];
    const answers = await Promise.all(
      types.map((type) => guest.request('POST', '/api/clients', '{"name":"Plain"}', { 'content-type': type })),
    );

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  });
});
