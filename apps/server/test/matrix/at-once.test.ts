import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { wrongCounters } from '../faults/conflicts.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';
import { createTenantFixture, enter } from './tenant-fixture.ts';
import type { TenantFixture } from './tenant.ts';
import { call, sampleOf, writes } from './samples.ts';

/** Thousands of requests on a machine that may be busy with other tests. */

let api: TestApi;
let tenant: TenantFixture;
beforeAll(async () => {
  api = await startTestApi();
  tenant = await createTenantFixture(api);
  await api.db.owner.query(`update organizations set subscription_tier = 'system'`);
});
afterAll(() => api.close());

const times = 50;

/**
 * What the same call does when it comes many times at once. once: one succeeds, the others are told why not. same: all
 * succeed with the effect of one. each: every one is an effect of its own.
 */
const promised: Record<string, 'once' | 'same' | 'each'> = {
  'organization.update': 'same',
  'clients.create': 'each',
  'clients.update': 'same',
  'clients.archive': 'same',
  'clients.restore': 'same',
  'team.update-member': 'same',
  'team.remove-member': 'once',
  'team.invite': 'same',
  'team.invite-many': 'same',
  'team.revoke-invitation': 'once',
  'contacts.create': 'once',
  'contacts.update': 'same',
  'contacts.delete': 'once',
  'contacts.merge': 'once',
  'contacts.add-tag': 'same',
  'contacts.remove-tag': 'once',
  'contacts.erase': 'once',
  'contact-notes.create': 'each',
  'contact-notes.delete': 'once',
  'contact-tasks.update': 'same',
  'contact-tasks.delete': 'once',
  'contact-views.create': 'once',
  'contact-views.update': 'same',
  'contact-views.delete': 'once',
  'topics.create': 'once',
  'topics.update': 'same',
  'topics.delete': 'once',
  'contact-topics.choose': 'same',
  'contact-fields.create': 'once',
  'contact-fields.delete': 'once',
  'suppressions.add': 'same',
  'suppressions.lift': 'once',
  'consents.record': 'each',
  'segments.create': 'once',
  'segments.delete': 'once',
  'imports.start': 'once',
  'imports.cancel': 'once',
  'tags.create': 'once',
  'tags.update': 'same',
  'tags.merge': 'once',
  'tags.delete': 'once',
  'sending.rotate-keys': 'each',
  'sending.create-sender': 'once',
  'sending.create-connection': 'each',
  'campaigns.create': 'each',
  'campaigns.status': 'once',
  'campaigns.delete': 'once',
  'campaigns.cancel': 'once',
};

/** Rows of each table, but for caches, which are compared with the rows they count, and for what every call leaves. */
async function rowCounts(): Promise<Record<string, number>> {
  const { rows: tables } = await api.db.owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
     where c.relkind in ('r', 'p') and not c.relispartition
       and c.relname not in ('audit_log', 'outbox_events', 'outbox_deliveries', 'contact_counts', 'contact_tallies', 'contact_cohorts', 'contact_companies', 'contact_words', 'metric_totals', 'tag_counts', 'suppression_keys')`,
  );
  const counts = tables.map(
    ({ name }) => `(select count(*)::int from ${name} where organization_id = $1) as "${name}"`,
  );
  const notices = `(select count(*)::int from pgboss.job where name = 'accounts.send-security-notice' and data ->> 'organizationId' = $1::text) as notices`;
  const { rows } = await api.db.owner.query(`select ${[...counts, notices].join(', ')}`, [tenant.organizationId]);
  return rows[0] as Record<string, number>;
}

async function play(name: string, count: number) {
  const endpoint = writes.find((each) => each.name === name)!;
  const guest = await enter(api, tenant, 'ADMIN');
  const input = await sampleOf(endpoint, { api, tenant, guest });
  const audited = async () =>
    (
      await api.db.owner.query(
        `select from audit_log where organization_id = $1 and action = $2 and outcome = 'succeeded'`,
        [tenant.organizationId, name],
      )
    ).rowCount!;
  const [before, auditedBefore] = [await rowCounts(), await audited()];
  const answers = await Promise.all(Array.from({ length: count }, () => call(guest, endpoint, input)));
  const after = await rowCounts();
  const changes = Object.entries(after).map(([table, rows]): [string, number] => [table, rows - before[table]!]);
  return {
    statuses: answers.map(({ status }) => status),
    succeeded: answers.filter(({ status }) => status < 300).length,
    changes: Object.fromEntries(changes.filter(([, change]) => change !== 0)),
    audited: (await audited()) - auditedBefore,
  };
}

const multiplied = (changes: Record<string, number>, by: number) =>
  Object.fromEntries(Object.entries(changes).map(([table, change]) => [table, change * by]));

describe(`B19: the same call ${times} times at once`, () => {
  test.each(Object.entries(promised))('%s: %s', async (name, kind) => {
    const alone = await play(name, 1);

    const together = await play(name, times);

    expect(alone.succeeded).toBe(1);
    expect(together.statuses.filter((status) => status >= 500)).toEqual([]);
    expect(together.succeeded).toBe(kind === 'once' ? 1 : times);
    expect(together.changes).toEqual(kind === 'each' ? multiplied(alone.changes, times) : alone.changes);
    expect(together.audited).toBe(together.succeeded);
    expect(await wrongCounters(api.db.owner as never)).toEqual([]);
  });
});
