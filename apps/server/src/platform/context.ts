import type { SessionRole } from '@waggle/contracts/roles';
import type { Db } from './database/database.ts';
import { retryConflicts } from './database/retry-conflicts.ts';

export type Actor =
  | {
      kind: 'user';
      /** Of a guest that of the link. */
      userId: string;
      sessionId: string;
      role: SessionRole;
      clientId: string | null;
      clientLimit: string | null;
      /** No client is chosen, and `clientId` null does not mean all; see `Session`. */
      mustChooseClient?: boolean;
    }
  /** Background work acts for the organization, not for a person; seldom for one of its clients alone. */
  | { kind: 'job'; name: string; clientLimit?: string | null };

/** What every rule receives: the tenant's rows, whose they are, who asks, and the time. */
export type Context = {
  db: Db;
  organizationId: string;
  actor: Actor;
  now: () => Date;
  /** All of it is rolled back to see what it would do: nothing outside the database may hear of it. */
  isTrial?: boolean;
  /** This installation sells no plans, so the highest one is in force for everybody, whatever an organization's row says. */
  sellsNoPlans?: boolean;
  /**
   * Writes the audit row of the running call now, in the transaction of the given context, naming what was made and how many were
   * touched. For
   * rules whose contract says `after`; without it the row comes when the call is over.
   */
  audit?: (ctx: Context, entityId?: string, affected?: number) => Promise<void>;
};

/**
 * Runs the function in one transaction; inside another it joins that one. The inner context shadows the outer. After a deadlock
 * or a failed serialisation all of it runs again, so what it does outside the database must bear that.
 */
export function inTransaction<Ctx extends { db: Db }, Result>(
  ctx: Ctx,
  fn: (ctx: Ctx) => Promise<Result>,
): Promise<Result> {
  if (ctx.db.isTransaction) return fn(ctx);
  return retryConflicts(async () => {
    const deferred: (() => void)[] = [];
    const result = await ctx.db.transaction().execute((db) => {
      afterwards.set(db, deferred);
      return fn({ ...ctx, db });
    });
    for (const run of deferred) run();
    return result;
  });
}

const afterwards = new WeakMap<Db, (() => void)[]>();

/** Once the transaction around it is committed, and never when it is rolled back. It may not throw. */
export function afterCommit({ db }: { db: Db }, run: () => void): void {
  const deferred = afterwards.get(db);
  if (deferred) deferred.push(run);
  else run();
}
