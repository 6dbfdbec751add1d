export { sumEmailsOf } from './report/automation-sums.sql.ts';
export { readCampaignSubject } from './audited/queries.ts';
export {
  findHeldCampaigns,
  findLastSendings,
  findMostReported,
  findNextCampaigns,
  type HeldCampaign,
  type ReportedCampaign,
} from './by-client/queries.ts';
export { capFreeAt } from './cap/capped.sql.ts';
export { listCampaigns, readCampaign, type SummaryWithProgress } from './campaigns.ts';
export { activeCampaignsNow, cohortTotals } from './cohorts/recount.sql.ts';
export { recountCohorts } from './cohorts/recount-cohorts.ts';
export { compileDocumentInThread } from './content/compile-in-thread.ts';
export { fingerprint } from './content/fingerprint.ts';
export { createCampaigns } from './create-campaigns.ts';
export { firstOpenTotals } from './delivery-events/first-opens.sql.ts';
export { campaignFailing, campaignFinished, campaignHeld } from './events.ts';
export { cancelCampaign, changeStatus, sendCampaign } from './lifecycle.ts';
export type { Campaigns } from './parts.ts';
export { chosenMoment } from './schedule.ts';
export { type CampaignInFlight, findCampaignsInFlight, findRecentCampaigns } from './overview/queries.ts';
export { findSender } from './sender.ts';
export type { SequenceEngine, StartedSequence } from './sequences/engine.ts';
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
export { findLargestCampaigns } from './report/largest-campaigns.sql.ts';
export { sumCampaigns, sumCampaignsByClient, sumSteps } from './report/sum-campaigns.sql.ts';
export { cancelStepEmails } from './steps/cancel-step.ts';
export { findStepEmailProblems } from './steps/email-problems.ts';
export { freezeStepEmail } from './steps/freeze-step.ts';
export { resumeStepCampaigns } from './steps/held.ts';
export { openStepCampaign } from './steps/open-step.ts';
export { findAutomationsOf, findHeldStepCampaigns, findStepCampaigns } from './steps/queries.ts';
export { queueStepEmails } from './steps/queue-emails.ts';
export { restoreStepEmail } from './steps/restore-step.ts';
export { findChangedSince, findSaid, type SaidEmail, type StepEmail } from './steps/said.sql.ts';
export { copyStepEmail, createStepEmail, deleteStepDrafts } from './steps/step-emails.ts';
export { recountCampaign } from './recount/recount.ts';
export { replaySends } from './restore/replay-sends.ts';
export { askBeforeStart, doubtUnjournaled, holdSequence, listWouldSend } from './restore/unjournaled.ts';
export { sendCampaignTest } from './test-mail/send-test.ts';
export type { Acknowledgement } from './sending/reputation/acknowledge.ts';
