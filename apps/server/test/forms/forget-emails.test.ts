import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { forgetEmailsEverywhere } from '../../src/features/forms/jobs.ts';
import { enqueueSystem } from '../../src/platform/jobs/job.ts';
import { type FilledForms, startFilledForms } from './filled-forms.ts';

let house: FilledForms;
beforeAll(async () => {
  house = await startFilledForms();
}, 120_000);
afterAll(() => house.close());

/** Emails of one form, all of one age and state. */
const insert = (formId: string, count: number, age: string, state: string) =>
  house.rows(
    `insert into form_emails (organization_id, form_id, submission_id, version, kind, contact_id, address_hash, receiver, locale, state,
       next_attempt_at, created_at)
     select $1, $2, new_id(), 1, 'answer', new_id(), sha256(number::text::bytea), 'kept.example', 'en', $4,
       now() + interval '1 day', now() - $5::interval from generate_series(1, $3::int) number`,
    house.admin.user.organizationId,
    formId,
    count,
    state,
    age,
  );

test('10,000 emails of 14 months ago go, and whatever a limit or a link needs stays', async () => {
  const { id } = await house.create();
  await insert(id, 10_000, '14 months', 'accepted');
  await insert(id, 1, '14 months', 'failed');
  const kept: [string, string][] = [
    ['14 months', 'pending'],
    ['12 months', 'accepted'],
    ['29 days', 'accepted'],
    ['3 days', 'failed'],
    ['23 hours', 'accepted'],
  ];
  for (const [age, state] of kept) await insert(id, 1, age, state);

  await enqueueSystem(house.database, forgetEmailsEverywhere, {});

  const left = () => house.rows('select state from form_emails where form_id = $1 order by created_at', id);
  await vi.waitFor(
    async () => expect((await left()).map(({ state }) => state)).toEqual(kept.map(([, state]) => state)),
    { timeout: 60_000, interval: 100 },
  );
}, 120_000);
