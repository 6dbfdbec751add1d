import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../test/harness/test-api.ts';
import { addPeople, ask, draft, type ReadyAdmin, readyAdmin } from '../../../test/sending/ready-admin.ts';
import { type Steps, stepsOf } from '../../../test/sending/steps.ts';
import { begin, sendCampaign } from './lifecycle.ts';

let api: TestApi;
let admin: ReadyAdmin;
let steps: Steps;
beforeAll(async () => {
  api = await startTestApi();
  admin = await readyAdmin(api);
  steps = stepsOf(api, admin.user.organizationId);
  await addPeople(api, admin, 2);
});
afterAll(() => api.close());

const read = (id: string) => ask(admin, 'GET', `/api/campaigns/${id}`);

describe('F32: a process whose clock is wrong', () => {
  const hours = 3_600_000;
  const at = (ms: number) => steps.ctxAt(new Date(Date.now() + ms));

  test.each([
    ['an hour ahead', hours],
    ['an hour behind', -hours],
    ['two days ahead', 48 * hours],
  ])('%s sends at once what is sent now', async (_, wrong) => {
    const { id } = await draft(admin);
    await sendCampaign(steps.campaigns, at(wrong), id);
    await begin(steps.campaigns, at(0), id);

    expect(await read(id)).toMatchObject({ status: 'ACTIVE', sentAt: expect.any(String), holdReason: null });
  });

  test.each([
    ['an hour ahead', hours],
    ['an hour behind', -hours],
    ['two days ahead', 48 * hours],
  ])('%s begins what is due and nothing else', async (_, wrong) => {
    const due = await draft(admin);
    await ask(admin, 'POST', `/api/campaigns/${due.id}/send`);
    const later = await draft(admin, { scheduledAt: new Date(Date.now() + 0.5 * hours).toISOString() });
    await ask(admin, 'POST', `/api/campaigns/${later.id}/send`);

    for (const { id } of [due, later]) await begin(steps.campaigns, at(wrong), id);

    expect(await read(due.id)).toMatchObject({ status: 'ACTIVE', sentAt: expect.any(String), holdReason: null });
    expect(await read(later.id)).toMatchObject({ status: 'ACTIVE', sentAt: null, holdReason: null });
  });
});
