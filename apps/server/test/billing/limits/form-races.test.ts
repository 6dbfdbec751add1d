import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { email, type FilledForms, firstName, startFilledForms } from '../../forms/filled-forms.ts';
import { atOnce, counts, fill, outcomes } from './full-plan.ts';

let house: FilledForms;
beforeAll(async () => {
  house = await startFilledForms();
});
afterAll(() => house.close());

const definition = { name: 'Racer', fields: [firstName, email], settings: { title: 'Join' } };
const activeForms = async () =>
  (
    await house.rows(
      `select (select active from form_counts where organization_id = $1) as counted,
         (select count(*)::int from forms where organization_id = $1 and is_active and published_version is not null) as recounted`,
      house.admin.user.organizationId,
    )
  )[0];
const clear = () => house.rows('delete from forms where organization_id = $1', house.admin.user.organizationId);
const one = { counted: 1, recounted: 1 };

describe('T42 the one form of Lite', () => {
  test('holds against 200 that are created at the same moment', async () => {
    await clear();

    const answers = await atOnce(200, () => house.admin.request('POST', '/api/forms', definition));

    expect(outcomes(answers)).toEqual({ 201: 1, '403 plan_limit': 199 });
    expect(await activeForms()).toEqual(one);
  });

  test('holds against 200 that are activated and published at the same moment', async () => {
    await clear();
    const { body: inactive } = await house.admin.request('POST', '/api/forms', { ...definition, isActive: false });
    const { body: draft } = await house.admin.request('POST', '/api/forms', { ...definition, publish: false });
    await house.rows(
      `with more as (
         insert into forms (organization_id, name, draft, is_active, published_version, has_changes)
         select organization_id, name, draft, is_active, published_version, has_changes from forms, generate_series(1, 99)
         where id = any($1::uuid[]) returning organization_id, id, draft, published_version)
       insert into form_versions (organization_id, form_id, version, definition)
       select organization_id, id, 1, draft from more where published_version = 1`,
      [inactive.id, draft.id],
    );
    const forms = await house.rows('select id, published_version from forms order by id');

    const answers = await atOnce(200, (at) => {
      const { id, published_version } = forms[at]!;
      return published_version === null
        ? house.admin.request('POST', `/api/forms/${id}/publish`, { draftVersion: 1 })
        : house.admin.request('PUT', `/api/forms/${id}`, { isActive: true });
    });

    expect(outcomes(answers)).toEqual({ 200: 1, '403 plan_limit': 199 });
    expect(await activeForms()).toEqual(one);
  });
});

test('T42 people who fill in a form beside 150 creations leave exactly the limit, and none of them is lost', async () => {
  await clear();
  const { id } = await house.create();
  await fill(house.api, house.admin, 99);

  const [answers, sent] = await Promise.all([
    atOnce(150, (at) => house.admin.request('POST', '/api/contacts', { email: `beside${at}@new.example` })),
    Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        house.ask('POST', `/api/forms/${id}/submit`, { field_2: `sent${at}@new.example` }),
      ),
    ),
  ]);

  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
  const kept = await house.submissions(id, 50);
  const made = kept.filter(({ outcome }) => outcome === 'created').length;
  expect(made + (outcomes(answers)['201'] ?? 0)).toBe(1);
  expect(kept.filter(({ outcome }) => outcome === 'over-limit')).toHaveLength(50 - made);
  expect(await counts(house.api, house.admin)).toEqual({ counted: 100, recounted: 100 });
});
