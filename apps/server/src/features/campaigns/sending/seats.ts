import type { Log } from '#platform/log.ts';
import type { CampaignDesk } from './campaign-desk.ts';
import type { Mailroom } from './mailroom.ts';
import type { LiveCampaign, SendingCampaign } from './queries.ts';

/** Reads what was frozen and makes it ready; undefined when there is nothing to send. */
export type OpenDesk = (live: LiveCampaign) => Promise<CampaignDesk | undefined>;

/** Desks made ready at once: most of the time they wait for the database. */
const atOnce = 4;

/** Milliseconds a desk that left is remembered at least: a claim under way may still bring it rows. */
const lingerMs = 10_000;

/** Which campaigns have a desk in this worker. A desk that has left its seat stays until the rows it holds are done. */
export class Seats {
  readonly #room: Mailroom;
  readonly #openDesk: OpenDesk;
  readonly #log: Log;
  readonly #leaving = new Map<CampaignDesk, number>();
  /** What the connections were like when the desk was made. */
  readonly #connections = new WeakMap<CampaignDesk, string>();

  constructor(room: Mailroom, openDesk: OpenDesk, log: Log) {
    this.#room = room;
    this.#openDesk = openDesk;
    this.#log = log;
  }

  /** Every desk that may hold rows. */
  all(): CampaignDesk[] {
    return [...this.#room.rota.desks(), ...this.#leaving.keys()];
  }

  /** Desks for campaigns that became live or whose connections changed, none for those that ended. */
  async follow(live: readonly SendingCampaign[], signal: AbortSignal): Promise<void> {
    const names = new Set(live.map(({ campaignId }) => campaignId));
    const oldest = Date.now() - lingerMs;
    for (const [desk, since] of this.#leaving) if (!desk.isInUse && since < oldest) this.#leaving.delete(desk);
    for (const desk of this.#room.rota.desks()) if (!names.has(desk.ledger.campaignId)) this.#leave(desk);

    const waiting = live.filter((campaign) => !this.#isSeated(campaign));
    const lane = async () => {
      for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) await this.#seat(next);
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
  }

  #isSeated({ organizationId, campaignId, connections }: SendingCampaign): boolean {
    const desk = this.#room.rota.get(organizationId, campaignId);
    return desk !== undefined && this.#connections.get(desk) === connections;
  }

  async #seat(campaign: SendingCampaign): Promise<void> {
    const { organizationId, campaignId, connections } = campaign;
    try {
      const desk = await this.#openDesk(campaign);
      const before = this.#room.rota.get(organizationId, campaignId);
      if (before) this.#leave(before);
      if (!desk) return;
      this.#connections.set(desk, connections);
      this.#room.rota.add(organizationId, campaignId, desk);
      this.#room.fill();
    } catch (error) {
      this.#log.error({ err: error, campaignId }, 'a campaign could not be made ready');
    }
  }

  #leave(desk: CampaignDesk): void {
    this.#room.rota.remove(desk.ctx.organizationId, desk.ledger.campaignId);
    this.#leaving.set(desk, Date.now());
  }
}
