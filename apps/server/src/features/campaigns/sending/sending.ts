import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { backgroundContext } from '../background-context.ts';
import type { CampaignDesk } from './campaign-desk.ts';
import { endCancelled } from './end-cancelled.ts';
import { every } from './every.ts';
import { type LaneHooks, runLane } from './lane.ts';
import { Lines } from './lines.ts';
import { Mailroom } from './mailroom.ts';
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
};

export type Sending = { desks(): CampaignDesk[]; stop(): Promise<void> };

/** Milliseconds between two looks at what is being sent. */
const lookMs = 500;

/** Sends whatever is due, for everybody in turn, until it is stopped: then open mails end and nothing new begins. */
export function startSending({ database, log, lanes, leaseSeconds, pace, openDesk, hooks }: SendingParts): Sending {
  const trouble = (err: unknown) => log.warn({ err }, 'no rows could be claimed');
  const room = new Mailroom(lanes, pace, trouble);
  const lines = new Lines(lanes);
  const running = Array.from({ length: lanes }, () => runLane({ room, lines, hooks }));

  const seats = new Seats(room, openDesk, log);

  const look = every(lookMs, log, async (signal) => {
    lines.tidy();
    room.fill();
    await recover(database, log);
    await seats.follow(await queries.liveCampaigns(database.sweep), signal);
    await pace.easeUp(room.rota.desks());
    room.fill();
  });
  const cancel = every(lookMs, log, (signal) => endCancelled(database, signal));
  const renew = every((leaseSeconds * 1_000) / 3, log, async () => {
    await Promise.all(seats.all().map((desk) => desk.renew()));
  });

  return {
    desks: () => room.rota.desks(),
    async stop() {
      await Promise.all([look.stop(), cancel.stop(), room.close(), ...running]);
      lines.close();
      await renew.stop();
    },
  };
}

async function recover(database: Database, log: Log): Promise<void> {
  for (const organizationId of await queries.organizationsWithExpiredLeases(database.sweep)) {
    const found = await queries.recoverExpired(backgroundContext(database, organizationId, 'campaigns.recover'));
    if (found.uncertain > 0) log.warn({ organizationId, ...found }, 'a worker was lost while it sent');
  }
}
