import type { Heartbeats } from '#platform/heartbeats.ts';
import type { Log } from '#platform/log.ts';
import { repeatEvery } from '#platform/repeat-every.ts';
import { ActiveSenders } from './active-senders.ts';
import { ConnectionPool } from './connection-pool.ts';
import { learn } from './learn.ts';
import { createSendingMetrics, type SendingMetrics } from './metrics.ts';
import { RateLimiter } from './rate-limit/rate-limiter.ts';
import { guardReputation } from './reputation-guard/reputation-guard.ts';
import { SendQueue, type WorkerKind } from './send-queue.ts';
import type { SendSource } from './send-source.ts';
import { type AtStage, runSendWorker } from './send-worker.ts';
import { trials } from './transport-limits.ts';

export type SendingParts = {
  sources: readonly SendSource[];
  log: Log;
  /** Connections this worker keeps to mail servers, over all of them. */
  workers: number;
  leaseSeconds: number;
  heartbeats?: Heartbeats | undefined;
  atStage?: AtStage | undefined;
};

export type Sending = { stop(): Promise<void> };

/** Milliseconds between two looks at what is being sent, and between two at how readers take it. */
const lookMs = { live: 500, reputation: 5_000 };
/** Looks from one at mails of lost workers to the next: their leases are minutes long, so two seconds are soon enough. */
const looksPerRecovery = 4;
/** Seconds after which a loop is stuck. Reading how a week was taken may need 30 for each organization, and pauses as long. */
const stuckSeconds = { look: 120, renew: 120, gates: 1_800 };

/** Sends whatever is due, for everybody in turn, until it is stopped: then open mails end and nothing new begins. */
export function startSending(parts: SendingParts): Sending {
  const { sources, log, workers, leaseSeconds, heartbeats, atStage } = parts;
  const beatOf = (loop: keyof typeof stuckSeconds) => heartbeats?.loop(`sending ${loop}`, stuckSeconds[loop]);
  const trouble = (err: unknown) => log.warn({ err }, 'no rows could be claimed');
  const rateLimiter = new RateLimiter();
  const metrics = createSendingMetrics(sources);
  const queue = new SendQueue(workers, rateLimiter, metrics, trouble);
  const pool = new ConnectionPool(workers);
  const onOutcome = learn.bind(null, rateLimiter);
  const start = (kind: WorkerKind) => runSendWorker(kind, { queue, pool, onOutcome, atStage, metrics });
  const running = [
    ...Array.from({ length: workers }, () => start('send')),
    ...Array.from({ length: trials }, () => start('trial')),
  ];

  const followed = sources.map((source) => ({ source, active: new ActiveSenders(queue, { leaseSeconds, log }) }));

  let looks = 0;
  const follow = async (signal: AbortSignal) => {
    const recovers = looks++ % looksPerRecovery === 0;
    pool.tidy();
    queue.fill();
    // A source that fails keeps no other one from being followed.
    const ends = await Promise.allSettled(
      followed.map(async ({ source, active }) => {
        if (recovers) await recover(source, log, metrics);
        await active.follow(await source.live(), signal);
      }),
    );
    await rateLimiter.easeUp(queue.scheduler.senders());
    queue.fill();
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  };
  const renewLeases = async () => {
    const senders = followed.flatMap(({ active }) => active.all());
    await Promise.all(senders.map((sender) => sender.renew()));
  };
  const look = repeatEvery(lookMs.live, log, follow, { beat: beatOf('look') });
  const renew = repeatEvery((leaseSeconds * 1_000) / 3, log, renewLeases, { beat: beatOf('renew') });
  const guard = repeatEvery(lookMs.reputation, log, () => guardReputation(queue.scheduler.senders(), log), {
    mayRest: true,
    beat: beatOf('gates'),
  });

  return {
    async stop() {
      await Promise.all([look.stop(), guard.stop(), queue.close(), ...running]);
      pool.close();
      await renew.stop();
    },
  };
}

async function recover(source: SendSource, log: Log, metrics: SendingMetrics): Promise<void> {
  await source.recoverExpired(({ organizationId, retried, uncertain }) => {
    metrics.mails('uncertain', uncertain);
    if (uncertain > 0) log.warn({ organizationId, retried, uncertain }, 'a worker was lost while it sent');
  });
}
