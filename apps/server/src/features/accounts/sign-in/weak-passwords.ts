import { Problem } from '#platform/problem.ts';
import { createThreadPool } from '#platform/threads/thread-pool.ts';

/** Letters that look like others take half a second to try; the thread ends when nobody sets a password for a while. */
const threads = createThreadPool({
  entry: 'passwords',
  most: 2,
  deadlineMs: 5_000,
  heapMegabytes: 128,
  waitingPerKey: 40,
  tooComplex: 'Checking this password took too long. Try again or choose another.',
});

type Choice = {
  password: string;
  /** The person's own name and address count as guesses too. */
  personal: readonly string[];
  /** Who asks, so that one of them cannot take every thread. */
  network: string;
};

/** Refuses what a guesser tries first. */
export async function refuseWeakPassword({ password, personal, network }: Choice): Promise<void> {
  const score = await threads.run<number>(network, 'score', { password, personal });
  if (score >= 2) return;
  const message = 'This password is easy to guess. Add another word or two.';
  throw new Problem('weak_password', message, { fields: { password: message } });
}
