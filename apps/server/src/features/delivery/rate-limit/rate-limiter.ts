import { dailyCap } from '#features/settings/index.ts';
import type { Context } from '#platform/context.ts';
import type { Sender } from '../sender.ts';
import type { Outcome } from '../outcome.ts';
import { jitter } from '../jitter.ts';
import * as queries from './queries.ts';
import { Share, slowest, throttleIn } from './throttle.ts';

/** What may be claimed now. `waitMs` is how long until it is worth asking again. */
export type Permit = {
  allowed: number;
  notTo: readonly string[];
  waitMs: number;
  isLimited: boolean;
  isWarming: boolean;
  /** What kept it from allowing all that was wanted. */
  limit: 'rate' | 'warm-up' | null;
};

/** Milliseconds a worker trusts what it has read of the budgets, and of a domain's age. */
const trustMs = { standing: 1_000, day: 60_000 };
/** Milliseconds between two changes a worker asks for. */
const quietMs = 500;
/** Refusals in a row from one receiving domain, with nothing taken between, before all its readers wait. */
const patience = 5;
/** Seconds all readers of a domain wait: from a quarter of a minute to a quarter of an hour. */
const pauseSeconds = (streak: number): number => jitter(Math.min(15 * 2 ** (streak / patience - 1), 900));
/** A domain that has sent its share of the day is looked at again after so long. */
const spentMs = 30_000;

/** How fast mails may leave. Budgets are rows that all workers share; a worker remembers only what it saw last. */
export class RateLimiter {
  readonly #standings = new Map<string, queries.Standing & { until: number }>();
  readonly #caps = new Map<string, { cap: number | null; until: number }>();
  readonly #shares = new Map<string, Share>();
  readonly #rates = new Map<string, number>();
  readonly #quietUntil = new Map<string, number>();
  readonly #streaks = new Map<string, number>();

  async permit(sender: Sender, want: number): Promise<Permit> {
    const { pausedReceivers: notTo, connections } = await this.#standing(sender);
    const isLimited = connections.includes(sender.transport.key);
    const cap = await this.#capOf(sender);
    const isWarming = cap !== null;
    const today = isWarming ? await queries.takeOfDay(sender.ctx, sender.domain, cap, want) : want;
    const limit = today < want ? 'warm-up' : null;
    const permit: Permit = { allowed: today, notTo, waitMs: today === 0 ? spentMs : 0, isLimited, isWarming, limit };
    return today > 0 && isLimited ? this.#withinRate(sender, permit) : permit;
  }

  /** What the connection lets through of what the day allows. */
  async #withinRate(sender: Sender, permit: Permit): Promise<Permit> {
    const today = permit.allowed;
    const taken = await queries.take(sender.ctx, connectionOf(sender), {
      want: today,
      most: sender.transport.maxPerSecond,
    });
    if (taken) this.#noteRate(sender, taken.rate);
    const allowed = taken?.granted ?? today;
    if (permit.isWarming && allowed < today) await queries.refund(sender.ctx, domainOf(sender), today - allowed);
    return { ...permit, allowed, waitMs: taken?.waitMs ?? 0, limit: allowed < today ? 'rate' : permit.limit };
  }

  /** Fewer were due than allowed. */
  async refund(sender: Sender, { isLimited, isWarming }: Permit, count: number): Promise<void> {
    if (isLimited) await queries.refund(sender.ctx, connectionOf(sender), count);
    if (isWarming) await queries.refund(sender.ctx, domainOf(sender), count);
  }

  /** Allowed and claimed, but nobody was offered anything: a server that is away must not use up a day of warming up. */
  async refundDay(sender: Sender, count: number): Promise<void> {
    await queries.refund(sender.ctx, domainOf(sender), count);
  }

  /** Learns from an answer. What cannot be written now is learned from the next one. */
  async learn(sender: Sender, receiver: string, outcome: Outcome): Promise<void> {
    const throttle = throttleIn(outcome);
    if (outcome.kind === 'accepted' || throttle === 'connection')
      this.#shareOf(sender).add(outcome.kind === 'accepted', performance.now());
    if (outcome.kind === 'accepted') this.#streaks.delete(streakKey(sender, receiver));
    if (outcome.kind !== 'refused' || !throttle) return;
    if (throttle === 'receiver') await this.#receiverRefused(sender, receiver, outcome.answer);
    else await this.#connectionRefused(sender, outcome.answer);
  }

  /** Every second: whoever was slowed down and is not refused any more may go a little faster. */
  async easeUp(senders: readonly Sender[]): Promise<void> {
    const transportLimits = new Map(senders.map((sender) => [standingKey(sender), sender]));
    for (const sender of transportLimits.values()) {
      // As read for its last turn: who has no turn needs no more speed.
      const known = this.#standings.get(standingKey(sender));
      if (!known?.connections.includes(sender.transport.key)) continue;
      await queries.speedUp(sender.ctx, connectionOf(sender), sender.transport.maxPerSecond);
    }
  }

  /** Another worker has cut the rate: what this one was refused before says nothing about the rate after it. */
  #noteRate({ transport: { key } }: Sender, rate: number): void {
    if (rate < (this.#rates.get(key) ?? 0)) this.#shares.delete(key);
    this.#rates.set(key, rate);
  }

  /** One write for all that are refused in the same moment. */
  async #connectionRefused(sender: Sender, reply: string): Promise<void> {
    const now = performance.now();
    const { key } = sender.transport;
    const share = this.#shareOf(sender);
    if ((this.#quietUntil.get(key) ?? 0) > now || !share.says(now)) return;
    this.#quietUntil.set(key, now + quietMs);
    if (share.isUnheeded) return;
    if (share.cut === null) return queries.stay(sender.ctx, connectionOf(sender));
    // What was refused before the cut says nothing about the rate after it.
    this.#shares.delete(key);
    const change = { observed: share.observed(now), factor: share.cut, slowest, reply };
    await queries.slowDown(sender.ctx, connectionOf(sender), change);
    this.#standings.delete(standingKey(sender));
  }

  async #receiverRefused(sender: Sender, receiver: string, reply: string): Promise<void> {
    const key = streakKey(sender, receiver);
    const streak = (this.#streaks.get(key) ?? 0) + 1;
    this.#streaks.set(key, streak);
    if (streak % patience !== 0) return;
    await queries.pause(sender.ctx, { scope: 'receiver', key: receiver }, pauseSeconds(streak), reply);
    this.#standings.delete(standingKey(sender));
  }

  async #standing(sender: Sender): Promise<queries.Standing> {
    const known = this.#standings.get(standingKey(sender));
    if (known && known.until > performance.now()) return known;
    const standing = await readStanding(sender.ctx, sender.transport);
    this.#standings.set(standingKey(sender), { ...standing, until: performance.now() + trustMs.standing });
    return standing;
  }

  async #capOf({ ctx, domain }: Sender): Promise<number | null> {
    const key = `${ctx.organizationId} ${domain}`;
    const known = this.#caps.get(key);
    if (known && known.until > performance.now()) return known.cap;
    const day = await queries.dayOf(ctx, domain);
    const cap = day === null ? null : dailyCap(day);
    this.#caps.set(key, { cap, until: performance.now() + trustMs.day });
    return cap;
  }

  #shareOf({ transport }: Sender): Share {
    const known = this.#shares.get(transport.key) ?? new Share();
    this.#shares.set(transport.key, known);
    return known;
  }
}

/** A connection with a most has a budget from its first mail on, and one whose most was raised has it within a second. */
async function readStanding(ctx: Context, { key, maxPerSecond }: Sender['transport']): Promise<queries.Standing> {
  if (maxPerSecond !== null) await queries.ensureRate(ctx, { scope: 'connection', key }, maxPerSecond);
  return queries.standing(ctx);
}

const standingKey = ({ ctx, transport }: Sender): string => `${ctx.organizationId} ${transport.key}`;
const connectionOf = ({ transport }: Sender): queries.Budget => ({ scope: 'connection', key: transport.key });
const domainOf = ({ domain }: Sender): queries.Budget => ({ scope: 'domain', key: domain });
const streakKey = ({ ctx }: Sender, receiver: string): string => `${ctx.organizationId} ${receiver}`;
