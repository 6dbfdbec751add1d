import { withPatience } from '#platform/database/patience.ts';
import type { Log } from '#platform/log.ts';
import { moveCampaign } from '../../queries.ts';
import type { CampaignDesk } from '../campaign-desk.ts';
import * as queries from './queries.ts';

/** Mails before a share says anything. */
const least = 500;
/** Shares of what was sent. Mailbox providers act against a sender at 0.3 per cent of complaints. */
const limits = { bounces: { warn: 0.05, hold: 0.1 }, complaints: { warn: 0.0008, holdNew: 0.002, holdAll: 0.003 } };
/** Milliseconds after the start in which a campaign counts as new. */
const newMs = 60_000;

export type Standing = 'good' | 'warned' | 'held';

export const bounceStanding = ({ sent, bounced }: queries.Reception): Standing => {
  if (sent < least) return 'good';
  const share = bounced / sent;
  return share >= limits.bounces.hold ? 'held' : share >= limits.bounces.warn ? 'warned' : 'good';
};

/** `isNew`: hardly begun, so that holding it costs its readers nothing yet. */
export const complaintStanding = ({ sent, complained }: queries.Reception, isNew: boolean): Standing => {
  if (sent < least) return 'good';
  const share = complained / sent;
  if (share >= limits.complaints.holdAll || (isNew && share >= limits.complaints.holdNew)) return 'held';
  return share >= limits.complaints.warn ? 'warned' : 'good';
};

/** What is looked at of a campaign that is being sent. */
export type Watched = Pick<CampaignDesk, 'ctx' | 'ledger' | 'openedAt'>;

const together = (receptions: Iterable<queries.Reception>): queries.Reception =>
  [...receptions].reduce<queries.Reception>(
    (sum, { sent, bounced, complained }) => ({
      sent: sum.sent + sent,
      bounced: sum.bounced + bounced,
      complained: sum.complained + complained,
    }),
    { sent: 0, bounced: 0, complained: 0 },
  );

/**
 * Holds campaigns whose readers do not want them, before mailbox providers turn against the sender. Judged is what a
 * client sent from one domain in a week: the readers of one client say nothing about another's campaigns.
 */
export async function watchGates(desks: readonly Watched[], log: Pick<Log, 'warn'>): Promise<void> {
  for (const [organizationId, own] of Map.groupBy(desks, ({ ctx }) => ctx.organizationId)) {
    const { ctx } = own[0]!;
    const receptions = await withPatience(ctx, 30, queries.receptionOfWeek);
    // Read after the facts: what a person has just let go on is not held again for what they have seen.
    const ids = own.map(({ ledger }) => ledger.campaignId);
    const acknowledged = await queries.acknowledged(ctx, ids);
    for (const desk of own) {
      const { campaignId } = desk.ledger;
      const standings = await judge(desk, receptions, acknowledged.get(campaignId) ?? {});
      const reason = standings.complaints === 'held' ? 'complaints' : standings.bounces === 'held' ? 'bounces' : null;
      if (reason !== null) await hold(desk, reason);
      if (standings.complaints !== 'good' || standings.bounces !== 'good')
        log.warn({ organizationId, campaignId, ...standings }, 'readers do not want this mail');
    }
  }
}

/** After an acknowledgement only what happened since counts, by the same shares and the same least number of mails. */
async function judge(
  { ctx, ledger, openedAt }: Watched,
  receptions: Awaited<ReturnType<typeof queries.receptionOfWeek>>,
  seen: Partial<Record<queries.Hold, Date>>,
): Promise<Record<queries.Hold, Standing>> {
  const own = receptions.get(ledger.campaignId);
  if (!own) return { complaints: 'good', bounces: 'good' };
  const alike = [...receptions.values()].filter(
    ({ clientId, domain }) => clientId === own.clientId && domain === own.domain,
  );
  const week = together(alike);
  const since = (moment: Date) => withPatience(ctx, 30, (ctx) => queries.receptionSince(ctx, own, moment));
  const isNew = Date.now() - openedAt < newMs && seen.complaints === undefined;
  return {
    complaints: complaintStanding(seen.complaints ? await since(seen.complaints) : week, isNew),
    bounces: bounceStanding(seen.bounces ? await since(seen.bounces) : week),
  };
}

/** Paused with a reason a person must read before it goes on. */
export async function hold({ ctx, ledger }: Pick<CampaignDesk, 'ctx' | 'ledger'>, holdReason: string): Promise<void> {
  await moveCampaign(ctx, ledger.campaignId, { from: 'ACTIVE', to: 'PAUSED', holdReason });
}
