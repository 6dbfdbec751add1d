import { randomUUID } from 'node:crypto';
import type { Purchase } from '@waggle/contracts/purchases';
import { expect } from 'vitest';
import type { Person } from '../../../test/harness/people.ts';
import type { TestApi } from '../../../test/harness/test-api.ts';
import { findRevenue } from './revenue.sql.ts';
import { recordTouches, removeTouches } from './touches.sql.ts';

const dayMs = 86_400_000;

/** One organization that sells something. */
export function createPurchaseScene(api: TestApi, admin: Person) {
  const { organizationId } = admin.user;
  const ctx = {
    db: api.database.tenant({ organizationId }),
    organizationId,
    actor: { kind: 'job', name: 'test' } as const,
    now: () => new Date(),
  };
  const sumOf = async (text: string, ...values: unknown[]) =>
    (await api.db.owner.query<{ sum: string | null }>(text, [organizationId, ...values])).rows.map(({ sum }) =>
      Number(sum),
    );
  let count = 0;

  return {
    addClient: async (): Promise<string> =>
      (await admin.request('POST', '/api/clients', { name: `Client ${(count += 1)}` })).body.id,
    async addContact(clientId: string | null = null): Promise<{ id: string; email: string }> {
      count += 1;
      const email = `buyer${count}-${randomUUID().slice(0, 8)}@shops.example`;
      return { id: (await admin.request('POST', '/api/contacts', { email, clientId })).body.id, email };
    },
    /** So many days before now. */
    async touch(contactId: string, kind: 'scan' | 'form' | 'click', subjectId: string, daysAgo: number) {
      const touch = { id: randomUUID(), contactId, kind, subjectId, at: Date.now() - daysAgo * dayMs };
      await recordTouches(ctx, [touch]);
      return touch;
    },
    untouch: (contactId: string, { id, at }: { id: string; at: number }) => removeTouches(ctx, [{ id, contactId, at }]),
    async buy(contactId: string, amount: string): Promise<Purchase> {
      const { status, body } = await admin.request('POST', '/api/purchases', { contactId, amount, currency: 'USD' });
      expect(status).toBe(201);
      return body as Purchase;
    },
    /** Of a subject that need not exist: what is kept of it. */
    revenue: (subjectId: string) => findRevenue(ctx, subjectId),
    list: async () =>
      (await admin.request('GET', '/api/purchases')).body as {
        items: Purchase[];
        amount: number;
        unconverted: number;
        total: number;
      },
    loadRate: (currency: string, day: string, rate: string) =>
      api.db.owner.query(
        `insert into exchange_rates (currency, day, per_base) values ($1, $2, $3)
         on conflict (currency, day) do update set per_base = excluded.per_base`,
        [currency, day, rate],
      ),
    async totalsOf(clientId: string): Promise<number> {
      const [sum] = await sumOf(
        `select coalesce(sum(total), 0) as sum from metric_totals where organization_id = $1 and client_id = $2 and metric = 60 and unit = 'day'`,
        clientId,
      );
      return sum!;
    },
    /** Rows, totals, and the sums over sources by each model, by day and by quarter. */
    expectSums: (amount: number) => expectSums(sumOf, amount),
  };
}
export type PurchaseScene = ReturnType<typeof createPurchaseScene>;

type SumOf = (text: string, ...values: unknown[]) => Promise<number[]>;

async function expectSums(sumOf: SumOf, amount: number): Promise<void> {
  const rows = await sumOf('select sum(amount) from purchases where organization_id = $1');
  const totals = await sumOf(
    `select sum(total) from metric_totals where organization_id = $1 and client_id is null and metric = 60 group by unit`,
  );
  const shares = await sumOf(
    `select sum(share) from revenue_totals cross join lateral unnest(array[last_amount, first_amount, linear_amount, position_amount])
       with ordinality part (share, model)
     where organization_id = $1 and client_id is null and subject_id is null group by unit, model`,
  );
  expect([...rows, ...totals, ...shares]).toEqual([...rows, ...totals, ...shares].map(() => amount));
  expect([totals.length, shares.length]).toEqual([2, 8]);
}
