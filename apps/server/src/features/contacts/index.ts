export { type CohortChange, findCohorts } from './cohorts.sql.ts';
export { type Cause, causeIn } from './activity/cause.ts';
export { type ActivityLine, contactActivity } from './activity/event-rows.ts';
export { firstActivities, type LineKind } from './activity/first-activity.sql.ts';
export {
  countWithLines,
  findContactTimes,
  findForms,
  countLinesOf,
  findLines,
  findSubmissions,
  findWithLines,
  oneIn,
  type PastActivity,
  type Span,
} from './activity/past.sql.ts';
export { findContactNames } from './audited.sql.ts';
export { startEntering } from './batches/batches.ts';
export type { BatchParts, Entrance } from './batches/entrance.ts';
export { type FindRunning, refuseWhileRunning, type RunningParts, type Used } from './running.ts';
export { addLeftOut, type LeftOut, presentEntry } from './batches/entry-answer.ts';
export { presentBatch } from './batches/present.ts';
export { findOrganizationIds } from './batches/purge.sql.ts';
export { askForConfirmation, confirmConsent, proveAsked } from './consent/confirmation.ts';
export { recordShownConsents } from './consent/shown.ts';
export { copySegments } from './copy/copy-segments.ts';
export {
  copyFields,
  copyTags,
  countFieldsOf,
  countSegmentsOf,
  countTagsOf,
  findFieldKeys,
  findTagIds,
} from './copy/queries.ts';
export { currentAddresses } from './current-addresses.sql.ts';
export { planFilled } from './events.ts';
export { csvLine } from './export/export.ts';
export { importFinished } from './import/events.ts';
export { findLargestImports } from './import/largest-imports.sql.ts';
export { findOpenImports, findRecentImports, type OpenImport } from './import/overview.sql.ts';
export { findImportResults } from './import/queries.ts';
export { keepKnownAttributes } from './fields/attributes.ts';
export { setFields } from './fields/set-fields.ts';
export { type LeadOutcome, recordLeads } from './leads.ts';
export { type ContactCount, countContacts, countContactsByClient } from './list/count-contacts.ts';
export { foundIds } from './list/found-ids.sql.ts';
export { countCreatedByStatus, tallyByClient, tallyByStatus } from './list/queries.ts';
export { contactArrivals, contactsNow } from './list/recount.sql.ts';
export { unmailableReason } from './mailable.sql.ts';
export { pauseMail, type PausePreference } from './pause/pause.ts';
export { eraseAgain } from './privacy/erase-again.ts';
export { countedContacts, findContact, hasContacts, insertActivities } from './queries.ts';
export { checkRules, rulesAreSound, segmentsAreSound } from './segments/check-rules.ts';
export { findOfClient, findPresent, findReachable } from './reachable.sql.ts';
export { keepWatches } from './segments/members/watch.ts';
export { findOrCreateSegment } from './segments/find-or-create.ts';
export { judgeRules } from './segments/judge-rules.sql.ts';
export { verdictOf } from './segments/why.ts';
export { matchRules } from './segments/match-rules.sql.ts';
export { conditionsOf } from './segments/rules/tree.ts';
export { segmentCondition } from './segments/queries.ts';
export { liftAgain, suppressAgain } from './suppression/again.ts';
export { takeBackOptOut } from './suppression/lift/lift.ts';
export { emailHash, type Target } from './suppression/queries.ts';
export { ensureAddressKey, suppressedAmong, suppressMany } from './suppression/suppressions.ts';
export { findTagIdsOf, holdTags, nameTags, tagsOfClient } from './tags/queries.ts';
export { refuseForeignTags } from './tags/foreign-tags.ts';
export { giveTags, takeTags } from './tagging.ts';
export { chooseTopics, type TopicChoice } from './topics/choices.ts';
export { hasOptedOut } from './topics/choices.sql.ts';
export { findNames as nameTopics } from './topics/queries.ts';
