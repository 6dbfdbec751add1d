import type { Context } from '#platform/context.ts';

export type ZoneMove = { from: string; to: string };

/** A feature with things that are scheduled by the organization's clocks. Each adds itself when it is made. */
export type ScheduleOwner = {
  kind: 'campaigns' | 'reports';
  /** How many are yet to come, for a context that sees the whole organization. */
  count: (ctx: Context) => Promise<number>;
  /**
   * Gives each the same time by the new clock, in the transaction of the change. Left out by who hears of it as an event:
   * what was due meanwhile has then left by the old clock.
   */
  keepClock?: (ctx: Context, move: ZoneMove) => Promise<void>;
  /** The same for what counts on a clock whatever is chosen. */
  followClock?: (ctx: Context, move: ZoneMove) => Promise<void>;
};
