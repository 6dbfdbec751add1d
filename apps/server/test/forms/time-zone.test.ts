import { afterAll, beforeAll, expect, test } from 'vitest';
import { email, type FilledForms, startFilledForms } from './filled-forms.ts';

let house: FilledForms;
beforeAll(async () => {
  house = await startFilledForms();
  await house.tier('core');
});
afterAll(() => house.close());

/** Sent once more with another zone in the address; answers the zone of the contact. */
async function sent(formId: string, query: string, no: number, address: string) {
  const answer = await house.ask('POST', `/api/forms/${formId}/submit${query}`, { field_2: address });
  expect(answer.status).toBe(200);
  const kept = await house.submissions(formId, no);
  const [contact] = await house.rows('select time_zone from contacts where id = $1', kept[0]!['contact_id']);
  return contact!['time_zone'] as string | null;
}

test('the zone of a browser is kept by its one name, unless it is none', async () => {
  const { id } = await house.create({ fields: [email] });
  const cases = [
    ['?zone=Asia%2FTokyo', 'Asia/Tokyo'],
    ['?zone=us/pacific', 'America/Los_Angeles'],
    ['', null],
    ['?zone=', null],
    ['?zone=Mars/Olympus', null],
    ['?zone=%2B02:00', null],
    ['?zone=Asia/Tokyo&zone=Europe/Paris', null],
    [`?zone=${'Asia/'.repeat(500)}`, null],
  ] as const;

  const zones: unknown[] = [];
  for (const [at, [query]] of cases.entries()) {
    await house.ask('POST', `/api/forms/${id}/submit${query}`, { field_2: `reader${at}@zones.example` });
    await house.submissions(id, at + 1);
    const [contact] = await house.rows('select time_zone from contacts where email = $1', `reader${at}@zones.example`);
    zones.push(contact!['time_zone']);
  }

  expect(zones).toEqual(cases.map(([, zone]) => zone));
});

test('it fills what is unknown of somebody, and never changes what is known', async () => {
  const { id } = await house.create({ fields: [email] });

  const unknown = await sent(id, '', 1, 'again@zones.example');
  const filled = await sent(id, '?zone=Asia/Tokyo', 2, 'again@zones.example');
  const moved = await sent(id, '?zone=Europe/Paris', 3, 'again@zones.example');

  expect([unknown, filled, moved]).toEqual([null, 'Asia/Tokyo', 'Asia/Tokyo']);
});
