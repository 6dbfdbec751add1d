import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Problem } from '#platform/problem.ts';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as commonDictionary } from '@zxcvbn-ts/language-common';
import { dictionary as englishDictionary } from '@zxcvbn-ts/language-en';

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

const strength = new ZxcvbnFactory({
  dictionary: { ...commonDictionary, ...englishDictionary },
  graphs: adjacencyGraphs,
  // Only the beginning is judged: guessing time is clear by then, and the work stays bounded.
  maxLength: 64,
});

/** Refuses what a guesser tries first; the person's own name and address count as guesses too. */
export function refuseWeakPassword(password: string, personal: readonly string[]): void {
  if (strength.check(password, [...personal]).score >= 2) return;
  const message = 'This password is easy to guess. Add another word or two.';
  throw new Problem('weak_password', message, { fields: { password: message } });
}
