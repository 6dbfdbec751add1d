import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { endpoints } from '../../src/features.ts';
import { someOf } from '../harness/cases.ts';
import { registerAdmin } from '../harness/people.ts';
import { type Answer, createCaller, publicUrl, startTestApi, type TestApi } from '../harness/test-api.ts';
import { createTenantFixture, enter, tenantsFor } from '../matrix/tenant-fixture.ts';
import { call, sampleOf } from '../matrix/samples.ts';

/** Thousands of requests on a machine that may be busy with other tests. */

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** What is missing from an answer that every answer has. */
function missing({ headers }: Answer): string[] {
  const policy = (headers['content-security-policy'] as string | undefined) ?? '';
  const rules: Record<string, boolean> = {
    'content-security-policy': /default-src '(self|none)'/.test(policy),
    'no inline script': !/script-src[^;]*unsafe/.test(policy),
    'frame-ancestors none': /frame-ancestors 'none'/.test(policy),
    nosniff: headers['x-content-type-options'] === 'nosniff',
    'no x-powered-by': headers['x-powered-by'] === undefined,
    'no server': headers['server'] === undefined,
    'no open cors': headers['access-control-allow-origin'] === undefined,
  };
  return Object.entries(rules).flatMap(([rule, kept]) => (kept ? [] : [rule]));
}

const unkept = (name: string, answer: Answer): string[] => [
  ...missing(answer).map((rule) => `${name} (${answer.status}): ${rule}`),
  // A stream of events is not to be transformed either: a proxy that compresses would hold it back.
  ...(/^no-store(, no-transform)?$/.test(String(answer.headers['cache-control']))
    ? []
    : [`${name} (${answer.status}): no-store`]),
];

describe('T35 every answer', () => {
  test('of every call carries the protecting headers and is never stored, whether it works or is refused', async () => {
    const found: string[] = [];
    const tenantFor = tenantsFor(api);
    for (const endpoint of someOf(endpoints)) {
      const tenant = await tenantFor(endpoint);
      const guest = await enter(api, tenant, 'ADMIN');
      const input = await sampleOf(endpoint, { api, tenant, guest });
      found.push(
        ...unkept(
          `${endpoint.name} with an unknown field`,
          await call(guest, endpoint, { ...input, query: { planted: 1 } }),
        ),
      );
      found.push(...unkept(`${endpoint.name} signed out`, await call(api.visitor(), endpoint, input)));
      found.push(...unkept(endpoint.name, await call(guest, endpoint, input)));
    }

    expect(found).toEqual([]);
  });

  test('lets a page load code, styles, fonts and data from our own origin alone, and images over https', async () => {
    const { headers } = await api.visitor().request('GET', '/healthz');

    // Word for word: a source that is added here is a decision.
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      `img-src 'self' data: blob: https: ${publicUrl}`,
      "font-src 'self'",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
  });

  test('that refuses a request before a call is found carries them too', async () => {
    const visitor = api.visitor();
    const answers: [string, Answer][] = [
      ['unknown path', await visitor.request('GET', '/api/nowhere')],
      ['unknown page', await visitor.request('GET', '/nowhere')],
      ['unknown method', await visitor.request('PATCH', '/api/clients')],
      ['options', await visitor.request('OPTIONS', '/api/clients')],
      ['broken escape', await visitor.request('GET', '/api/clients/%zz')],
      ['broken text', await visitor.request('PUT', '/api/clients/%ff')],
      ['endless id', await visitor.request('PUT', `/api/clients/${'a'.repeat(2_000)}`)],
      ['wrong host', await visitor.request('GET', '/api/auth/me', undefined, { host: 'evil.example' })],
      [
        'foreign origin',
        await visitor.request('POST', '/api/auth/logout', undefined, { origin: 'https://evil.example' }),
      ],
      ['wrong type', await visitor.request('POST', '/api/auth/login', 'x', { 'content-type': 'text/plain' })],
      ['no JSON', await visitor.request('POST', '/api/auth/login', '{')],
      ['too large', await visitor.request('POST', '/api/auth/login', { email: 'x'.repeat(70_000) })],
      ['empty', await visitor.request('POST', '/api/auth/login', undefined, { 'content-type': 'application/json' })],
    ];

    expect(answers.flatMap(([name, answer]) => unkept(name, answer))).toEqual([]);
    for (const [name, { status, body }] of answers) {
      expect([name, status >= 400 && status < 500]).toEqual([name, true]);
      expect([name, Object.keys(body).sort()]).toEqual([name, expect.arrayContaining(['code', 'message'])]);
      expect(JSON.stringify(body)).not.toMatch(/FST_|statusCode|node_modules|%zz/);
    }
  });

  test('of probes and the reference carries the protecting headers', async () => {
    const visitor = api.visitor();
    const paths = ['/healthz', '/readyz', '/api/openapi.json', '/api/reference', '/api/reference/static/index.html'];

    const answers = await Promise.all(
      paths.map(async (path) => ({ path, answer: await visitor.request('GET', path) })),
    );

    expect(answers.flatMap(({ path, answer }) => missing(answer).map((rule) => `${path}: ${rule}`))).toEqual([]);
  });

  test('over https also insists on https, and its cookies on a safe line', async () => {
    const safe = await startTestApi({ env: { PUBLIC_URL: 'https://waggle.test' } });
    try {
      const tenant = await createTenantFixture(safe);
      const body = { email: tenant.people.ADMIN.email, password: 'violet harbour 42' };

      const answer = await safe.visitor().request('POST', '/api/auth/login', body);

      expect(answer.status).toBe(200);
      expect(answer.headers['strict-transport-security']).toMatch(/max-age=31536000/);
      expect(answer.cookies.some((cookie) => cookie.startsWith('__Host-waggle.session_token='))).toBe(true);
      for (const cookie of answer.cookies) expect(cookie).toMatch(/; ?Secure/i);
      // What browsers ask of the prefix; otherwise they drop the cookie.
      for (const cookie of answer.cookies.filter((text) => text.startsWith('__Host-'))) {
        expect(cookie).toMatch(/; ?Path=\/(;|$)/i);
        expect(cookie).not.toMatch(/; ?Domain=/i);
      }
    } finally {
      await safe.close();
    }
  });

  test('S11: over https takes the cookie of before for sessions of before, and for no other', async () => {
    const safe = await startTestApi({ env: { PUBLIC_URL: 'https://waggle.test' } });
    try {
      const admin = await registerAdmin(safe);
      const token = /__Host-waggle\.session_token=([0-9a-f]+)/.exec(admin.cookie)?.[1];
      const byOldName = createCaller(safe.app, `__Secure-waggle.session_token=${token}.signature`);
      const me = async () => (await byOldName.request('GET', '/api/auth/me')).status;

      const planted = await me();
      await safe.db.owner.query('update directory.sessions set started_at = null');
      await vi.waitFor(async () => expect(await me()).toBe(200), 20_000);
      const signedOut = await byOldName.request('POST', '/api/auth/logout');

      expect(planted).toBe(401);
      expect(signedOut.status).toBe(204);
      expect(signedOut.cookies.some((cookie) => cookie.startsWith('__Secure-waggle.session_token=; Max-Age=0'))).toBe(
        true,
      );
      expect((await safe.db.owner.query('select from directory.sessions')).rowCount).toBe(0);
    } finally {
      await safe.close();
    }
  });
});
