import type { ReputationSource } from '#features/delivery/index.ts';
import { withStatementTimeout } from '#platform/database/statement-timeout.ts';
import { holdCampaign } from '../../hold.ts';
import * as queries from './queries.ts';

/** How readers took the campaigns of an organization. Reading a week of ledgers takes longer than a page may. */
export const campaignReputation: ReputationSource = {
  receptionOfWeek: (ctx) => withStatementTimeout(ctx, 30, queries.receptionOfWeek),
  receptionSince: (ctx, reputation, since) =>
    withStatementTimeout(ctx, 30, (ctx) => queries.receptionSince(ctx, reputation, since)),
  acknowledged: queries.acknowledged,
  hold: holdCampaign,
};
