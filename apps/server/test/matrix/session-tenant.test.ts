import { describe, expect, test, vi } from 'vitest';
import { endpoints } from '../../src/features.ts';
import { withApi } from './foreign-ids.ts';
import { createTenantFixture, enter, enterFor, openSession } from './tenant-fixture.ts';
import { allSlots, runMatrix } from './run-matrix.ts';
import { call, reads, sampleOf } from './samples.ts';
import { leavesOf } from './slots.ts';
import { withoutFilters } from './without-filters.ts';

/** Thousands of requests on a machine that may be busy with other tests. */
vi.setConfig({ testTimeout: 480_000 });

describe('MT4 the matrix of foreign ids', () => {
  test('finds leaks when neither filter nor policy stands', async () => {
    const tables = { client: 'clients', member: 'members', invitation: 'invitations', session: 'directory.users' };
    const slots = allSlots.filter(({ entity }) => entity in tables);

    const { leaks } = await withApi(
      { wrapDatabase: (database) => withoutFilters(database, { filters: 0 }) },
      async (api) => {
        for (const table of Object.values(tables))
          await api.db.owner.query(`alter table ${table} disable row level security`);
        return runMatrix(api, { slots, memberKinds: ['ADMIN'] });
      },
    );

    expect(leaks.filter((leak) => leak.includes('changed rows of others')).length).toBeGreaterThan(0);
    expect(leaks.filter((leak) => leak.includes('shows the other house')).length).toBeGreaterThan(0);
  });
});

/** A proof says when it was made, and its hash covers that; a stream says after how long to come again, which is by chance. */
const saying = (body: unknown): string =>
  JSON.stringify(body, (key, value: unknown) => (key === 'madeAt' || key === 'sha256' ? undefined : value)).replace(
    /^"retry: \d+/,
    '"retry',
  );

describe('MT4 the organization of a call', () => {
  test('comes from the session: no call has a place to name one, and naming one anyway is refused', async () => {
    const named = endpoints.flatMap((endpoint) =>
      leavesOf(endpoint)
        // The columns of a row in an email are its cells; nothing else may be named like the cell an organization lives in.
        .filter(({ path }) => path.some((key) => key !== 'cells' && /organi[sz]ation_?id|tenant|cell/i.test(key)))
        .map(() => endpoint.name),
    );
    const accepted = await withApi({}, async (api) => {
      const [tenant, victim] = [await createTenantFixture(api), await createTenantFixture(api)];
      const found: string[] = [];
      for (const endpoint of endpoints) {
        const guest = await enterFor(api, tenant, endpoint);
        const input = await sampleOf(endpoint, { api, tenant, guest });
        for (const key of ['organizationId', 'organization_id', 'tenant']) {
          const planted = { [key]: victim.organizationId };
          const inQuery = await call(guest, endpoint, { ...input, query: { ...(input.query as object), ...planted } });
          if (inQuery.status !== 400) found.push(`${endpoint.name} query ${key}: ${inQuery.status}`);
          // A piece of a file is bytes; there is no field in it to name anything.
          if (endpoint.method === 'GET' || endpoint.upload) continue;
          const inBody = await call(guest, endpoint, { ...input, body: { ...(input.body as object), ...planted } });
          if (inBody.status !== 400) found.push(`${endpoint.name} body ${key}: ${inBody.status}`);
        }
      }
      return found;
    });

    expect(named).toEqual([]);
    expect(accepted).toEqual([]);
  });

  test('does not move by a header or a cookie that names another one', async () => {
    const moved = await withApi({}, async (api) => {
      const [tenant, victim] = [await createTenantFixture(api), await createTenantFixture(api)];
      const guest = await enter(api, tenant, 'ADMIN');
      const foreign = await openSession(api, victim.people.ADMIN.id);
      const names = [
        'x-organization-id',
        'x-tenant-id',
        'x-client-id',
        'x-user-id',
        'x-forwarded-user',
        'x-waggle-address',
      ];
      const planted: Record<string, string>[] = [
        ...names.map((name) => ({ [name]: name === 'x-client-id' ? victim.clients.x : victim.organizationId })),
        { authorization: `Bearer ${foreign.id}` },
        { cookie: `${guest.cookie}; waggle.organization=${victim.organizationId}; waggle.client=${victim.clients.x}` },
        // The first cookie of a name counts; a second one appended by somebody else does not replace it.
        { cookie: `${guest.cookie}; ${foreign.cookie}` },
      ];
      const found: string[] = [];
      for (const endpoint of reads) {
        const input = await sampleOf(endpoint, { api, tenant, guest });
        const plain = await call(guest, endpoint, input);
        for (const headers of planted) {
          const answer = await call(guest, endpoint, input, headers);
          if (saying(answer.body) !== saying(plain.body))
            found.push(`${endpoint.name} with ${Object.keys(headers)[0]}: ${JSON.stringify(answer.body)}`);
        }
      }
      return found;
    });

    expect(moved).toEqual([]);
  });

  test('opens to the token of a session only, not to its id or its stored hash', async () => {
    const answers = await withApi({}, async (api) => {
      const victim = await createTenantFixture(api);
      const session = await openSession(api, victim.people.ADMIN.id);
      const { rows } = await api.db.owner.query('select token from directory.sessions where id = $1', [session.id]);
      const wrong = [
        session.id,
        rows[0].token,
        session.token.toUpperCase(),
        session.token.slice(0, -1),
        `${session.token}0`,
      ];
      return Promise.all(
        wrong.map(async (value) => {
          const cookie = `waggle.session_token=${value}`;
          return (await api.visitor().request('GET', '/api/auth/me', undefined, { cookie })).status;
        }),
      );
    });

    expect(answers).toEqual([401, 401, 401, 401, 401]);
  });
});
