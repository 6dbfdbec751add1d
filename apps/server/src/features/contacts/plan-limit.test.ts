import { contactLimits } from '@waggle/contracts/plans';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerAdmin, type Person } from '../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const fill = ({ user }: Person, contacts: number, status = 'active') =>
  api.db.owner.query(
    `insert into contacts (organization_id, email, status)
     select $1, $3::text || n || '@house.example', $3 from generate_series(1, $2::int) n`,
    [user.organizationId, contacts, status],
  );

const create = (admin: Person, name: string) =>
  admin.request('POST', '/api/contacts', { email: `${name}@new.example` });

/** The counter, and what it must equal. */
async function counts({ user }: Person) {
  const { rows } = await api.db.owner.query(
    `select (select counted::int from contact_counts where organization_id = $1) as counted,
       (select count(*)::int from contacts where organization_id = $1 and status in ('active', 'lead')) as recounted`,
    [user.organizationId],
  );
  return rows[0];
}

describe('the plan', () => {
  test('leaves nothing of a refused creation behind', async () => {
    const admin = await registerAdmin(api);
    await fill(admin, 100);

    const answer = await create(admin, 'refused');

    expect(answer.body.message).toBe('Your plan includes up to 100 contacts. Upgrade to add more.');
    const { rows } = await api.db.owner.query(
      `select (select count(*)::int from contact_activity where organization_id = $1) as activity,
         (select count(*)::int from outbox_events where organization_id = $1) as events`,
      [admin.user.organizationId],
    );
    expect(rows).toEqual([{ activity: 0, events: 0 }]);
  });

  test('still says that a known address already exists when it is full', async () => {
    const admin = await registerAdmin(api);
    await fill(admin, 100);

    const answer = await admin.request('POST', '/api/contacts', { email: 'active1@house.example' });

    expect(answer).toMatchObject({ status: 400, body: { code: 'already_exists' } });
  });

  test('does not count people who cannot be written to', async () => {
    const admin = await registerAdmin(api);
    for (const status of ['unsubscribed', 'bounced', 'complained']) await fill(admin, 50, status);
    await fill(admin, 99, 'lead');

    const answers = [await create(admin, 'hundredth'), await create(admin, 'too-many')];

    expect(answers.map(({ status }) => status)).toEqual([201, 403]);
    expect(await counts(admin)).toEqual({ counted: 100, recounted: 100 });
  });

  test('gives a place back when somebody unsubscribes or is deleted', async () => {
    const admin = await registerAdmin(api);
    await fill(admin, 100);
    const [first, second] = (await admin.request('GET', '/api/contacts?limit=2')).body.items;

    await admin.request('PUT', `/api/contacts/${first.id}`, { status: 'unsubscribed' });
    await admin.request('DELETE', `/api/contacts/${second.id}`);
    const answers = [await create(admin, 'one'), await create(admin, 'two'), await create(admin, 'three')];

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 403]);
    expect(await counts(admin)).toEqual({ counted: 100, recounted: 100 });
  });

  test.each(['core', 'plus', 'system'] as const)('%s takes as many as it promises', async (tier) => {
    const admin = await registerAdmin(api);
    await api.db.owner.query('update organizations set subscription_tier = $1 where id = $2', [
      tier,
      admin.user.organizationId,
    ]);
    await fill(admin, (contactLimits[tier] ?? 30_000) - 1);

    const answers = [await create(admin, 'last'), await create(admin, 'more')];

    expect(answers.map(({ status }) => status)).toEqual([201, contactLimits[tier] === null ? 201 : 403]);
  });

  test('is left in peace by the deletion of an organization', async () => {
    const admin = await registerAdmin(api);
    await fill(admin, 20);

    await api.database
      .tenant({ organizationId: admin.user.organizationId })
      .deleteFrom('organizations')
      .where('id', '=', admin.user.organizationId)
      .execute();

    expect(await counts(admin)).toEqual({ counted: null, recounted: 0 });
  });
});
