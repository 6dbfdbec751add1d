import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerAdmin } from '../../../../test/harness/people.ts';
import { type Caller, startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';

let api: TestApi;
let admin: Caller;
let contactId: string;
beforeAll(async () => {
  api = await startTestApi();
  admin = await registerAdmin(api);
  const { body } = await admin.request('POST', '/api/contacts', { email: 'told@events.example' });
  contactId = body.id;
});
afterAll(() => api.close());

const report = (body: object) => admin.request('POST', `/api/contacts/${contactId}/events`, body);

test('what a program tells is a line of the timeline with its values', async () => {
  const { status } = await report({ name: 'trial.started', data: { plan: 'plus', seats: 3, paid: false } });

  const { body } = await admin.request('GET', `/api/contacts/${contactId}/activity`);
  expect(status).toBe(204);
  expect(body.items[0]).toMatchObject({
    type: 'event.trial.started',
    data: { said: { plan: 'plus', seats: 3, paid: false } },
  });
});

test('it happened when the program says', async () => {
  const at = new Date(Date.now() - 86_400_000).toISOString();
  expect((await report({ name: 'demo.booked', at })).status).toBe(204);

  const { body } = await admin.request('GET', `/api/contacts/${contactId}/activity`);
  expect(body.items.find(({ type }: { type: string }) => type === 'event.demo.booked').happenedAt).toBe(at);
});

const many = Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`key${at}`, at]));
test.each([
  ['a name with capitals', { name: 'Trial Started' }],
  ['a name that is too long for a line', { name: 'x'.repeat(55) }],
  ['a time ahead', { name: 'x', at: new Date(Date.now() + 3_600_000).toISOString() }],
  ['a time of long ago', { name: 'x', at: '2001-01-01T00:00:00Z' }],
  ['too many values', { name: 'x', data: many }],
  ['a value inside of a value', { name: 'x', data: { more: { inside: 1 } } }],
  ['a long text', { name: 'x', data: { text: 'x'.repeat(201) } }],
  ['an unknown key', { name: 'x', type: 'contact.created' }],
])('%s is refused', async (_, body) => {
  expect((await report(body)).status).toBe(400);
});

test('the longest name fits', async () => {
  expect((await report({ name: 'x'.repeat(54) })).status).toBe(204);
});
