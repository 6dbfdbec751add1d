import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createFairQueue } from '#platform/fair-queue.ts';

/** argon2id (the library's default) with OWASP's figures: 19 MiB, 2 passes, 1 lane; about 20 ms of one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * A storm of sign-ins may not take every core: at most one hash fewer than there are cores runs at once. And it may not make
 * the people in front of it wait for minutes: a hundred is some seconds, more are told to come back.
 */
const queue = createFairQueue({
  most: Math.max(1, availableParallelism() - 1),
  mostPerKey: Number.POSITIVE_INFINITY,
  waitingPerKey: Number.POSITIVE_INFINITY,
  mostWaiting: 100,
  waitMs: 10_000,
});
const whenFree = <Result>(work: () => Promise<Result>): Promise<Result> => queue.run('', work);

export const hashPassword = (password: string): Promise<string> => whenFree(() => hash(password, cost));

export const verifyPassword = ({ hash: stored, password }: { hash: string; password: string }): Promise<boolean> =>
  whenFree(() => verify(stored, password));
