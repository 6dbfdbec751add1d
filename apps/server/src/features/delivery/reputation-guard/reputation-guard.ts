import type { Context } from '#platform/context.ts';
import type { Log } from '#platform/log.ts';

export type Reception = { sent: number; bounced: number; complained: number };
/** Mailbox providers judge a domain, and a client answers for its own readers. */
export type Reputation = { clientId: string | null; domain: string };
export type ReputationHold = 'complaints' | 'bounces';

/** What only the owner of the emails knows: how their readers took them, and what a person has let go on. */
export type ReputationSource = {
  /** Of each campaign, or whatever else was sent, of the last seven days and those still being sent. */
  receptionOfWeek(ctx: Context): Promise<Map<string, Reception & Reputation>>;
  /** Of one client and domain, after a moment. */
  receptionSince(ctx: Context, reputation: Reputation, since: Date): Promise<Reception>;
  /** When a person last let each of them go on, by what held it. */
  acknowledged(ctx: Context, ids: readonly string[]): Promise<Map<string, Acknowledged>>;
  /** Paused with a reason a person must read before it goes on. */
  hold(ctx: Context, id: string, reason: ReputationHold): Promise<unknown>;
};

type Acknowledged = Partial<Record<ReputationHold, Date>>;

/** What is looked at of a sender; one without a source is not judged. */
export type Watched = {
  ctx: Context;
  id: string;
  names: Readonly<Record<string, string>>;
  openedAt: number;
  reputation: ReputationSource | null;
};

/** Mails before a share says anything. */
const least = 500;
/** Shares of what was sent. Mailbox providers act against a sender at 0.3 per cent of complaints. */
const limits = { bounces: { warn: 0.05, hold: 0.1 }, complaints: { warn: 0.0008, holdNew: 0.002, holdAll: 0.003 } };
/** Milliseconds after the start in which a sender counts as new. */
const newMs = 60_000;

export type Standing = 'good' | 'warned' | 'held';

export const bounceStanding = ({ sent, bounced }: Reception): Standing => {
  if (sent < least) return 'good';
  const share = bounced / sent;
  return share >= limits.bounces.hold ? 'held' : share >= limits.bounces.warn ? 'warned' : 'good';
};

/** `isNew`: hardly begun, so that holding it costs its readers nothing yet. */
export const complaintStanding = ({ sent, complained }: Reception, isNew: boolean): Standing => {
  if (sent < least) return 'good';
  const share = complained / sent;
  if (share >= limits.complaints.holdAll || (isNew && share >= limits.complaints.holdNew)) return 'held';
  return share >= limits.complaints.warn ? 'warned' : 'good';
};

const together = (receptions: Iterable<Reception>): Reception =>
  [...receptions].reduce<Reception>(
    (sum, { sent, bounced, complained }) => ({
      sent: sum.sent + sent,
      bounced: sum.bounced + bounced,
      complained: sum.complained + complained,
    }),
    { sent: 0, bounced: 0, complained: 0 },
  );

/**
 * Holds what its readers do not want, before mailbox providers turn against the sender. Judged is what a client sent from
 * one domain in a week: the readers of one client say nothing about another's emails.
 */
export async function guardReputation(senders: readonly Watched[], log: Pick<Log, 'warn'>): Promise<void> {
  const failures: unknown[] = [];
  for (const [reputation, judged] of Map.groupBy(senders, (sender) => sender.reputation)) {
    if (!reputation) continue;
    // Whose week cannot be read keeps nobody else from being judged.
    for (const [organizationId, own] of Map.groupBy(judged, ({ ctx }) => ctx.organizationId))
      await guardOrganization(reputation, own, log).catch((error: unknown) => {
        failures.push(error);
        log.warn({ err: error, organizationId }, 'an organization could not be judged by its readers');
      });
  }
  if (failures.length > 0) throw failures[0];
}

async function guardOrganization(
  reputation: ReputationSource,
  own: readonly Watched[],
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const { ctx } = own[0]!;
  const receptions = await reputation.receptionOfWeek(ctx);
  // Read after the facts: what a person has just let go on is not held again for what they have seen.
  const ids = own.map(({ id }) => id);
  const acknowledged = await reputation.acknowledged(ctx, ids);
  for (const sender of own) {
    const standings = await judge(reputation, sender, receptions, acknowledged.get(sender.id) ?? {});
    const reason = standings.complaints === 'held' ? 'complaints' : standings.bounces === 'held' ? 'bounces' : null;
    if (reason !== null) await reputation.hold(sender.ctx, sender.id, reason);
    if (standings.complaints !== 'good' || standings.bounces !== 'good')
      log.warn({ organizationId: ctx.organizationId, ...sender.names, ...standings }, 'readers do not want this mail');
  }
}

/** After an acknowledgement only what happened since counts, by the same shares and the same least number of mails. */
async function judge(
  reputation: ReputationSource,
  { ctx, id, openedAt }: Watched,
  receptions: ReadonlyMap<string, Reception & Reputation>,
  seen: Acknowledged,
): Promise<Record<ReputationHold, Standing>> {
  const own = receptions.get(id);
  if (!own) return { complaints: 'good', bounces: 'good' };
  const alike = [...receptions.values()].filter(
    ({ clientId, domain }) => clientId === own.clientId && domain === own.domain,
  );
  const week = together(alike);
  const since = (moment: Date) => reputation.receptionSince(ctx, own, moment);
  const isNew = performance.now() - openedAt < newMs && seen.complaints === undefined;
  return {
    complaints: complaintStanding(seen.complaints ? await since(seen.complaints) : week, isNew),
    bounces: bounceStanding(seen.bounces ? await since(seen.bounces) : week),
  };
}
