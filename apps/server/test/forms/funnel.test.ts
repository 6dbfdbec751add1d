import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { countProgress } from '../../src/edge/forms/progress.ts';
import type { InboxEvent } from '../../src/platform/inbox/event.ts';
import { email, type FilledForms, firstName, startFilledForms } from './filled-forms.ts';

let house: FilledForms;
beforeAll(async () => {
  house = await startFilledForms();
  await house.tier('system');
});
afterAll(() => house.close());

const tell = (event: InboxEvent) =>
  house.rows(
    `insert into inbox_events (organization_id, received_on, id, client_id, kind, subject_id, happened_at, payload)
     select e."organizationId", (to_timestamp(e."happenedAt" / 1000) at time zone 'UTC')::date, e.id, e."clientId", e.kind,
       e."subjectId", to_timestamp(e."happenedAt" / 1000), e.signals
     from json_to_record($1::json) as e (id uuid, "organizationId" uuid, "clientId" uuid, kind text, "subjectId" uuid, "happenedAt" float8, signals jsonb)
     on conflict do nothing`,
    JSON.stringify(event),
  );
const funnel = async (formId: string, query = '') =>
  (await house.admin.request('GET', `/api/forms/${formId}/funnel${query}`)).body;

test('an edge counts many visitors and tells one sum, which the funnel adds up once', async () => {
  const form = await house.create({ fields: [firstName, email] });
  const of = { id: form.id, organizationId: house.admin.user.organizationId, clientId: form['clientId'] as null };
  const told: InboxEvent[] = [];
  const counted = countProgress({ append: (event) => told.push(event) });
  for (let visitor = 0; visitor < 1_000; visitor += 1) {
    counted.view(of, 1);
    if (visitor % 2 === 0) counted.start(of, 1);
    if (visitor % 4 === 0) counted.reach(of, 1, ['field_1']);
    if (visitor % 10 === 0) counted.reach(of, 1, ['field_2']);
  }
  counted.close();
  expect(told).toHaveLength(1);
  // An edge that got no answer tells the same again.
  for (const event of [...told, ...told]) await tell(event);

  await vi.waitFor(
    async () =>
      expect(await funnel(form.id)).toEqual({
        version: 1,
        views: 1_000,
        starts: 500,
        completions: 0,
        fields: [
          { id: 'field_1', label: 'First name', reached: 250 },
          { id: 'field_2', label: 'Email', reached: 100 },
        ],
      }),
    { timeout: 60_000, interval: 100 },
  );
  expect((await house.admin.request('GET', `/api/forms/${form.id}/funnel?version=2`)).status).toBe(404);
});

test('each version has its own, and goes with the form', async () => {
  const form = await house.create();
  await house.admin.request('PUT', `/api/forms/${form.id}`, { fields: [email], settings: { title: 'Shorter' } });
  const of = { id: form.id, organizationId: house.admin.user.organizationId, clientId: form['clientId'] as null };
  const told: InboxEvent[] = [];
  const counted = countProgress({ append: (event) => told.push(event) });
  counted.view(of, 1);
  counted.view(of, 2);
  counted.view(of, 2);
  counted.close();
  for (const event of told) await tell(event);

  await vi.waitFor(async () => expect((await funnel(form.id)).views).toBe(2), { timeout: 60_000, interval: 100 });
  expect(await funnel(form.id, '?version=1')).toMatchObject({ version: 1, views: 1, fields: { length: 3 } });
  await house.admin.request('DELETE', `/api/forms/${form.id}`);
  expect(await house.rows('select 1 from form_days where form_id = $1', form.id)).toEqual([]);
});

test('a draft that was never published has none yet', async () => {
  const form = await house.create({ publish: false });
  expect(await funnel(form.id)).toEqual({ version: null, views: 0, starts: 0, completions: 0, fields: [] });
});
