export { readCampaignSubject } from './audited/queries.ts';
export { backgroundContext } from './background-context.ts';
export { listCampaigns, readCampaign, type SummaryWithProgress } from './campaigns.ts';
export { activeCampaignsNow, cohortTotals } from './cohorts/recount.sql.ts';
export { recountCohorts } from './cohorts/recount-cohorts.ts';
export { compileDocumentInThread } from './content/compile-in-thread.ts';
export { fingerprint } from './content/fingerprint.ts';
export { createCampaigns } from './create-campaigns.ts';
export { campaignFailing, campaignFinished, campaignHeld } from './events.ts';
export { cancelCampaign, changeStatus, sendCampaign } from './lifecycle.ts';
export type { Campaigns } from './parts.ts';
export { type CampaignInFlight, findCampaignsInFlight, findRecentCampaigns } from './overview/queries.ts';
export { findSender } from './sender.ts';
export { verifyProof } from './proof/verify-proof.ts';
export { findCampaignResults } from './queries.ts';
export { retryFailed, settleUncertain } from './recipients/recipients.ts';
export {
  countActiveCampaigns,
  findBestCampaigns,
  findCampaignFigures,
  findFirstSending,
  findSentCampaigns,
  type SentCampaign,
} from './report/sent-campaigns.sql.ts';
export { findOpeningHours } from './report/opening-hours.sql.ts';
export { findLargestCampaigns } from './report/largest-campaigns.sql.ts';
export { sumCampaigns, sumCampaignsByClient } from './report/sum-campaigns.sql.ts';
export { recountCampaign } from './recount/recount.ts';
export { replaySends } from './restore/replay-sends.ts';
export { askBeforeStart, doubtUnjournaled, listWouldSend } from './restore/unjournaled.ts';
export type { Acknowledgement } from './sending/reputation/acknowledge.ts';
