import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { registerAdmin } from '../../test/harness/people.ts';
import { startTestApi, type TestApi } from '../../test/harness/test-api.ts';
import { loadRatesCommand } from './load-rates.ts';

let api: TestApi;
const folder = mkdtempSync(join(tmpdir(), 'waggle-rates-'));
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await api.close();
});

function fileOf(text: string): string {
  const path = join(folder, 'rates.csv');
  writeFileSync(path, text);
  return path;
}

test('rates convert what waited for them, and a later file corrects an earlier one', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  const admin = await registerAdmin(api);
  const { body: contact } = await admin.request('POST', '/api/contacts', { email: 'buyer@rates.example' });
  const purchase = { contactId: contact.id, amount: '10.00', currency: 'CHF', purchasedAt: '2026-03-03T10:00:00Z' };
  await admin.request('POST', '/api/purchases', purchase);
  const amounts = async () => (await admin.request('GET', '/api/purchases')).body.items.map((one: any) => one.amount);
  const before = await amounts();

  await loadRatesCommand(api.config, [fileOf('date,currency,rate\n2026-03-02,CHF,0.95\n2026-03-02,USD,1.14\n')]);
  const first = await amounts();
  await loadRatesCommand(api.config, [fileOf('Currency;Date;Rate\nUSD;2026-03-02;1.0450\n')]);

  expect([before, first, await amounts()]).toEqual([[null], [1_200], [1_100]]);
  expect(said).toHaveBeenLastCalledWith('Loaded 1 rates. 1 purchases were converted anew.');
});

test.each([
  ['day,currency,rate\n', 'The first row must name the columns date, currency and rate.'],
  ['date,currency,rate\n31/05/2026,USD,1\n', 'Row 2: write the date like 2026-05-31.'],
  ['date,currency,rate\n2026-05-31,XYZ,1\n', 'Row 2: XYZ is no currency.'],
  ['date,currency,rate\n2026-05-31,USD,0\n', 'Row 2: the rate must be a number above 0, like 1.0842.'],
  ['date,currency,rate\n2026-05-31,USD,1e9\n', 'Row 2: the rate must be a number above 0, like 1.0842.'],
])('a file that says %j changes nothing', async (text, why) => {
  await expect(loadRatesCommand(api.config, [fileOf(text)])).rejects.toThrow(why);
});
