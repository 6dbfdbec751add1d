import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** argon2id (the library's default) with OWASP's figures: 19 MiB, 2 passes, 1 lane; about 20 ms of one core. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A storm of sign-ins may not take every core: at most one hash fewer than there are cores runs at once. */
const lanes = Math.max(1, availableParallelism() - 1);
let busy = 0;
const waiting: (() => void)[] = [];

async function inLane<Result>(work: () => Promise<Result>): Promise<Result> {
  if (busy < lanes) busy += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }
}

export const hashPassword = (password: string): Promise<string> => inLane(() => hash(password, cost));

export const verifyPassword = ({ hash: stored, password }: { hash: string; password: string }): Promise<boolean> =>
  inLane(() => verify(stored, password));
