import { randomUUID } from 'node:crypto';
import { type FormDefinition, FormField } from '@waggle/contracts/form-definition';
import { anyForm } from '@waggle/forms/random-form.fixture';
import { fieldsInOrder } from '@waggle/forms/pages';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isNightly } from '../harness/cases.ts';
import { registerAdmin } from '../harness/people.ts';
import type { Answer } from '../harness/test-api.ts';
import { emailLabels, oddDefinitions, plainForm } from './bad-definitions.ts';
import { type FilledForms, startFilledForms } from './filled-forms.ts';
import { walkForm } from './walk-form.ts';

/** As many made-up definitions as the catalogue asks for; at night they take minutes. */
const cases = isNightly ? 10_000 : 500;

let house: FilledForms;
let foreignTag: string;
beforeAll(async () => {
  house = await startFilledForms();
  await house.tier('system');
  const other = await registerAdmin(house.api);
  foreignTag = (await other.request('POST', '/api/tags', { name: 'Theirs' })).body.id;
});
afterAll(() => house.close());

/** Served, and filled in by its page; answers what went wrong, null for nothing. */
async function isUsable(formId: string, version: number, { fields, pages }: FormDefinition): Promise<string | null> {
  await vi.waitFor(async () => expect((await house.ask('GET', `/api/forms/${formId}`)).body['version']).toBe(version), {
    timeout: 60_000,
    interval: 20,
  });
  const status = await walkForm(house, formId, fieldsInOrder({ fields, pages }));
  return status === 303 ? null : `${formId} answered ${status}`;
}

const unusable = async ({ body }: Answer): Promise<string | null> =>
  body.published ? isUsable(body.id, body.version, body.published) : JSON.stringify(body);

/** What is another organization's is not there, and nothing more is said of it. */
function unnamed({ status, body }: Answer, expected: RegExp): string | null {
  const named = status === 404 ? [''] : Object.keys((body.fields ?? {}) as object);
  const isRefused = status >= 400 && status < 500;
  return isRefused && named.some((field) => expected.test(field)) ? null : `names ${named.join()}`;
}

test('B10 a definition that somebody wrote by hand is refused by name, or published and filled in', async () => {
  const written = oddDefinitions({ foreignTag, stranger: randomUUID() });
  expect(written.length).toBeGreaterThanOrEqual(40);
  const wrong: unknown[] = [];
  const published: string[] = [];
  const { id } = await house.create({ ...plainForm, publish: false });
  const { name: _name, ...parts } = plainForm;
  for (const [what, change, expected] of written) {
    const created = await house.admin.request('POST', '/api/forms', { ...plainForm, ...change });
    const updated = await house.admin.request('PUT', `/api/forms/${id}`, { pages: [], ...parts, ...change });
    for (const answer of [created, updated]) {
      const problem = expected === 'published' ? await unusable(answer) : unnamed(answer, expected);
      if (problem) wrong.push([what, answer.status, problem]);
      else if (expected === 'published') published.push(answer.body.id);
    }
  }

  expect(wrong).toEqual([]);
  for (const formId of new Set(published))
    await house.submissions(formId, published.filter((one) => one === formId).length);
  expect(await house.rows('select failure from inbox_events where failure is not null')).toEqual([]);
});

test.each(emailLabels)('B10 an address asked for as "%s" makes a contact', async (label) => {
  const address = `label${emailLabels.indexOf(label)}@form.example`;
  const { id } = await house.create({ fields: [{ id: 'field_1', type: 'email', label }] });
  expect((await house.ask('POST', `/api/forms/${id}/submit`, { field_1: address })).status).toBe(200);
  expect(await house.submissions(id, 1)).toMatchObject([{ outcome: 'created' }]);
});

/** Most made-up forms miss something; this gives each what it needs, so that half of them can be published. */
function mended({ fields, pages, ...rest }: FormDefinition): FormDefinition {
  const before = new Set<string>();
  const whole = fieldsInOrder({ fields, pages }).map((field) => {
    const conditions = field.visibleWhen?.conditions.filter(({ fieldId }) => before.has(fieldId)) ?? [];
    before.add(field.id);
    return {
      ...field,
      label: field.label || 'Question',
      options: [...new Set([...field.options.filter(Boolean), 'Friday'])],
      value: field.value || 'none',
      visibleWhen: field.visibleWhen && conditions.length > 0 ? { ...field.visibleWhen, conditions } : null,
    };
  });
  const first = { ...FormField.parse({ id: 'field_9', type: 'email', label: 'Email' }) };
  const settings = { ...rest.settings, title: rest.settings.title || 'Join' };
  return {
    ...rest,
    settings,
    fields: [first, ...whole],
    pages: whole.length > 1 ? halves(whole.map(({ id }) => id)) : [],
  };
}
const halves = (ids: string[]) => [
  { id: 'page_1', title: '', fieldIds: ['field_9', ...ids.slice(0, 1)] },
  { id: 'page_2', title: 'Rest', fieldIds: ids.slice(1) },
];

const odd = fc.constantFrom<unknown>(null, '', 0, -1, [], {}, 'x'.repeat(3_000), '__proto__', '\u0000', true, [null]);
/** Somewhere in it stands something else. */
const harm = fc.option(
  fc.record({ part: fc.constantFrom('fields', 'pages', 'settings', 'tagIds'), at: fc.nat(), value: odd }),
  { freq: 2 },
);
function harmed(definition: FormDefinition, change: { part: string; at: number; value: unknown } | null): object {
  if (!change) return definition;
  const whole = structuredClone(definition) as Record<string, unknown>;
  const part = whole[change.part];
  const within = Array.isArray(part) && part.length > 0 ? part[change.at % part.length] : part;
  const keys = typeof within === 'object' && within !== null ? Object.keys(within) : [];
  if (keys.length === 0) return { ...whole, [change.part]: change.value };
  (within as Record<string, unknown>)[keys[change.at % keys.length]!] = change.value;
  return whole;
}

test(
  'B10 whatever is sent as a form is refused by name, or published and filled in',
  { timeout: isNightly ? 7_200_000 : 300_000 },
  async () => {
    const counts = { refused: 0, published: 0 };
    const [forms, filledIn]: [string[], string[]] = [[], []];
    /** Each that was filled in has one submission. Then they make place for the next. */
    async function clear(): Promise<void> {
      for (const id of filledIn.splice(0)) expect(await house.submissions(id, 1)).toHaveLength(1);
      for (const id of forms.splice(0)) await house.admin.request('DELETE', `/api/forms/${id}`);
    }
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(anyForm, anyForm.map(mended)),
        harm,
        fc.boolean(),
        async (definition, change, asDraft) => {
          const whole = { name: 'Random', ...harmed(definition, change) };
          const made = await house.admin.request('POST', '/api/forms', { ...whole, publish: !asDraft });
          const body = { draftVersion: made.body.draftVersion };
          const answer =
            asDraft && made.status === 201
              ? await house.admin.request('POST', `/api/forms/${made.body.id}/publish`, body)
              : made;
          if (answer.status >= 400) {
            expect(answer.status).toBe(400);
            expect(Object.keys(answer.body.fields as object).length).toBeGreaterThan(0);
            counts.refused += 1;
          } else {
            const { id, version, published } = answer.body;
            expect(await isUsable(id, version, published)).toBeNull();
            counts.published += 1;
            filledIn.push(id);
          }
          if (made.status === 201) forms.push(made.body.id as string);
          if (forms.length >= 200) await clear();
        },
      ),
      { numRuns: cases },
    );

    await clear();
    expect(Math.min(counts.refused, counts.published)).toBeGreaterThan(cases / 20);
    expect(await house.rows('select failure from inbox_events where failure is not null')).toEqual([]);
  },
);
