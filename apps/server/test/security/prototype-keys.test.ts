import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importer, peopleOf } from '../../src/features/contacts/import/test-harness.ts';
import { prototypeKeys } from '../forms/bad-payloads.ts';
import { type Person, registerAdmin } from '../harness/people.ts';
import { startTestApi, type TestApi } from '../harness/test-api.ts';

let api: TestApi;
let admin: Person;
const inherited = Reflect.ownKeys(Object.prototype);
beforeAll(async () => {
  api = await startTestApi({ workers: true });
  admin = await registerAdmin(api);
  await api.db.owner.query(`update organizations set subscription_tier = 'system'`);
});
afterAll(() => api.close());

const unpolluted = () => {
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(Reflect.ownKeys(Object.prototype)).toEqual(inherited);
};
const email = '{"id":"field_1","type":"email","label":"Email"}';
/** Raw, because an object of JavaScript would take some of these keys for something else. */
const bodies = (key: string): string[] => {
  const planted = `${JSON.stringify(key)}:{"polluted":true}`;
  return [
    `{"name":"X","fields":[{"id":${JSON.stringify(key)},"type":"email","label":"Email"}],"settings":{"title":"X"}}`,
    `{"name":"X","fields":[{${planted},"id":"field_1","type":"email","label":"Email"}],"settings":{"title":"X"}}`,
    `{"name":"X","fields":[${email}],"settings":{${planted},"title":"X"}}`,
    `{"name":"X","fields":[${email}],"settings":{"title":"X"},${planted}}`,
    `{"name":"X","fields":[${email}],"pages":[{"id":${JSON.stringify(key)},"fieldIds":["field_1"]}],"settings":{"title":"X"}}`,
    `{"name":"X","fields":[${email}],"pages":[{"id":"page_1","fieldIds":[${JSON.stringify(key)}]}],"settings":{"title":"X"}}`,
    `{"name":"X","fields":[{"id":"field_1","type":"email","label":"Email","fills":${JSON.stringify(`custom.${key}x y`)}}],"settings":{"title":"X"}}`,
  ];
};

// Answers of a form are sent with the same keys in ../forms/payloads.test.ts, reports of providers in provider-reports.test.ts.
describe('T32 a key that every object inherits', () => {
  test('there are twenty spellings', () => {
    expect(new Set(prototypeKeys).size).toBe(20);
  });

  test.each(prototypeKeys)('%s is no field, page or setting of a form', async (key) => {
    for (const body of bodies(key)) {
      const { status } = await admin.request('POST', '/api/forms', body, { 'content-type': 'application/json' });
      expect([status, body]).toEqual([400, body]);
    }
    unpolluted();
  });

  test('is skipped as a column of a file, and kept as a text in a custom field', async () => {
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const header = ['email', ...prototypeKeys].map(cell).join();
    const row = ['ana@keys.example', ...prototypeKeys.map(() => '{"polluted":true}')].map(cell).join();
    const done = await importer(admin).imported(`${header}\n${row}\n`);
    expect(done).toMatchObject({ state: 'done', counts: { created: 1 } });
    expect(await peopleOf(api, admin)).toMatchObject([{ email: 'ana@keys.example', attributes: {} }]);
    unpolluted();

    const fields = await Promise.all(
      prototypeKeys.map((label) => admin.request('POST', '/api/contact-fields', { label })),
    );
    expect(fields.every(({ status }) => status === 201 || status === 400)).toBe(true);
    const again = await importer(admin).imported(`${header}\n${row.replace('ana@', 'ben@')}\n`);
    expect(again).toMatchObject({ state: 'done', counts: { created: 1 } });
    const [, ben] = await peopleOf(api, admin);
    for (const value of Object.values(ben.attributes as object)) expect(value).toBe('{"polluted":true}');
    expect((await admin.request('GET', '/api/contacts')).status).toBe(200);
    unpolluted();
  });
});
