import { liveAutomationLimits } from '@waggle/contracts/plans';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  adminOn,
  create,
  documentOf,
  path,
  publish,
  waitDays,
} from '../../../src/features/automations/test-harness.ts';
import type { Person } from '../../harness/people.ts';
import { startTestApi, type TestApi } from '../../harness/test-api.ts';
import { ask } from '../../sending/ready-admin.ts';
import { atOnce, outcomes } from './full-plan.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ env: { STRIPE_SECRET_KEY: 'sk_test_automations' } });
});
afterAll(() => api.close());

const waiting = documentOf([waitDays('waitaday', 1)]);
const limit = liveAutomationLimits.core!;

/** So many more like this one, with its version if it was published. */
async function copies(id: string, times: number): Promise<string[]> {
  const { rows } = await api.db.owner.query<{ id: string }>(
    `with more as (
       insert into automations (organization_id, name, draft, status, live_version, has_changes)
       select organization_id, name || n, draft, status, live_version, has_changes from automations, generate_series(1, $2::int) n where id = $1
       returning organization_id, id, live_version
     ), versions as (
       insert into automation_versions (organization_id, automation_id, version, document, program)
       select more.organization_id, more.id, version, document, program from more
       join automation_versions of_first on of_first.automation_id = $1 and of_first.version = more.live_version
     )
     select id from more`,
    [id, times],
  );
  return rows.map((row) => row.id);
}

/** One below what Core includes. */
async function almostFull(): Promise<Person> {
  const admin = await adminOn(api, 'core');
  for (let at = 1; at < limit; at += 1) await publish(admin, waiting);
  return admin;
}

/** The counter, and what it must equal. */
const counts = async ({ user }: Person) =>
  (
    await api.db.owner.query(
      `select (select live from automation_totals where organization_id = $1) as counted,
         (select count(*)::int from automations where organization_id = $1 and status in ('live', 'paused')) as recounted`,
      [user.organizationId],
    )
  ).rows[0];
const full = { counted: limit, recounted: limit };

test('T42 the live automations of Core hold against 200 that are published at the same moment', async () => {
  const admin = await almostFull();
  const drafts = await copies((await create(admin, waiting)).id, 200);

  const answers = await atOnce(200, (at) => admin.request('POST', `${path}/${drafts[at]!}/publish`, { draftNo: 1 }));

  expect(outcomes(answers)).toEqual({ 200: 1, '403 plan_limit': 199 });
  expect(await counts(admin)).toEqual(full);
});

test('T42 they hold against 200 that let people in again, by their switch or by being published, at the same moment', async () => {
  const admin = await almostFull();
  const closing = await publish(admin, waiting);
  await ask(admin, 'PUT', `${path}/${closing}/status`, { status: 'closing' });
  const ended = await publish(admin, waiting);
  await ask(admin, 'PUT', `${path}/${ended}/status`, { status: 'ended' });
  const [switched, published] = [await copies(closing, 100), await copies(ended, 100)];

  const answers = await atOnce(200, (at) =>
    at % 2 === 0
      ? admin.request('PUT', `${path}/${switched[at / 2]!}/status`, { status: 'live' })
      : admin.request('POST', `${path}/${published[(at - 1) / 2]!}/publish`, { draftNo: 1 }),
  );

  expect(outcomes(answers)).toEqual({ 200: 1, '403 plan_limit': 199 });
  expect(await counts(admin)).toEqual(full);
});
