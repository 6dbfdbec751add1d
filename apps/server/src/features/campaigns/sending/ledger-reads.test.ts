import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSendingHarness, type SendingHarness } from '../../../../test/sending/sending-harness.ts';
import type { Held, Result } from '#features/delivery/index.ts';
import { backgroundContext } from '#platform/background-context.ts';
import { findSends, markSends } from '../delivery-events/queries.ts';
import * as queries from './queries.ts';

let harness: SendingHarness;
beforeAll(async () => {
  harness = await createSendingHarness();
});
afterAll(() => harness.close());

/** Rows of the ledger that were looked at, by index or one after the other, as the database itself counts. */
async function looked(): Promise<number> {
  const { rows } = await harness.owner.query<{ rows: number }>(
    `select (sum(pg_stat_get_tuples_returned(relid)) + sum(pg_stat_get_tuples_fetched(relid))
       + (select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes where relname like 'campaign_sends%'))::int as rows
     from pg_stat_user_tables where relname like 'campaign_sends%'`,
  );
  return rows[0]!.rows;
}

test('a new ledger, of which the database knows no statistics yet, is read by row and never as a whole', async () => {
  await harness.owner.query(
    `do $$ declare part record; begin
       for part in select inhrelid::regclass as name from pg_inherits where inhparent = 'campaign_sends'::regclass loop
         execute format('alter table %s set (autovacuum_enabled = false)', part.name);
       end loop; end $$`,
  );
  const { organizationId, campaignId } = await harness.campaign(20_000);
  const ctx = backgroundContext(harness.database, organizationId, 'test');
  const { rows: months } = await harness.owner.query<{ month: string }>(
    `select to_char(campaign_month, 'YYYY-MM-DD') as month from campaigns where id = $1`,
    [campaignId],
  );
  const ledger = { campaignId, month: months[0]!.month };
  const claim = () => queries.claim(ctx, ledger, { limit: 10, leaseSeconds: 30, notTo: [] });
  const [first, second] = [await claim(), await claim()];
  const accepted = (held: Held): Result => ({
    ...held,
    state: 'accepted',
    reason: null,
    retryable: false,
    bounced: false,
    delaySeconds: 0,
  });
  await queries.write(ctx, ledger, { results: [], offers: first }, 30);
  const nothing = { deliveredAt: null, clickedAt: null, bouncedAt: null, complainedAt: null, unsubscribedAt: null };
  const opened = first.map(({ recipientId: contactId, sendId }) => ({
    ...nothing,
    ...ledger,
    contactId,
    sendId,
    openedAt: performance.now(),
    arrived: true,
  }));
  const deeds: Record<string, () => Promise<unknown>> = {
    claim,
    write: () => queries.write(ctx, ledger, { results: first.map(accepted), offers: second }, 30),
    settleLate: () => queries.settleLate(ctx, ledger, first.map(accepted)),
    renew: () => queries.renew(ctx, ledger, second, 30),
    release: () => queries.release(ctx, ledger, second),
    nextDue: () => queries.nextDue(ctx, ledger),
    recoverExpired: () => queries.recoverExpired(ctx),
    cancelSome: () => queries.cancelSome(ctx, ledger, 10),
    markSends: () => markSends(ctx, opened),
    findSends: () =>
      findSends(
        ctx,
        opened.map(({ sendId }) => sendId),
      ),
  };

  const reads: Record<string, number> = {};
  for (const [name, fn] of Object.entries(deeds)) {
    const before = await looked();
    await fn();
    // Asked on the connection that did it: a connection tells what it read only now and then by itself.
    await sql`select pg_stat_force_next_flush()`.execute(ctx.db);
    reads[name] = (await looked()) - before;
  }

  expect(Object.entries(reads).filter(([, rows]) => rows > 1_000)).toEqual([]);
});
