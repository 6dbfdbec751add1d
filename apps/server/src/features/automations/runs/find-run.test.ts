import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';
import { addPeople, ask } from '../../../../test/sending/ready-admin.ts';
import { adminOn, documentOf, enter, path, publish, waitDays } from '../test-harness.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ workers: true });
});
afterAll(() => api.close());

test('a search names people of an automation, whether they are inside or gone, and nobody else', async () => {
  const admin = await adminOn(api);
  const id = await publish(admin, documentOf([waitDays('waitaday', 1)]));
  const other = await publish(admin, documentOf([waitDays('waitaday', 1)]));
  const people = await addPeople(api, admin, 4);
  const [inside, gone, elsewhere] = people.map((person) => person.id);
  for (const contactId of [inside, gone, elsewhere])
    await api.db.owner.query(`update contacts set first_name = 'Noor' where id = $1`, [contactId]);
  await enter(admin, id, [inside!, gone!, people[3]!.id]);
  await enter(admin, other, [elsewhere!]);
  const find = async (search: string): Promise<{ id: string; contactId: string; state: string }[]> =>
    (await ask(admin, 'GET', `${path}/${id}/runs?search=${encodeURIComponent(search)}`)).items;
  const run = (await find('noor')).find(({ contactId }) => contactId === gone);
  await ask(admin, 'DELETE', `${path}/${id}/runs/${run!.id}`);

  const found = await find('noor');

  expect(new Map(found.map(({ contactId, state }) => [contactId, state]))).toEqual(
    new Map([
      [inside, 'active'],
      [gone, 'stopped'],
    ]),
  );
  expect(found).toHaveLength(2);
  expect(await find('nobody')).toEqual([]);
  expect((await find(people[3]!.email)).map(({ contactId }) => contactId)).toEqual([people[3]!.id]);
});
