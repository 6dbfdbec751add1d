import { type Context, inTransaction } from '#platform/context.ts';
import { withPatience } from '#platform/database/patience.ts';
import type { Log } from '#platform/log.ts';
import type { Mailing } from '../content/mailing.ts';
import type { Campaigns } from '../parts.ts';
import { countStates, keepProgress, lockCampaign } from '../queries.ts';
import { createBatcher } from './batcher.ts';
import type { Outlet } from './outcome.ts';
import * as queries from './queries.ts';
import { createSendNotes, type SendNotes } from './send-notes.ts';
import { untilWritten } from './until-written.ts';

/** How a campaign leaves: which server, and how many at once. Campaigns with the same key share its limits. */
export type Exit = {
  key: string;
  /** Lines with the same key are alike: same server, same login. Changed settings make it another. */
  lineKey: string;
  maxConnections: number;
  maxPerSecond: number | null;
  open(): Promise<Outlet>;
};

type Offer = queries.Held & { sendId: string };
type Write = { offer: Offer } | { result: queries.Result };

type DeskParts = {
  mailing: Mailing;
  exit: Exit;
  /** The domain the mails come from, which may be new and then starts small. */
  domain: string;
  /** Seconds a worker may be silent before its rows are taken from it. */
  leaseSeconds: number;
  log: Log;
  /** Keeps mails from leaving by an old database, and notes those that leave outside of it. */
  installation: Campaigns['installation'];
};

/** Everything one worker needs to send one campaign, and the rows it holds of it. */
export class CampaignDesk {
  readonly ctx: Context;
  readonly ledger: queries.Ledger;
  readonly mailing: Mailing;
  readonly exit: Exit;
  readonly domain: string;
  readonly log: Log;
  readonly openedAt = Date.now();
  /** Refusals in a row that speak of the sender or the connection. */
  refusals = 0;
  readonly #leaseSeconds: number;
  readonly #installation: Campaigns['installation'];
  readonly #notes: SendNotes;
  /** Rows this worker holds, by contact; their leases are renewed while they are here. */
  readonly #held = new Map<string, queries.Held>();
  readonly #writes = createBatcher<Write, boolean>((writes) => this.#write(writes), { atMost: 500 });
  readonly #returns = createBatcher<queries.Held, void>((rows) => this.#release(rows), { atMost: 500 });

  constructor(
    ctx: Context,
    ledger: queries.Ledger,
    { mailing, exit, domain, leaseSeconds, log, installation }: DeskParts,
  ) {
    this.ctx = ctx;
    this.ledger = ledger;
    this.mailing = mailing;
    this.exit = exit;
    this.domain = domain;
    this.log = log;
    this.#leaseSeconds = leaseSeconds;
    this.#installation = installation;
    this.#notes = createSendNotes(installation, { organizationId: ctx.organizationId, ...ledger });
  }

  get isInUse(): boolean {
    return this.#held.size > 0;
  }

  async claim(limit: number, notTo: readonly string[]): Promise<queries.Claimed[]> {
    const rows = await queries.claim(this.ctx, this.ledger, { limit, leaseSeconds: this.#leaseSeconds, notTo });
    for (const { contactId, leaseNo } of rows) this.#held.set(contactId, { contactId, leaseNo });
    return rows;
  }

  /** True once it is committed that the dot is about to be given, and everything that was settled before. */
  offer(row: Offer): Promise<boolean> {
    return this.#writes.add({ offer: row });
  }

  async settle(result: queries.Result): Promise<void> {
    await this.#writes.add({ result });
    this.#held.delete(result.contactId);
  }

  /** The row is due again as if nothing had happened; its dot was not given. */
  async giveBack(row: queries.Held): Promise<void> {
    await this.#returns.add(row);
    this.#held.delete(row.contactId);
  }

  async renew(): Promise<void> {
    if (this.isInUse) await queries.renew(this.ctx, this.ledger, [...this.#held.values()], this.#leaseSeconds);
  }

  nextDue(): Promise<queries.NextDue> {
    return queries.nextDue(this.ctx, this.ledger);
  }

  completeIfDone(): Promise<boolean> {
    return completeIfDone(this.ctx, this.ledger);
  }

  /** An offer that cannot be written is none. An answer that was heard must not be forgotten. */
  async #write(writes: Write[]): Promise<boolean[]> {
    const offers = writes.flatMap((write) => ('offer' in write ? [write.offer] : []));
    const results = writes.flatMap((write) => ('result' in write ? [write.result] : []));
    this.#notes.ended(results);
    let offered: ReadonlySet<string> = new Set();
    const late = new Map(results.map((result) => [result.contactId, result]));
    try {
      const written = await queries.write(
        this.ctx,
        this.ledger,
        { offers, results, fence: this.#installation.fence() },
        this.#leaseSeconds,
      );
      offered = written.offered;
      for (const contactId of written.settled) late.delete(contactId);
    } catch {
      if (results.length > 0) await this.#settle(results, late);
    }
    if (late.size > 0)
      await this.#untilWritten('a late answer to a mail', [...late.values()], (some) =>
        settleLate(this.ctx, this.ledger, some),
      );
    // Noted before the dot: what a restored database has forgotten is known from here.
    const given = this.#notes.offered(offers.filter(({ contactId }) => offered.has(contactId)));
    return writes.map((write) => ('offer' in write ? given.has(write.offer.contactId) : true));
  }

  /** A result that cannot be written leaves its row offered; its lease runs out and the mail is uncertain. */
  async #settle(results: queries.Result[], late: Map<string, queries.Result>): Promise<void> {
    await this.#untilWritten('the answer to a mail', results, async (some) => {
      const { settled } = await queries.write(this.ctx, this.ledger, { offers: [], results: some }, this.#leaseSeconds);
      for (const contactId of settled) late.delete(contactId);
    });
  }

  async #release(rows: queries.Held[]): Promise<void[]> {
    await this.#untilWritten('a claim given back', rows, (some) => queries.release(this.ctx, this.ledger, some));
    return rows.map(() => undefined);
  }

  #untilWritten<Item extends queries.Held>(
    what: string,
    items: Item[],
    write: (items: Item[]) => Promise<unknown>,
  ): Promise<void> {
    const { campaignId } = this.ledger;
    return untilWritten(items, { write, what, log: this.log, name: ({ contactId }) => ({ campaignId, contactId }) });
  }
}

/** Taken for lost meanwhile. The figures of a completed campaign follow what is now known. */
const settleLate = (ctx: Context, ledger: queries.Ledger, late: readonly queries.Result[]): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const campaign = await lockCampaign(ctx, ledger.campaignId);
    const isNew = await queries.settleLate(ctx, ledger, late);
    if (!isNew || campaign?.status !== 'COMPLETED') return;
    await keepProgress(ctx, ledger.campaignId, await countStates(ctx, ledger.campaignId, ledger.month));
  });

/** Counting a million rows takes longer than a page may. */
export const completeIfDone = (ctx: Context, ledger: queries.Ledger): Promise<boolean> =>
  withPatience(ctx, 60, (ctx) => queries.completeIfDone(ctx, ledger));
