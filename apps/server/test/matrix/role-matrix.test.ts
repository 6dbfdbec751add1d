import { type Endpoint, FileReply } from '@waggle/contracts/endpoint';
import { holds } from '@waggle/contracts/rights';
import { sessionRoles } from '@waggle/contracts/roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { endpoints, features } from '../../src/features.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { fingerprint } from './fingerprint.ts';
import { createTenantFixture, enter, enterByLink } from './tenant-fixture.ts';
import { type Guest, type MemberKind, sameSight, type TenantFixture } from './tenant.ts';
import { call, refusedSamples, sampleOf, writes } from './samples.ts';
import { say } from './say.ts';
import { until } from './until.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const callers = [...sessionRoles, 'signed out'] as const;
type Caller = (typeof callers)[number];

const mayCall = ({ needs }: Endpoint, caller: Caller): boolean => {
  if (needs === 'public') return true;
  if (caller === 'signed out') return false;
  return needs === 'signed-in' ? caller !== 'GUEST' : holds(caller, needs);
};

/** A refusal leaves its row in the audit log, and that alone. */
const withoutLog = (rows: Record<string, string>): string =>
  JSON.stringify(Object.entries(rows).filter(([table]) => table !== 'public.audit_log'));

const sampleMaker = {
  ADMIN: 'ADMIN',
  USER: 'USER',
  VIEWER: 'VIEWER',
  GUEST: sameSight.GUEST,
  'signed out': 'ADMIN',
} as const satisfies Record<Caller, MemberKind>;

async function browserOf(caller: Caller, tenant: TenantFixture, member: Pick<Guest, 'request'>) {
  if (caller === 'GUEST') return enterByLink(api, tenant);
  return caller === 'signed out' ? api.visitor() : member;
}

let untouched: TenantFixture | undefined;

/** The answer in a tenant nobody has changed, and what it changed there. Most calls read or are refused: the next may have the tenant. */
async function answerTo(endpoint: Endpoint, caller: Caller) {
  const tenant = untouched ?? (await createTenantFixture(api));
  // A sample may need a member, and a guest sees what somebody limited to the client sees.
  const guest = await enter(api, tenant, sampleMaker[caller]);
  const input = await sampleOf(endpoint, { api, tenant, guest });
  const browser = await browserOf(caller, tenant, guest);
  const before = await fingerprint(api.db.owner, tenant.organizationId);
  const answer = await call(browser, endpoint, input);
  const after = await fingerprint(api.db.owner, tenant.organizationId);
  const changed = withoutLog(before) !== withoutLog(after);
  untouched = changed ? undefined : tenant;
  return { ...answer, changed };
}

describe('MT10 a role', () => {
  // All calls in one test took 300 s on a busy machine, where a test is given up.
  const byFeature = features
    .filter(({ endpoints: calls }) => calls.length > 0)
    .map(({ name, endpoints: calls }) => [name, calls] as const);
  test.each(byFeature)('may do exactly what the table of rights says, in every call of %s', async (name, calls) => {
    const wrong: string[] = [];
    let cells = 0;
    for (const endpoint of calls) {
      for (const caller of callers) {
        const answer = await answerTo(endpoint, caller);
        const works = refusedSamples[endpoint.name] ?? [endpoint.status ?? 200];
        const refused = caller === 'signed out' ? 'not_signed_in' : 'forbidden';
        const right = mayCall(endpoint, caller) ? works.includes(answer.status) : answer.body.code === refused;
        cells += 1;
        if (!right)
          wrong.push(`${endpoint.name} as ${caller}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 150)}`);
        if (!mayCall(endpoint, caller) && answer.changed) wrong.push(`${endpoint.name} as ${caller}: changed rows`);
      }
    }

    say(`role matrix of ${name}: ${cells} cells, ${wrong.length} wrong`);
    expect(wrong).toEqual([]);
  });

  test('VIEWER is refused by every call that changes something of the organization', async () => {
    // A question too long for an address is sent as a POST and needs a right to read.
    const needing = writes.filter(({ needs }) => !['public', 'signed-in'].includes(needs) && !needs.endsWith(':read'));

    const allowed: string[] = [];
    for (const endpoint of needing) {
      const { status, changed } = await answerTo(endpoint, 'VIEWER');
      if (status !== 403 || changed) allowed.push(`${endpoint.name}: ${status}`);
    }

    expect(needing.length).toBeGreaterThan(5);
    expect(allowed).toEqual([]);
  });

  test('GUEST changes nothing, and reads what the list here says', async () => {
    const allowed = endpoints.filter((endpoint) => endpoint.needs !== 'public' && mayCall(endpoint, 'GUEST'));

    const changing: string[] = [];
    for (const endpoint of allowed) if ((await answerTo(endpoint, 'GUEST')).changed) changing.push(endpoint.name);

    // Whoever adds a call here says that it shows no contact; guest-data.test.ts looks for one.
    expect(allowed.map(({ name }) => name).toSorted()).toEqual([
      'analytics.campaigns',
      'analytics.codes',
      'analytics.contacts',
      'analytics.funnel',
      'analytics.opening-hours',
      'analytics.overview',
      'analytics.retention',
      'auth.me',
      'campaigns.figures',
      'campaigns.links',
      'campaigns.report',
      'dashboard.contact-growth',
      'dashboard.metrics',
      'forms.figures',
      'forms.funnel',
      'guests.leave',
      'qr-codes.stats',
    ]);
    expect(changing).toEqual(['guests.leave']);
  });

  test('D20: VIEWER downloads no file but the picture of a QR code', async () => {
    const files = endpoints.filter(({ reply }) => reply === (FileReply as z.ZodType));

    const allowed: string[] = [];
    for (const endpoint of files) {
      if ((await answerTo(endpoint, 'VIEWER')).status !== 403) allowed.push(endpoint.name);
    }

    expect(files.length).toBeGreaterThan(4);
    expect(allowed).toEqual(['qr-codes.image']);
  });

  test('is read anew: a demoted ADMIN is refused by the next call', async () => {
    const tenant = await createTenantFixture(api);
    const [admin, other] = [await enter(api, tenant, 'ADMIN'), await enter(api, tenant, 'USER')];
    const become = (role: string) => admin.request('PUT', `/api/team/members/${other.userId}`, { role });
    const answers = async (status: number) =>
      (await other.request('POST', '/api/clients', { name: 'New' })).status === status;

    await become('ADMIN');
    const raised = await until(() => answers(201));
    await become('VIEWER');
    const lowered = await until(() => answers(403));

    expect([raised, lowered]).toEqual([true, true]);
  });
});
