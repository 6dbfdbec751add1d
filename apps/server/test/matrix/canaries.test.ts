import { randomBytes } from 'node:crypto';
import { Recipients } from '@waggle/contracts/campaigns';
import type { Endpoint } from '@waggle/contracts/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { createTenantFixture, enter } from './tenant-fixture.ts';
import type { Guest, TenantFixture } from './tenant.ts';
import { reads } from './samples.ts';
import { say } from './say.ts';
import { withoutFilters } from './without-filters.ts';

/** Thousands of requests on a machine that may be busy with other tests. */

const canaries = 1_000;

/** A tenant full of rows that carry a word nobody else may ever read. */
async function fillWithCanaries(api: TestApi): Promise<TenantFixture> {
  const tenant = await createTenantFixture(api, `canary${randomBytes(4).toString('hex')}`);
  const { owner } = api.db;
  const values = [tenant.organizationId, tenant.mark, canaries];
  await owner.query(
    `insert into clients (organization_id, name, email)
     select $1, 'canary ' || n, n || '@' || $2::text || '.example' from generate_series(1, $3::int) n`,
    values,
  );
  await owner.query(
    `with people as (
       insert into directory.users (organization_id, email, name)
       select $1::uuid, 'canary' || n || '@' || $2::text || '.example', 'canary ' || n from generate_series(1, $3::int) n
       returning organization_id, id, created_at
     )
     insert into members (organization_id, user_id, role) select organization_id, id, 'USER' from people`,
    values,
  );
  await owner.query(
    `insert into invitations (organization_id, email, role, expires_at)
     select $1, 'invited' || n || '@' || $2::text || '.example', 'USER', now() + interval '7 days' from generate_series(1, $3::int) n`,
    values,
  );
  await owner.query(
    `with found as (
       insert into contacts (organization_id, email, first_name)
       select $1::uuid, 'canary' || n || '@' || $2::text || '.example', 'canary ' || n from generate_series(1, $3::int) n
       returning organization_id, id, created_at
     ), marks as (
       insert into tags (organization_id, name) select $1::uuid, 'canary ' || n from generate_series(1, $3::int) n
       returning id
     )
     insert into contact_tags (organization_id, contact_id, tag_id, contact_created_at)
     select found.organization_id, found.id, (select min(marks.id::text)::uuid from marks), found.created_at from found`,
    values,
  );
  await owner.query(
    `with domains as (
       insert into sending_domains (organization_id, domain)
       select $1::uuid, 'canary' || n || '.' || $2::text || '.example' from generate_series(1, $3::int) n returning *
     ), senders as (
       insert into senders (organization_id, domain_id, from_name, from_email)
       select organization_id, id, 'canary', 'hello@' || domain from domains
     )
     insert into smtp_connections (organization_id, name, kind, host, port, tls, max_connections)
     select organization_id, 'canary', 'smtp', domain, 25, 'starttls', 1 from domains`,
    values,
  );
  await owner.query(
    `insert into campaigns (organization_id, name, subject, content, recipients, tracking)
     select $1, 'canary ' || n, $2::text, '{"html":"canary","text":""}', $4::jsonb, '{"opens":true,"clicks":true}'
     from generate_series(1, $3::int) n`,
    [...values, Recipients.parse({ type: 'all' })],
  );
  return tenant;
}

/** Every way a read can be asked: each sort, each search that would find a canary, the widest page, and each page of the other tenant. */
function questions({ query, name }: Endpoint, cursors: string[]): string[] {
  if (!query) return [''];
  if (name === 'contacts.export') return ['?fields=email,tags', '?fields=email&search=canary'];
  if (name === 'contacts.count') return ['', '?search=canary'];
  const sort = query.shape['sort'] as z.ZodDefault<z.ZodEnum> | undefined;
  const sorts = sort ? sort.def.innerType.options : [''];
  const searches = ['', '&search=canary', '&search=%25', '&search=_', '&search=example', '&search=a'];
  const pages = ['', ...cursors.map((cursor) => `&cursor=${cursor}`)];
  return sorts.flatMap((by) =>
    searches.flatMap((search) => pages.map((page) => `?limit=100&sort=${by}${search}${page}`)),
  );
}

async function foreignCursors(victim: Guest, { path, query }: Endpoint): Promise<string[]> {
  const sort = query?.shape['sort'] as z.ZodDefault<z.ZodEnum> | undefined;
  if (!sort) return [];
  const sorts = sort.def.innerType.options;
  const pages = await Promise.all(sorts.map((by) => victim.request('GET', `${path}?limit=3&sort=${by}`)));
  return pages.map(({ body }) => body.nextCursor).filter(Boolean);
}

describe.each([
  { wall: 'filters and policies', wrapDatabase: undefined },
  {
    wall: 'policies alone',
    wrapDatabase: (database: TestApi['database']) => withoutFilters(database, { filters: 0 }),
  },
])('MT5 lists, counts and searches behind $wall', ({ wall, wrapDatabase }) => {
  let api: TestApi;
  let [tenant, other] = [] as unknown as [TenantFixture, TenantFixture];
  beforeAll(async () => {
    api = await startTestApi(wrapDatabase ? { wrapDatabase } : {});
    tenant = await createTenantFixture(api);
    other = await fillWithCanaries(api);
  });
  afterAll(() => api.close());

  test('never show a row of another organization, however they are asked', async () => {
    const [guest, victim] = [await enter(api, tenant, 'ADMIN'), await enter(api, other, 'ADMIN')];
    const sightings: string[] = [];
    const broken: string[] = [];
    let asked = 0;
    for (const endpoint of reads) {
      for (const question of questions(endpoint, await foreignCursors(victim, endpoint))) {
        const answer = await guest.request('GET', endpoint.path + question);
        const text = JSON.stringify(answer.body);
        asked += 1;
        if (/canary/i.test(text)) sightings.push(`${endpoint.path}${question}: ${text.slice(0, 200)}`);
        // 409: nothing of one's own to export.
        if (![200, 400, 409].includes(answer.status)) broken.push(`${endpoint.path}${question}: ${answer.status}`);
      }
    }

    say(`canaries behind ${wall}: ${10 * canaries} rows, ${asked} questions, ${sightings.length} sightings`);
    expect(sightings).toEqual([]);
    expect(broken).toEqual([]);
  });

  test('count the own rows only', async () => {
    const guest = await enter(api, tenant, 'ADMIN');
    const { rows } = await api.db.owner.query(
      `select (select count(*)::int from clients where organization_id = $1) as clients,
         (select count(*)::int from members where organization_id = $1) as members,
         (select count(*)::int from invitations where organization_id = $1 and accepted_at is null) as invitations,
         (select count(*)::int from contacts where organization_id = $1) as contacts,
         (select count(*)::int from tags where organization_id = $1) as tags,
         (select count(*)::int from campaigns where organization_id = $1) as campaigns`,
      [tenant.organizationId],
    );

    const [clients, members, invitations, contacts, tags, campaigns] = await Promise.all(
      [
        '/api/clients',
        '/api/team/members',
        '/api/team/invitations',
        '/api/contacts',
        '/api/tags',
        '/api/campaigns',
      ].map(async (path) => (await guest.request('GET', path)).body.total),
    );

    expect({ clients, members, invitations, contacts, tags, campaigns }).toEqual(rows[0]);
  });
});
