import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { stepsOf } from '../../../../test/sending/steps.ts';
import { campaignsCommand } from '../../../cli/campaigns.ts';

let api: TestApi;
let admin: ReadyAdmin;
beforeAll(async () => {
  api = await startTestApi();
  admin = await readyAdmin(api);
  await addPeople(api, admin, 2);
});
afterAll(() => api.close());

const told = async (id: string) =>
  (
    await api.db.owner.query(
      `select action, actor_kind, actor_id, actor_name, entity_label, changes from audit_log
       where entity_id = $1 and action <> 'campaigns.create' order by happened_at, id`,
      [id],
    )
  ).rows;

test('P15: the log says who sent, paused and cancelled a campaign', async () => {
  const { id, name } = await draft(admin);
  const by = { actor_kind: 'user', actor_id: admin.user.id, actor_name: admin.user.name, entity_label: name };

  await ask(admin, 'POST', `/api/campaigns/${id}/send`);
  await stepsOf(api, admin.user.organizationId).begin(id);
  await ask(admin, 'PATCH', `/api/campaigns/${id}`, { status: 'PAUSED' });
  await ask(admin, 'POST', `/api/campaigns/${id}/cancel`);

  const rows = await told(id);
  expect(rows).toMatchObject([
    { action: 'campaigns.send', ...by },
    { action: 'campaigns.status', ...by, changes: [{ field: 'status', from: 'ACTIVE', to: 'PAUSED' }] },
    { action: 'campaigns.cancel', ...by },
  ]);
  expect(rows[0].changes).toContainEqual({ field: 'status', from: 'DRAFT', to: 'ACTIVE' });
});

test('P15: a send that cannot be recorded does not happen', async () => {
  const { id } = await draft(admin, { name: 'Unrecorded' });
  await api.db.owner.query(`create function refuse_send() returns trigger language plpgsql as
    'begin if new.entity_label = ''Unrecorded'' then raise exception ''no row''; end if; return new; end'`);
  await api.db.owner.query(
    'create trigger refuse before insert on audit_log for each row execute function refuse_send()',
  );

  const answer = await admin.request('POST', `/api/campaigns/${id}/send`);

  expect(answer.status).toBe(500);
  expect(await ask(admin, 'GET', `/api/campaigns/${id}`)).toMatchObject({ status: 'DRAFT' });
});

test('P15: a start at its time is the system’s, for whoever scheduled it', async () => {
  const { id } = await draft(admin, { scheduledAt: new Date(Date.now() + 3_600_000).toISOString() });
  await ask(admin, 'POST', `/api/campaigns/${id}/send`);
  await api.db.owner.query(`update audit_log set happened_at = happened_at - interval '2 hours' where entity_id = $1`, [
    id,
  ]);
  await api.db.owner.query(`update campaigns set scheduled_at = now() where id = $1`, [id]);

  await stepsOf(api, admin.user.organizationId).begin(id);

  expect(await told(id)).toMatchObject([
    { action: 'campaigns.send' },
    { action: 'campaigns.start', actor_kind: 'system', actor_id: admin.user.id, actor_name: admin.user.name },
  ]);
});

test('P15: what the operator does at the command line is the operator’s', async () => {
  const { id } = await draft(admin);
  vi.spyOn(console, 'table').mockImplementation(() => {});
  const run = (...args: string[]) =>
    campaignsCommand(api.config, [...args, '--organization', admin.user.organizationId]);

  await run('send', id);
  await run('pause', id);
  await run('show', id);

  expect(await told(id)).toMatchObject([
    { action: 'campaigns.send', actor_kind: 'operator', actor_id: null },
    {
      action: 'campaigns.status',
      actor_kind: 'operator',
      changes: expect.arrayContaining([{ field: 'status', to: 'PAUSED' }]),
    },
  ]);
  vi.restoreAllMocks();
});
