import { isDeadMailbox, type Outcome } from './outcome.ts';
import type { RateLimiter } from './rate-limit/rate-limiter.ts';
import { isProven, problemOf } from './send-problem.ts';
import type { Task } from './send-queue.ts';

/** What an outcome means beyond its row, done before the row is written: bounces suppress, refusals slow down or hold. */
export async function learn(rateLimiter: RateLimiter, { sender, row }: Task, outcome: Outcome): Promise<void> {
  // What a budget learns may be lost, so nobody waits for it.
  void rateLimiter.learn(sender, row.receiver, outcome).catch(() => {});
  if (outcome.kind === 'accepted') sender.refusals = 0;
  const problem = problemOf(outcome);
  if (problem) {
    sender.refusals += 1;
    if (isProven(problem, outcome.kind, sender.refusals)) await sender.hold(problem);
  }
  if (outcome.kind === 'refused' && isDeadMailbox(outcome)) await sender.suppress(row.email);
}
