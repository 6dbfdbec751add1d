import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { backgroundContext } from '../background-context.ts';
import type { CampaignDesk } from './campaign-desk.ts';
import { every } from './every.ts';
import { type LaneHooks, runLane } from './lane.ts';
import { Lines } from './lines.ts';
import { Mailroom } from './mailroom.ts';
import type { Pace } from './pace/pace.ts';
import * as queries from './queries.ts';

export type SendingParts = {
  database: Database;
  log: Log;
  /** Connections this worker keeps to mail servers, over all of them. */
  lanes: number;
  leaseSeconds: number;
  pace: Pace;
  /** Reads what was frozen and makes it ready; undefined when there is nothing to send. */
  openDesk: (live: queries.LiveCampaign) => Promise<CampaignDesk | undefined>;
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

  const look = every(lookMs, log, async (signal) => {
    lines.tidy();
    room.fill();
    await recover(database, log);
    await seat({ room, openDesk, log, signal, live: await queries.liveCampaigns(database.sweep) });
    await pace.easeUp(room.rota.desks());
    room.fill();
  });
  const renew = every((leaseSeconds * 1_000) / 3, log, async () => {
    await Promise.all(room.rota.desks().map((desk) => desk.renew()));
  });

  return {
    desks: () => room.rota.desks(),
    async stop() {
      await Promise.all([look.stop(), room.close(), ...running]);
      lines.close();
      await renew.stop();
    },
  };
}

type Seating = Pick<SendingParts, 'openDesk' | 'log'> & {
  room: Mailroom;
  live: readonly queries.LiveCampaign[];
  signal: AbortSignal;
};

/** Desks for campaigns that became live, none for those that ended; one that is still in use stays until its rows are done. */
async function seat({ room, live, openDesk, log, signal }: Seating): Promise<void> {
  const names = new Set(live.map(({ campaignId }) => campaignId));
  for (const desk of room.rota.desks()) {
    const { campaignId } = desk.ledger;
    if (!names.has(campaignId) && !desk.isInUse) room.rota.remove(desk.ctx.organizationId, campaignId);
  }
  for (const campaign of live) {
    if (signal.aborted) return;
    if (room.rota.has(campaign.organizationId, campaign.campaignId)) continue;
    try {
      const desk = await openDesk(campaign);
      if (desk) room.rota.add(campaign.organizationId, campaign.campaignId, desk);
      room.fill();
    } catch (error) {
      log.error({ err: error, campaignId: campaign.campaignId }, 'a campaign could not be made ready');
    }
  }
}

async function recover(database: Database, log: Log): Promise<void> {
  for (const organizationId of await queries.organizationsWithExpiredLeases(database.sweep)) {
    const found = await queries.recoverExpired(backgroundContext(database, organizationId, 'campaigns.recover'));
    if (found.uncertain > 0) log.warn({ organizationId, ...found }, 'a worker was lost while it sent');
  }
}
