import type { Database } from '#platform/database/database.ts';
import type { Heartbeats } from '#platform/heartbeats.ts';
import type { Log } from '#platform/log.ts';
import { backgroundContext } from '../background-context.ts';
import type { CampaignDesk } from './campaign-desk.ts';
import { endCancelled } from './end-cancelled.ts';
import { every } from './every.ts';
import { type LaneHooks, runLane } from './lane.ts';
import { Lines } from './lines.ts';
import { Mailroom } from './mailroom.ts';
import { createSendingMetrics, type SendingMetrics } from './metrics.ts';
import type { Pace } from './pace/pace.ts';
import * as queries from './queries.ts';
import { type OpenDesk, Seats } from './seats.ts';

export type SendingParts = {
  database: Database;
  log: Log;
  /** Connections this worker keeps to mail servers, over all of them. */
  lanes: number;
  leaseSeconds: number;
  pace: Pace;
  openDesk: OpenDesk;
  hooks: LaneHooks;
  heartbeats?: Heartbeats | undefined;
};

export type Sending = { desks(): CampaignDesk[]; stop(): Promise<void> };

/** Milliseconds between two looks at what is being sent. */
const lookMs = 500;
/** Seconds after which a loop is stuck: cancelling a million rows is one round, everything else a few statements. */
const stuckSeconds = { look: 120, cancel: 900, renew: 120 };

/** Sends whatever is due, for everybody in turn, until it is stopped: then open mails end and nothing new begins. */
export function startSending(parts: SendingParts): Sending {
  const { database, log, lanes, leaseSeconds, pace, openDesk, hooks, heartbeats } = parts;
  const beatOf = (loop: keyof typeof stuckSeconds) => heartbeats?.loop(`sending ${loop}`, stuckSeconds[loop]);
  const trouble = (err: unknown) => log.warn({ err }, 'no rows could be claimed');
  const metrics = createSendingMetrics(database);
  const room = new Mailroom(lanes, pace, metrics, trouble);
  const lines = new Lines(lanes);
  const running = Array.from({ length: lanes }, () => runLane({ room, lines, hooks, metrics }));

  const seats = new Seats(room, openDesk, log);

  const follow = async (signal: AbortSignal) => {
    lines.tidy();
    room.fill();
    await recover(database, log, metrics);
    await seats.follow(await queries.liveCampaigns(database.sweep), signal);
    await pace.easeUp(room.rota.desks());
    room.fill();
  };
  const renewLeases = async () => {
    await Promise.all(seats.all().map((desk) => desk.renew()));
  };
  const look = every(lookMs, log, follow, { beat: beatOf('look') });
  const cancel = every(lookMs, log, (signal) => endCancelled(database, signal), { beat: beatOf('cancel') });
  const renew = every((leaseSeconds * 1_000) / 3, log, renewLeases, { beat: beatOf('renew') });

  return {
    desks: () => room.rota.desks(),
    async stop() {
      await Promise.all([look.stop(), cancel.stop(), room.close(), ...running]);
      lines.close();
      await renew.stop();
    },
  };
}

async function recover(database: Database, log: Log, metrics: SendingMetrics): Promise<void> {
  for (const organizationId of await queries.organizationsWithExpiredLeases(database.sweep)) {
    const found = await queries.recoverExpired(backgroundContext(database, organizationId, 'campaigns.recover'));
    metrics.mails('uncertain', found.uncertain);
    if (found.uncertain > 0) log.warn({ organizationId, ...found }, 'a worker was lost while it sent');
  }
}
