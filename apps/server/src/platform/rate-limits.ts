import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type pg from 'pg';
import { Problem } from './problem.ts';

export type RateLimits = {
  /** Takes one point of the source's share, or throws with the seconds to wait. */
  spend(limit: { name: string; points: number; seconds: number }, source: string): Promise<void>;
  /** Points the source may still take. */
  left(limit: { name: string; points: number; seconds: number }, source: string): Promise<number>;
  /** Gives the share back, for example after a successful sign-in. */
  reset(limit: { name: string; points: number; seconds: number }, source: string): Promise<void>;
};

/** Counted in PostgreSQL, so ten processes allow as much as one. While the database is away each counts for itself. */
export function createRateLimits(pool: pg.Pool, off: boolean): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>();

  const limiter = ({ name, points, seconds }: { name: string; points: number; seconds: number }) => {
    const existing = limiters.get(name);
    if (existing) return existing;
    const created = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
      insuranceLimiter: new RateLimiterMemory({ points, duration: seconds }),
    });
    limiters.set(name, created);
    return created;
  };

  return {
    async spend(limit, source) {
      if (off) return;
      try {
        await limiter(limit).consume(source);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new Problem('too_many_requests', 'Too many attempts. Try again in a moment.', {
          retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)),
        });
      }
    },
    async left(limit, source) {
      if (off) return Number.POSITIVE_INFINITY;
      const counted = await limiter(limit).get(source);
      return counted ? Math.max(0, counted.remainingPoints) : limit.points;
    },
    async reset(limit, source) {
      if (!off) await limiter(limit).delete(source);
    },
  };
}
