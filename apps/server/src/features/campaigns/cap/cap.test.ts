import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { createStepHarness } from '../../../../test/sending/step-harness.ts';
import { stepsOf } from '../../../../test/sending/steps.ts';
import { capFreeAt } from './capped.sql.ts';

let api: TestApi;
let admin: ReadyAdmin;
let people: { id: string; email: string }[];
beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  admin = await readyAdmin(api);
  people = await addPeople(api, admin, 3);
});
afterAll(() => api.close());

const limit = (emails: number, hours: number) => ask(admin, 'PUT', '/api/sending/cap', { isOn: true, emails, hours });
/** The contact got an email so many hours ago. */
const emailed = (contactId: string, hoursAgo: number) =>
  api.db.owner.query(
    `insert into contact_activity (organization_id, contact_id, happened_at, type, ref_id)
     values ($1, $2, now() - make_interval(mins => $3), 'email.sent', new_id())`,
    [admin.user.organizationId, contactId, Math.round(hoursAgo * 60)],
  );
const audience = () => ask(admin, 'POST', '/api/campaigns/audience', { recipients: { type: 'all' } });
const ids = () => people.map(({ id }) => id);

describe('with a limit of emails', () => {
  test('a campaign leaves out who has had as many, and the audience that is frozen is the one that was counted', async () => {
    const [first, second] = ids();
    await limit(2, 24);
    await emailed(first!, 1);
    await emailed(first!, 23);
    await emailed(second!, 1);
    await emailed(second!, 25);
    const counted = await audience();
    const { id } = await draft(admin);
    await ask(admin, 'POST', `/api/campaigns/${id}/send`);
    const worker = stepsOf(api, admin.user.organizationId);
    await worker.begin(id);
    await worker.freeze(id);

    expect(counted).toEqual({ recipients: 2, clients: 0, leftOut: [{ reason: 'capped', people: 1 }] });
    expect(await ask(admin, 'GET', `/api/campaigns/${id}`)).toMatchObject({
      audience: 2,
      leftOut: [{ reason: 'capped', people: 1 }],
    });
    const { items } = await ask(admin, 'GET', `/api/campaigns/${id}/left-out?reason=capped`);
    expect(items).toMatchObject([{ contactId: first, reason: 'capped' }]);
  });

  test('emails that wait to be sent count, of campaigns and of automations', async () => {
    await limit(1, 24);
    const steps = createStepHarness(api, admin);
    const campaignId = await steps.open(await steps.publish(await steps.draft()));
    await steps.queue(campaignId, ids().slice(0, 2));

    expect(await audience()).toMatchObject({ recipients: 1, leftOut: [{ reason: 'capped', people: 2 }] });
    await ask(admin, 'POST', `/api/campaigns/${campaignId}/cancel`);
    expect(await audience()).toMatchObject({ recipients: 3, leftOut: [] });
  });

  test('emails of an automation that is paused wait for nobody knows how long, and count for nothing', async () => {
    await limit(1, 24);
    const steps = createStepHarness(api, admin);
    const campaignId = await steps.open(await steps.publish(await steps.draft()));
    await steps.queue(campaignId, ids().slice(0, 2));
    await api.db.owner.query(
      `insert into automations (organization_id, id, name, status, draft, live_version)
       select organization_id, automation_id, 'Welcome', 'live', '{}', 1 from campaigns where id = $1
       on conflict (organization_id, id) do update set status = 'live'`,
      [campaignId],
    );
    expect(await audience()).toMatchObject({ recipients: 1 });

    await api.db.owner.query(
      `update automations set status = 'paused' where id = (select automation_id from campaigns where id = $1)`,
      [campaignId],
    );

    expect(await audience()).toMatchObject({ recipients: 3, leftOut: [] });
    const free = await capFreeAt(steps.ctx, ids());
    expect([...free!.values()]).toEqual([null, null, null]);
  });

  test('an email that a person writes to one contact is sent all the same', async () => {
    await limit(1, 24);
    await emailed(ids()[0]!, 1);

    const sent = await admin.request('POST', `/api/contacts/${ids()[0]}/emails`, {
      requestKey: randomUUID(),
      subject: 'Your order',
      text: 'It is ready.',
    });

    expect(sent.status).toBe(201);
  });

  test('automations hear when each contact may get the next one', async () => {
    const [full, half, none] = ids();
    const { ctx } = createStepHarness(api, admin);
    const before = await capFreeAt(ctx, ids());
    await limit(2, 24);
    await emailed(full!, 2);
    await emailed(full!, 20);
    await emailed(full!, 5);
    await emailed(half!, 1);

    const free = (await capFreeAt(ctx, ids()))!;

    expect(before).toBeNull();
    // The second newest leaves the 24 hours in 19.
    expect((free.get(full!)!.getTime() - Date.now()) / 3_600_000).toBeCloseTo(19, 1);
    expect([free.get(half!), free.get(none!)]).toEqual([null, null]);
  });
});
