import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../../../../test/sending/ready-admin.ts';
import { createStepHarness, type StepHarness } from '../../../../test/sending/step-harness.ts';
import { findHeldCampaigns, findLastSendings } from '../by-client/queries.ts';
import { findBestCampaigns, findSentCampaigns } from '../report/sent-campaigns.sql.ts';
import { sumCampaigns, sumCampaignsByClient } from '../report/sum-campaigns.sql.ts';
import { copyStepEmail, deleteStepDrafts } from './step-emails.ts';

let api: TestApi;
let admin: ReadyAdmin;
let steps: StepHarness;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
beforeEach(async () => {
  admin = await readyAdmin(api);
  steps = createStepHarness(api, admin);
});
afterAll(() => api.close());

const path = (id: string) => `/api/campaigns/${id}`;
const automationSays = (message: RegExp) => ({
  status: 409,
  body: { code: 'wrong_state', message: expect.stringMatching(message) },
});

describe('the draft of a step', () => {
  test('is edited, checked, previewed and tested like any campaign, and keeps its versions', async () => {
    const id = await steps.draft();
    const changed = await ask(admin, 'PUT', path(id), { subject: 'Welcome, {{first_name}}', version: 1 });
    const { items } = await ask(admin, 'GET', `${path(id)}/versions`);
    const { lines, isReady } = await ask(admin, 'GET', `${path(id)}/check`);
    const preview = await ask(admin, 'POST', `${path(id)}/preview`, {});
    const mail = await ask(admin, 'POST', `${path(id)}/test`, {});

    expect(changed).toMatchObject({ ...steps.step, status: 'DRAFT', subject: 'Welcome, {{first_name}}', version: 2 });
    expect(items.map(({ subject }: { subject: string }) => subject)).toContain('Welcome aboard');
    expect(lines.map(({ code }: { code: string }) => code)).not.toContain('recipients');
    expect(isReady).toBe(true);
    expect(preview.html).toContain('https://maple.example/start');
    expect(mail.delivered).toBe(true);
  });

  test('is not sent, scheduled, duplicated or deleted but by its automation', async () => {
    const id = await steps.draft();

    expect(await admin.request('POST', `${path(id)}/send`, {})).toMatchObject(automationSays(/Publish the automation/));
    expect(await admin.request('PUT', path(id), { scheduledAt: '2040-05-01T09:00' })).toMatchObject(
      automationSays(/Add a wait/),
    );
    expect(await admin.request('POST', `${path(id)}/schedule`, { scheduledAt: '2040-05-01T09:00' })).toMatchObject(
      automationSays(/Add a wait/),
    );
    expect(await admin.request('POST', `${path(id)}/duplicate`)).toMatchObject(automationSays(/Duplicate its step/));
    expect(await admin.request('DELETE', path(id))).toMatchObject(automationSays(/Remove its step/));
    expect(await ask(admin, 'GET', path(id))).toMatchObject({ status: 'DRAFT', scheduledAt: null });
  });

  test('is published only when it could be sent', async () => {
    const nameless = await steps.draft({ subject: ' ' });
    const broken = await steps.draft({ html: '<p>{{ nobody_knows }}</p>' });
    const fine = await steps.draft();

    await expect(steps.publish(nameless)).rejects.toThrow('Email subject is required');
    await expect(steps.publish(broken)).rejects.toThrow(/nobody_knows/);
    await ask(admin, 'PUT', '/api/sending/address', { postalAddress: '' });
    await expect(steps.publish(fine)).rejects.toThrow(/postal address/);
  });

  test('says what it said when it was published, whoever edits it later, and the same words are one content', async () => {
    const id = await steps.draft();
    const [first, again] = [await steps.publish(id), await steps.publish(id)];
    await ask(admin, 'PUT', path(id), { subject: 'Something else' });
    const campaignId = await steps.open(first);

    expect(again).toEqual(first);
    expect(await ask(admin, 'GET', path(campaignId))).toMatchObject({ ...steps.step, subject: 'Welcome aboard' });
    expect(await steps.publish(id)).not.toEqual(first);
  });

  test('is copied to another step and goes with its step', async () => {
    const id = await steps.draft();
    const { campaignId } = await copyStepEmail(steps.ctx, id, { ...steps.step, stepId: 'reminder' });
    await deleteStepDrafts(steps.ctx, [id]);

    expect(await ask(admin, 'GET', path(campaignId))).toMatchObject({ stepId: 'reminder', subject: 'Welcome aboard' });
    expect((await admin.request('GET', path(id))).status).toBe(404);
  });

  test('belongs to the client of its automation', async () => {
    const client = await ask(admin, 'POST', '/api/clients', { name: 'One' });
    const other = await ask(admin, 'POST', '/api/clients', { name: 'Other' });
    const id = await createStepHarness(api, admin, client.id).draft();
    await ask(admin, 'POST', '/api/auth/set-active-client', { clientId: other.id });

    expect((await admin.request('GET', path(id))).status).toBe(404);
  });
});

describe('campaigns that send emails of automations', () => {
  const everything = { from: 0, to: Date.parse('2200-01-01') };

  /** One campaign to two people of a client and a step that was mailed to three of them. */
  async function scene() {
    const client = await ask(admin, 'POST', '/api/clients', { name: 'One' });
    const people = await addPeople(api, admin, 3, client.id);
    const own = createStepHarness(api, admin, client.id);
    const contactIds = people.slice(0, 2).map(({ id }) => id);
    const listed = await draft(admin, { clientId: client.id, recipients: { type: 'segments', contactIds } });
    await ask(admin, 'POST', `${path(listed.id)}/send`);
    const stepId = await own.open(await own.publish(await own.draft()));
    await own.queue(
      stepId,
      people.map(({ id }) => id),
    );
    const isDone = async (id: string) => expect((await own.campaign(id)).status).toBe('COMPLETED');
    await vi.waitFor(() => Promise.all([isDone(listed.id), isDone(stepId)]), { timeout: 60_000, interval: 100 });
    const folded = 'select from campaign_cohorts where not is_folded and organization_id = $1';
    await vi.waitFor(
      async () => expect((await api.db.owner.query(folded, [admin.user.organizationId])).rowCount).toBe(0),
      { timeout: 60_000, interval: 100 },
    );
    return { client, listed, stepId, ctx: own.ctx };
  }

  test('are in no list of campaigns, and no count of them', async () => {
    const { client, listed, stepId, ctx } = await scene();
    const before = await findLastSendings(ctx, [client.id]);
    await api.db.owner.query(`update campaigns set status = 'ACTIVE' where id = $1`, [stepId]);

    const list = await ask(admin, 'GET', '/api/campaigns');
    const stats = await ask(admin, 'GET', '/api/campaigns/stats');
    const work = await ask(admin, 'GET', '/api/dashboard/work');
    const activity = await ask(admin, 'GET', '/api/dashboard/activity');
    const analytics = await ask(admin, 'GET', '/api/analytics?period=all');
    const page = await findSentCampaigns(ctx, everything, { limit: 10 });
    const best = await findBestCampaigns(ctx, everything, 5);

    expect(list).toMatchObject({ items: [{ id: listed.id }], total: 1 });
    expect(stats).toMatchObject({ total: 1, byStatus: { ACTIVE: 0, COMPLETED: 1, DRAFT: 0 } });
    expect(JSON.stringify([work, activity, analytics])).not.toContain(stepId);
    expect(analytics.activeCampaigns.value).toBe(0);
    expect(page.items.map(({ id }) => id)).toEqual([listed.id]);
    expect(best.map(({ id }) => id)).toEqual([listed.id]);
    const { rows } = await api.db.owner.query('select sent_at from campaigns where id = $1', [listed.id]);
    expect(before.get(client.id)).toEqual(rows[0].sent_at);
  });

  test('have their emails in every sum, when those were sent', async () => {
    const { client, ctx, stepId } = await scene();
    // Begun long before: its emails count all the same, because they were sent now.
    await api.db.owner.query(`update campaigns set sent_at = sent_at - interval '40 days' where id = $1`, [stepId]);
    await api.db.owner.query(
      `insert into stat_hours (organization_id, client_id, subject_id, metric, hour, total) values ($1, $2, $3, 30, date_trunc('hour', now()), 1)`,
      [admin.user.organizationId, client.id, stepId],
    );
    const now = { from: Date.now() - 86_400_000, to: Date.now() + 86_400_000 };

    const [sums] = await sumCampaigns(ctx, [now]);
    const [ofClient] = await sumCampaignsByClient(ctx, now);

    expect(sums).toMatchObject({ campaigns: 1, sent: 5, delivered: 5, opened: 0, bounced: 0 });
    expect(ofClient).toMatchObject({ clientId: client.id, campaigns: 1, sent: 5, complained: 1 });
    expect((await ask(admin, 'GET', '/api/campaigns/stats')).sent).toBe(5);
    const totals = `select coalesce(sum(total), 0)::int as total from metric_totals
      where organization_id = $1 and metric = 50 and unit = 'day' and client_id is null`;
    expect((await api.db.owner.query(totals, [admin.user.organizationId])).rows).toEqual([{ total: 5 }]);
  });

  test('are paused by their automation alone, and one that is held is among what needs a person', async () => {
    const { stepId, ctx } = await scene();
    await api.db.owner.query(`update campaigns set status = 'ACTIVE' where id = $1`, [stepId]);
    const refused = await admin.request('PATCH', path(stepId), { status: 'PAUSED' });
    await api.db.owner.query(`update campaigns set status = 'PAUSED', hold_reason = 'sender-untrusted' where id = $1`, [
      stepId,
    ]);

    const held = await findHeldCampaigns(ctx, 5);
    const resumed = await ask(admin, 'PATCH', path(stepId), { status: 'ACTIVE' });

    expect(refused).toMatchObject(automationSays(/Pause the automation/));
    expect(held.map(({ id }) => id)).toEqual([stepId]);
    expect(resumed.status).toBe('ACTIVE');
  });
});
