import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { registerAdmin, type Person } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { createTenantFixture, enter } from '../../../../test/matrix/tenant-fixture.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { purgeSome } from './purge.sql.ts';
import { runBatchStep } from './steps.ts';

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  admin = await registerAdmin(api);
});

const owned = (statement: string, ...values: unknown[]) =>
  api.db.owner.query(statement, [admin.user.organizationId, ...values]).then(({ rows }) => rows);
const fill = (contacts: number, status = 'active') =>
  owned(
    `insert into contacts (organization_id, email, first_name, status)
     select $1, $3::text || n || '@house.example', 'Person', $3 from generate_series(1, $2::int) n returning id`,
    contacts,
    status,
  ).then((rows) => rows.map(({ id }) => id as string));
const start = (body: object, caller: Pick<Person, 'request'> = admin) =>
  caller.request('POST', '/api/contacts/batches', body);
const undo = (batchId: string) => admin.request('POST', `/api/contacts/batches/${batchId}/undo`);
const newTag = async (name: string) => (await admin.request('POST', '/api/tags', { name })).body.id as string;
const tagged = async (tagId: string) => (await admin.request('GET', `/api/contacts?tagId=${tagId}`)).body.total;
const statuses = async () =>
  Object.fromEntries(
    (await owned('select status, count(*)::int as n from contacts where organization_id = $1 group by 1')).map(
      (row) => [row.status, row.n],
    ),
  );
const events = async (name: string) =>
  (await owned('select from outbox_events where organization_id = $1 and name = $2', name)).length;
/** Lines of timelines, which are what others hear of. */
const lines = async (type: string) =>
  (await owned('select from contact_activity where organization_id = $1 and type = $2', type)).length;
/** Counters are kept by triggers; after anything they must equal a count. */
const counted = () =>
  owned(`select (select counted::int from contact_counts where organization_id = $1) =
    (select count(*)::int from contacts where organization_id = $1 and status in ('active', 'lead')) as right,
    not exists (select status, source, contacts from contact_tallies where organization_id = $1 and contacts > 0
      except select status, source, count(*) from contacts where organization_id = $1 group by 1, 2) as tallied`);

describe('a bulk change', () => {
  test('tags who is named, passes over who has it, and is taken back', async () => {
    const [first, ...others] = await fill(10);
    const tagId = await newTag('Bulk');
    await admin.request('POST', `/api/contacts/${first}/tags`, { tagId });

    const done = await start({ action: 'tag', tagId, ids: [first, ...others] });

    expect(done).toMatchObject({
      status: 201,
      body: { action: 'tag', state: 'done', total: 10, seen: 10, changed: 9, tag: { name: 'Bulk' } },
    });
    expect([await tagged(tagId), await lines('tag.added')]).toEqual([10, 10]);
    const { body: past } = await admin.request('GET', `/api/contacts/${others[0]}/activity`);
    expect(past.items[0]).toMatchObject({ type: 'tag.added', subject: { name: 'Bulk' } });

    expect((await undo(done.body.id)).body).toMatchObject({ state: 'undone', restored: 9 });
    expect(await tagged(tagId)).toBe(1);
    expect((await undo(done.body.id)).body).toMatchObject({ state: 'undone', restored: 9 });
  });

  test('leaves a tag that was given by hand since', async () => {
    const [id] = await fill(1);
    const tagId = await newTag('By hand');
    const { body: batch } = await start({ action: 'tag', tagId, ids: [id] });
    await admin.request('DELETE', `/api/contacts/${id}/tags/${tagId}`);
    await admin.request('POST', `/api/contacts/${id}/tags`, { tagId });

    expect((await undo(batch.id)).body.restored).toBe(0);
    expect(await tagged(tagId)).toBe(1);
  });

  test('untags, and gives the tag back', async () => {
    const ids = await fill(5);
    const tagId = await newTag('Taken');
    await start({ action: 'tag', tagId, ids });

    const { body: batch } = await start({ action: 'untag', tagId, filter: { tagId } });

    expect([batch.changed, await tagged(tagId)]).toEqual([5, 0]);
    expect((await undo(batch.id)).body.restored).toBe(5);
    expect(await tagged(tagId)).toBe(5);
  });

  test('never revives an opt-out', async () => {
    await fill(3, 'unsubscribed');
    await fill(2, 'bounced');
    await fill(4, 'lead');

    const { body: batch } = await start({ action: 'status', status: 'active', filter: {} });

    expect(batch).toMatchObject({ total: 9, changed: 4, status: 'active' });
    expect(await statuses()).toEqual({ active: 4, bounced: 2, unsubscribed: 3 });
    expect((await undo(batch.id)).body.restored).toBe(4);
    expect(await statuses()).toEqual({ lead: 4, bounced: 2, unsubscribed: 3 });
    expect(await counted()).toEqual([{ right: true, tallied: true }]);
  });

  test('that unsubscribes suppresses the addresses, and lifts its own suppressions when taken back', async () => {
    await fill(6);
    const suppressed = () =>
      owned(`select count(*)::int as n from suppressions where organization_id = $1 and lifted_at is null`).then(
        (rows) => rows[0].n,
      );

    const { body: batch } = await start({ action: 'status', status: 'unsubscribed', filter: { status: 'active' } });
    const during = [await suppressed(), await statuses()];
    // Somebody complains meanwhile: that is not this batch's to lift.
    await owned(
      `update suppressions set reason = 'complained', source = 'feedback', source_id = null
       where organization_id = $1 and address = 'active1@house.example'`,
    );
    await undo(batch.id);

    expect(during).toEqual([6, { unsubscribed: 6 }]);
    expect([await suppressed(), await statuses()]).toEqual([1, { active: 5, unsubscribed: 1 }]);
    expect(await counted()).toEqual([{ right: true, tallied: true }]);
  });

  test('does not take back what somebody else asked for since', async () => {
    await fill(3);
    const { body: batch } = await start({ action: 'status', status: 'unsubscribed', filter: { status: 'active' } });
    const asked = await admin.request('POST', '/api/suppressions', { address: 'active1@house.example' });

    await undo(batch.id);

    expect(asked.status).toBe(201);
    expect(await statuses()).toEqual({ active: 2, unsubscribed: 1 });
    expect(await owned(`select address from suppressions where organization_id = $1 and lifted_at is null`)).toEqual([
      { address: 'active1@house.example' },
    ]);
  });

  test('deletes everybody who matches, and brings them back with tags and past', async () => {
    const ids = await fill(20);
    const tagId = await newTag('Kept');
    await start({ action: 'tag', tagId, ids });

    const { body: batch } = await start({ action: 'delete', filter: { search: 'person' } });
    const gone = (await admin.request('GET', '/api/contacts')).body.total;
    const back = await undo(batch.id);

    expect([batch.changed, gone, back.body.restored]).toEqual([20, 0, 20]);
    expect([await tagged(tagId), await events('contact.deleted'), await lines('contact.restored')]).toEqual([
      20, 20, 20,
    ]);
    const { body: past } = await admin.request('GET', `/api/contacts/${ids[0]}/activity`);
    expect(past.items.map(({ type }: { type: string }) => type)).toEqual(['contact.restored', 'tag.added']);
    expect(await counted()).toEqual([{ right: true, tallied: true }]);
  });

  test('brings nobody back over a taken address, a suppression or the plan', async () => {
    const ids = await fill(100);
    const { body: batch } = await start({ action: 'delete', ids });
    await admin.request('POST', '/api/contacts', { email: 'ACTIVE1@house.example' });
    await owned(`insert into suppression_keys select $1, decode(repeat('00', 32), 'hex') on conflict do nothing`);
    await api.db.owner.query('begin');
    await owned(`select set_config('app.organization_id', $1::text, true)`);
    await owned(`insert into suppressions (organization_id, channel, address_hash, reason, source)
      select $1, 'email', hash_address('email', 'active2@house.example'), 'erased', 'test'`);
    await api.db.owner.query('commit');
    for (let at = 0; at < 3; at += 1) await admin.request('POST', '/api/contacts', { email: `new${at}@house.example` });

    const { body: undone } = await undo(batch.id);

    // 100 of the plan: four are new, so 96 come back, and the suppressed one does not count.
    expect(undone.restored).toBe(97);
    expect(await statuses()).toEqual({ active: 100, unsubscribed: 1 });
    expect(await counted()).toEqual([{ right: true, tallied: true }]);
  });

  test('of one contact is what its deletion answers', async () => {
    const [id] = await fill(1);

    const { body } = await admin.request('DELETE', `/api/contacts/${id}`);
    const { body: listed } = await admin.request('GET', '/api/contacts/batches');

    expect(listed.items).toMatchObject([{ id: body.batchId, action: 'delete', changed: 1, state: 'done' }]);
    expect((await undo(body.batchId)).body.restored).toBe(1);
    expect((await admin.request('GET', `/api/contacts/${id}`)).status).toBe(200);
  });

  test('of a mistyped search stays with the people it found', async () => {
    await owned(`insert into contacts (organization_id, email, first_name) values
      ($1, 'a@x.example', 'Hopper'), ($1, 'b@x.example', 'Popper')`);

    const { body: batch } = await start({ action: 'delete', filter: { search: 'hopper' } });

    expect(batch).toMatchObject({ total: 1, changed: 1 });
    expect((await admin.request('GET', '/api/contacts')).body.items).toMatchObject([{ firstName: 'Popper' }]);
  });

  test('of a name stays with those who have it, although others have its words', async () => {
    await owned(`insert into contacts (organization_id, email, first_name, last_name) values
      ($1, 'a@x.example', 'Petra', 'Haas'), ($1, 'petra@haas.example', 'Kim', 'Lee')`);

    const { body: batch } = await start({ action: 'delete', filter: { search: 'petra haas' } });

    expect(batch).toMatchObject({ state: 'done', total: 1, seen: 1, changed: 1 });
    expect((await admin.request('GET', '/api/contacts')).body.items).toMatchObject([{ firstName: 'Kim' }]);
  });

  test('is refused when nobody is meant, when the tag is unknown, and when it is too late', async () => {
    const [id] = await fill(1);
    const { body: batch } = await start({ action: 'delete', ids: [id] });
    await owned(`update contact_batches set undo_until = now() - interval '1 minute' where organization_id = $1`);
    const nobody = '00000000-0000-4000-8000-000000000000';

    const answers = [
      await start({ action: 'delete', ids: [nobody] }),
      await start({ action: 'tag', tagId: nobody, filter: {} }),
      await start({ action: 'delete', filter: { tagId: nobody } }),
      await start({ action: 'delete' }),
      await start({ action: 'tag', filter: {} }),
      await undo(batch.id),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 400, 400, 410]);
  });

  test('stays with the client of whoever began it', async () => {
    const tenant = await createTenantFixture(api);
    const limited = await enter(api, tenant, 'limited');
    const everybody = await enter(api, tenant, 'ADMIN');

    const { body: batch } = await start({ action: 'delete', filter: {} }, limited);
    const foreign = await start({ action: 'delete', ids: [tenant.otherClientIds.contact] }, limited);
    const other = await start({ action: 'tag', tagId: tenant.otherClientIds.tag, filter: {} }, everybody);

    expect([batch.changed, foreign.status]).toEqual([1, 404]);
    expect(other.body).toMatchObject({ total: 1, changed: 0 });
  });
});

describe('a bulk change of thousands', () => {
  test('goes on in steps, survives a step that fails, and leaves a line for each contact and no event beside it', async () => {
    await fill(4_500);
    const ctx = backgroundContext(api.database, admin.user.organizationId, 'test');
    const tagId = await newTag('Many');

    const { body: begun } = await start({ action: 'tag', tagId, filter: {} });
    await runBatchStep(ctx, begun.id);
    const failing = ctx.db.transaction().execute(async (db) => {
      await runBatchStep({ ...ctx, db }, begun.id);
      throw new Error('power cut');
    });
    await expect(failing).rejects.toThrow('power cut');
    const { body: between } = await admin.request('GET', `/api/contacts/batches/${begun.id}`);
    // Two workers at once: a job that was thought lost, and its second try.
    await Promise.all([runBatchStep(ctx, begun.id), runBatchStep(ctx, begun.id)]);
    await runBatchStep(ctx, begun.id);
    const { body: done } = await admin.request('GET', `/api/contacts/batches/${begun.id}`);

    expect(begun).toMatchObject({ state: 'running', total: 4_500, seen: 0 });
    expect(between).toMatchObject({ state: 'running', seen: 2_000, changed: 2_000 });
    expect(done).toMatchObject({ state: 'done', seen: 4_500, changed: 4_500 });
    expect([await tagged(tagId), await lines('tag.added')]).toEqual([4_500, 4_500]);
    expect(await owned('select from outbox_events where organization_id = $1')).toEqual([]);
  });

  test('stays with the people its segment had, and with those who were there, when it was begun', async () => {
    const statusIs = (status: string) => ({
      match: 'all',
      rules: [{ kind: 'status', op: 'isAnyOf', values: [status] }],
    });
    await fill(4_100, 'lead');
    await fill(3, 'active');
    const segment = { name: 'Leads', rules: statusIs('lead') };
    const { body: leads } = await admin.request('POST', '/api/segments', segment);
    const ctx = backgroundContext(api.database, admin.user.organizationId, 'test');
    const { body: begun } = await start({ action: 'delete', filter: { segmentId: leads.id } });
    await runBatchStep(ctx, begun.id);

    await admin.request('PUT', `/api/segments/${leads.id}`, { rules: statusIs('active') });
    await owned(
      `insert into contacts (organization_id, email, status) select $1, 'late' || n || '@house.example', 'lead' from generate_series(1, 5) n`,
    );
    await runBatchStep(ctx, begun.id);
    await admin.request('DELETE', `/api/segments/${leads.id}`);
    while (await runBatchStep(ctx, begun.id));

    expect((await admin.request('GET', `/api/contacts/batches/${begun.id}`)).body).toMatchObject({
      state: 'done',
      total: 4_100,
      changed: 4_100,
    });
    expect(await statuses()).toEqual({ active: 3, lead: 5 });
  });

  test('is stopped and taken back while it runs', async () => {
    await fill(4_100);
    const ctx = backgroundContext(api.database, admin.user.organizationId, 'test');
    const { body: begun } = await start({ action: 'delete', filter: {} });
    await runBatchStep(ctx, begun.id);
    await runBatchStep(ctx, begun.id);
    await owned(`update organizations set subscription_tier = 'system' where id = $1`);

    const { body: undoing } = await undo(begun.id);
    while (await runBatchStep(ctx, begun.id));

    expect(undoing.state).toBe('undoing');
    expect((await admin.request('GET', `/api/contacts/batches/${begun.id}`)).body).toMatchObject({
      state: 'undone',
      restored: 4_000,
    });
    expect(await statuses()).toEqual({ active: 4_100 });
  });

  test('is forgotten with the past of the deleted when it can no longer be taken back', async () => {
    const [id] = await fill(1);
    await admin.request('PUT', `/api/contacts/${id}`, { firstName: 'Renamed' });
    await admin.request('DELETE', `/api/contacts/${id}`);
    const left = () =>
      owned(`select (select count(*)::int from contact_activity where organization_id = $1) as activity,
        (select count(*)::int from contact_changes where organization_id = $1) as changes`);
    const ctx = backgroundContext(api.database, admin.user.organizationId, 'test');

    await purgeSome(ctx);
    const before = await left();
    await owned(`update contact_batches set undo_until = now() - interval '1 minute' where organization_id = $1`);
    await purgeSome(ctx);

    expect([before, await left()]).toEqual([[{ activity: 1, changes: 1 }], [{ activity: 0, changes: 0 }]]);
  });
});
