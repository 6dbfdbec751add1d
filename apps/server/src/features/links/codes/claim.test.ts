import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { registerAdmin } from '../../../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../../../test/harness/test-api.ts';

const drawn = vi.hoisted((): string[] => []);
vi.mock('../short-code.ts', () => ({ newShortCode: () => drawn.shift() ?? '12freshABC' }));

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

async function create(codes: string[]) {
  const person = await registerAdmin(api);
  await api.db.owner.query(`update organizations set subscription_tier = 'core'`);
  // The first is for the example that the design is checked with.
  drawn.splice(0, drawn.length, '12exampaaa', ...codes);
  return person.request('POST', '/api/qr-codes', { name: 'Menu', targetUrl: 'https://www.example.com/' });
}

test('K9 a short code that anybody has, or ever had, is drawn again', async () => {
  const first = await create(['12takenAAA']);
  await api.db.owner.query('delete from qr_codes');

  const second = await create(['12takenAAA', '12takenAAA', '12freeBBBB']);

  expect([first.body.shortCode, second.body.shortCode]).toEqual(['12takenAAA', '12freeBBBB']);
});
