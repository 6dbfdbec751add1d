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

const nothing: queries.Reception = { sent: 0, bounced: 0, complained: 0 };

const together = (receptions: Iterable<queries.Reception>): queries.Reception =>
  [...receptions].reduce(
    (sum, { sent, bounced, complained }) => ({
      sent: sum.sent + sent,
      bounced: sum.bounced + bounced,
      complained: sum.complained + complained,
    }),
    nothing,
  );

/** Holds campaigns whose readers do not want them, before mailbox providers turn against the sender. */
export async function watchGates(desks: readonly CampaignDesk[], log: Log): Promise<void> {
  for (const [organizationId, own] of Map.groupBy(desks, ({ ctx }) => ctx.organizationId)) {
    const receptions = await withPatience(own[0]!.ctx, 30, queries.receptionOfWeek);
    const week = together(receptions.values());
    for (const desk of own) {
      const { campaignId } = desk.ledger;
      const complaints = complaintStanding(week, Date.now() - desk.openedAt < newMs);
      const bounces = bounceStanding(receptions.get(campaignId) ?? nothing);
      if (complaints === 'held') await hold(desk, 'complaints');
      else if (bounces === 'held') await hold(desk, 'bounces');
      if (complaints !== 'good' || bounces !== 'good')
        log.warn({ organizationId, campaignId, bounces, complaints }, 'readers do not want this mail');
    }
  }
}

/** Paused with a reason a person must read before it goes on. */
export async function hold({ ctx, ledger }: CampaignDesk, holdReason: string): Promise<void> {
  await moveCampaign(ctx, ledger.campaignId, { from: 'ACTIVE', to: 'PAUSED', holdReason });
}
