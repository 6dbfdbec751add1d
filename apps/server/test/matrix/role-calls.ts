import type { Endpoint } from '@waggle/contracts/endpoint';
import { sessionRoles } from '@waggle/contracts/roles';
import type { Answer, TestApi } from '../harness/test-api.ts';
import { fingerprint } from './fingerprint.ts';
import { call, sampleOf } from './samples.ts';
import { createTenantFixture, enter, enterByLink } from './tenant-fixture.ts';
import { type MemberKind, sameSight, type TenantFixture } from './tenant.ts';

export const roleCallers = [...sessionRoles, 'signed out'] as const;
export type RoleCaller = (typeof roleCallers)[number];

export type Asked = Answer & { changed: boolean };
type Answers = Partial<Record<RoleCaller, Asked>>;

const sampleMaker = {
  ADMIN: 'ADMIN',
  USER: 'USER',
  VIEWER: 'VIEWER',
  GUEST: sameSight.GUEST,
  'signed out': 'ADMIN',
} as const satisfies Record<RoleCaller, MemberKind>;

/** Calls in a tenant that nobody has changed. Most calls read or are refused: the next may have the tenant. */
export function createRoleCalls(api: TestApi) {
  let untouched: TenantFixture | undefined;

  async function asked(endpoint: Endpoint, callers: readonly RoleCaller[], watch: boolean): Promise<Answers> {
    const tenant = untouched ?? (await createTenantFixture(api));
    const prepared = [];
    for (const caller of callers) {
      // A sample may need a member, and a guest sees what somebody limited to the client sees.
      const maker = await enter(api, tenant, sampleMaker[caller]);
      const input = await sampleOf(endpoint, { api, tenant, guest: maker });
      prepared.push({ caller, browser: await browserOf(caller, tenant, maker), input });
    }
    const before = watch && (await rowsOf(tenant));
    const answers: [RoleCaller, Answer][] = [];
    for (const { caller, browser, input } of prepared) answers.push([caller, await call(browser, endpoint, input)]);
    const changed = watch ? before !== (await rowsOf(tenant)) : endpoint.method !== 'GET';
    untouched = changed ? undefined : tenant;
    return Object.fromEntries(answers.map(([caller, answer]) => [caller, { ...answer, changed }]));
  }

  async function browserOf(caller: RoleCaller, tenant: TenantFixture, member: Awaited<ReturnType<typeof enter>>) {
    if (caller === 'GUEST') return enterByLink(api, tenant);
    return caller === 'signed out' ? api.visitor() : member;
  }

  /** A refusal leaves its row in the audit log, and that alone. */
  async function rowsOf(tenant: TenantFixture): Promise<string> {
    const rows = await fingerprint(api.db.owner, tenant.organizationId);
    return JSON.stringify(Object.entries(rows).filter(([table]) => table !== 'public.audit_log'));
  }

  return {
    /** Compares every row of the tenant before and after; `changed` is true for all when one of them changed something. */
    watched: (endpoint: Endpoint, callers: readonly RoleCaller[]) =>
      callers.length === 0 ? Promise.resolve<Answers>({}) : asked(endpoint, callers, true),
    /** Takes it that a call which may write has written. */
    unwatched: (endpoint: Endpoint, callers: readonly RoleCaller[]) => asked(endpoint, callers, false),
  };
}
