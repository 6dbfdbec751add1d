import { sql } from 'kysely';
import { inTransaction } from '../context.ts';
import type { Db } from './database.ts';
import { connectionOf } from './scoped-dialect.ts';

/** Runs the function in a transaction whose statements may take longer than those of the pool. */
export const withStatementTimeout = <Ctx extends { db: Db }, Result>(
  ctx: Ctx,
  seconds: number,
  fn: (ctx: Ctx) => Promise<Result>,
): Promise<Result> =>
  inTransaction(ctx, async (ctx) => {
    // Long statements read much: what they look up again and again shall be a hash in memory and not a list.
    await sql`select set_config('statement_timeout', ${`${seconds}s`}, true), set_config('work_mem', '64MB', true)`.execute(
      ctx.db,
    );
    // The driver's own timer comes second, as it does for the pool.
    (await connectionOf(ctx.db)).patience = seconds * 1_000 + 1_000;
    return fn(ctx);
  });
