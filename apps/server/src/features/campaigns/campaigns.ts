import type { createCampaign as createContract, Recipients } from '@waggle/contracts/campaigns';
import type { ServedInput } from '@waggle/contracts/endpoint';
import { readOrganization } from '#features/accounts/index.ts';
import { refuseWhileRunning, type RunningParts } from '#features/contacts/index.ts';
import { type Context, inTransaction } from '#platform/context.ts';
import { notFound, Problem } from '#platform/problem.ts';
import { clientOfCampaign, refuseEveryClient } from './client.ts';
import { dropCohorts } from './cohorts/cohorts.ts';
import { dropFirstOpens } from './delivery-events/first-opens.ts';
import { checkReferences } from './references/check-references.ts';
import { countRetryable, findLastDue, findProgress } from './progress/queries.ts';
import * as queries from './queries.ts';
import { findAcknowledgements } from './sending/reputation/queries.ts';
import { chosenMoment, firstInstantOf, instantOf, isInstant, wallOf } from './schedule.ts';
import { beingSent, deleteSequence } from './sequences/delete.ts';
import { changeEmails, copyEmails } from './sequences/emails.ts';
import type { SequenceEngine } from './sequences/engine.ts';
import { sumSequences } from './sequences/figures.ts';
import { refuseStep } from './steps/refuse-step.ts';
import { keepFirstVersion, keepVersions, refuseOlder, saysSomethingElse } from './versions/keep-versions.ts';

type Progress = { progress: Record<string, number>; leftOut: { reason: string; people: number }[] };
export type CampaignWithProgress = queries.CampaignRow &
  Progress & {
    acknowledgements: Awaited<ReturnType<typeof findAcknowledgements>>;
    retryable: number;
    lastDueAt: Date | null;
  };
export type SummaryWithProgress = queries.CampaignSummaryRow & Progress;
type Typed = ServedInput<typeof createContract>['body'];
type Change = { [Key in keyof Typed]?: Typed[Key] | undefined };
type Changed = Change & { version?: number | undefined; checkpoint?: boolean | undefined };

export async function listCampaigns(ctx: Context, question: Parameters<typeof queries.findCampaigns>[1]) {
  const { items, ...rest } = await queries.findCampaigns(ctx, question);
  return { items: await withProgress(ctx, items), ...rest };
}

export const readCampaign = async (ctx: Context, campaignId: string): Promise<CampaignWithProgress> =>
  withFigures(ctx, await requireCampaign(ctx, campaignId));

async function withFigures(ctx: Context, row: queries.CampaignRow): Promise<CampaignWithProgress> {
  const [campaign] = await withProgress(ctx, [row]);
  const acknowledgements = await findAcknowledgements(ctx, row.id);
  const [retryable, lastDueAt] = [await countRetryable(ctx, campaign!), await findLastDue(ctx, campaign!)];
  return { ...campaign!, acknowledgements, retryable, lastDueAt };
}

type Said = Pick<queries.CampaignRow, 'content' | 'document'>;

/** As it was saved. What it says is known: to read two megabytes back takes as long as to save them. */
async function readSaved(ctx: Context, campaignId: string, said: Said): Promise<CampaignWithProgress> {
  const row = await queries.findSummary(ctx, campaignId);
  if (!row) throw notFound();
  return withFigures(ctx, { ...row, content: said.content, document: said.document });
}

export async function createCampaign(ctx: Context, typed: Typed): Promise<CampaignWithProgress> {
  const isSequence = typed.type === 'SEQUENCE';
  refuseUnlike(typed.type, typed);
  if (!isSequence && typed.subject === undefined) throw missing('subject', 'Email subject is required');
  if (!isSequence && !typed.document && !typed.htmlContent && !typed.content?.html)
    throw missing('htmlContent', 'Email content is required');
  const clientId = await clientOfCampaign(ctx, typed.clientId);
  refuseEveryClient(clientId, typed.recipients);
  await checkReferences(ctx, clientId, typed);
  const own = isSequence ? { subject: '', content: { html: '', text: '' }, document: null, sequence: [] } : {};
  const fields = { ...(await fieldsOf(ctx, typed)), ...own } as queries.CampaignFields;
  return inTransaction(ctx, async (ctx) => {
    const { id } = await queries.insertCampaign(ctx, clientId, fields);
    if (isSequence) await changeEmails(ctx, { id, name: typed.name, client_id: clientId }, typed.emails ?? [], []);
    await keepFirstVersion(ctx, id);
    await ctx.audit?.(ctx, id);
    return readSaved(ctx, id, fields);
  });
}

/** Everything but its schedule, as a draft of its own. */
export function duplicateCampaign(ctx: Context, campaignId: string): Promise<CampaignWithProgress> {
  return inTransaction(ctx, async (ctx) => {
    const campaign = await requireCampaign(ctx, campaignId);
    refuseStep(campaign, 'duplicate');
    const copy = await queries.copyCampaign(ctx, campaignId, copiedName(campaign.name));
    if (!copy) throw notFound();
    if (campaign.sequence) await copyEmails(ctx, campaign.sequence, copy.id);
    await keepFirstVersion(ctx, copy.id);
    await ctx.audit?.(ctx, copy.id);
    return readCampaign(ctx, copy.id);
  });
}

const longestName = 200;
const copiedName = (name: string): string => {
  const mark = ' (Copy)';
  return `${Array.from(name)
    .slice(0, longestName - mark.length)
    .join('')}${mark}`;
};

export function updateCampaign(ctx: Context, campaignId: string, typed: Changed): Promise<CampaignWithProgress> {
  return inTransaction(ctx, async (ctx) => {
    const before = await queries.lockCampaign(ctx, campaignId);
    if (!before) throw notFound();
    if (typed.scheduledAt || typed.eachZone) refuseStep(before, 'schedule');
    await refuseOlder(ctx, before, typed.version);
    await refuseStarted(ctx, before);
    refuseUnlike(before.type, typed);
    refuseEveryClient(before.client_id, typed.recipients);
    await checkReferences(ctx, before.client_id, typed);
    const change = await fieldsOf(ctx, typed, before);
    await changeDraft(ctx, before, change, typed.checkpoint);
    if (before.sequence && typed.emails) await changeEmails(ctx, before, typed.emails, before.sequence);
    return readSaved(ctx, campaignId, { ...before, ...change });
  });
}

const missing = (field: string, message: string) =>
  new Problem('invalid_input', message, { fields: { [field]: message } });

/** A campaign keeps its type, and each type has fields that the other has not. */
function refuseUnlike(type: string, typed: Change): void {
  if (typed.type !== undefined && typed.type !== type)
    throw missing('type', "A campaign can't change its type. Create another one.");
  if (type === 'SEQUENCE') {
    if (typed.eachZone) throw missing('eachZone', 'A sequence starts for everyone at the same time.');
    if (typed.recipients?.everyClient)
      throw missing('recipients.everyClient', 'A sequence goes to the contacts of one client. Create one for each.');
  } else if (typed.emails !== undefined) throw missing('emails', 'Only a sequence has several emails.');
}

/** What emails of a sequence say is settled when it starts. */
async function refuseStarted(ctx: Context, { sequence_id: sequenceId }: queries.CampaignRow): Promise<void> {
  const sequence = sequenceId === null ? undefined : await queries.findSummary(ctx, sequenceId);
  if (sequence && sequence.status !== 'DRAFT') throw notADraft();
}

/** Every change of a draft: counted, and kept as a version where the email says something else. */
export async function changeDraft(
  ctx: Context,
  before: queries.CampaignRow,
  change: Partial<queries.CampaignFields>,
  checkpoint = false,
): Promise<void> {
  if (!(await queries.updateDraft(ctx, before.id, change))) throw notADraft();
  if (saysSomethingElse(before, change)) await keepVersions(ctx, before, checkpoint);
  await ctx.audit?.(ctx, before.id);
}

export async function deleteCampaign(
  ctx: Context,
  campaignId: string,
  parts: RunningParts & { sequences: readonly SequenceEngine[] } = { sequences: [], running: [] },
): Promise<void> {
  const campaign = await requireCampaign(ctx, campaignId);
  refuseStep(campaign, 'delete');
  await refuseWhileRunning(parts, ctx, { kind: 'campaigns', id: campaignId });
  if (campaign.sequence) return deleteSequence(parts, ctx, { id: campaignId, emails: campaign.sequence });
  if (await queries.deleteUnsent(ctx, campaignId)) return;
  await inTransaction(ctx, async (ctx) => {
    await dropCohorts(ctx, campaignId);
    if (!(await queries.hideSent(ctx, campaignId))) throw beingSent();
    await dropFirstOpens(ctx, campaignId);
  });
}

export async function requireCampaign(ctx: Context, campaignId: string): Promise<queries.CampaignRow> {
  const campaign = await queries.findCampaign(ctx, campaignId);
  if (!campaign) throw notFound();
  return campaign;
}

const notADraft = () => new Problem('wrong_state', 'Only drafts can be edited. Duplicate the campaign to edit it.');

async function fieldsOf(
  ctx: Context,
  typed: Change,
  before?: queries.CampaignRow,
): Promise<Partial<queries.CampaignFields>> {
  const {
    name,
    type,
    subject,
    previewText,
    recipients,
    senderId,
    connectionId,
    replyTo,
    topicId,
    tracking,
    utm,
    sendingWindow,
  } = typed;
  const fields: { [Key in keyof queries.CampaignFields]?: queries.CampaignFields[Key] | undefined } = {
    name,
    type,
    subject,
    preview_text: previewText,
    ...contentOf(typed, before),
    recipients: recipients && storedRecipients(recipients),
    sender_id: senderId,
    connection_id: connectionId,
    reply_to: replyTo,
    topic_id: topicId,
    tracking,
    utm,
    public_page: typed.publicPage,
    sending_window: sendingWindow,
    ...(await changedSchedule(ctx, typed, before)),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Without what an answer adds. */
const storedRecipients = ({ count: _count, tags: _tags, ...recipients }: Typed['recipients']): Recipients => recipients;

/** Blocks or HTML, whichever was sent last. Text that somebody typed stays until somebody types another. */
function contentOf(
  { content, htmlContent, document, ...typed }: Change,
  before: queries.CampaignRow | undefined,
): Pick<Partial<queries.CampaignFields>, 'content' | 'document'> {
  const text = ownText({ ...content, ...present(typed) }, before);
  if (document) return { document, content: { html: '', ...text } };
  const html = htmlContent ?? content?.html;
  if (html !== undefined) return { document: null, content: { html, ...text } };
  return before ? { content: { html: before.content.html, ...text } } : {};
}

const present = ({ textContent, textBasis }: Change) => ({
  ...(textContent !== undefined && { text: textContent }),
  ...(textBasis !== undefined && { textBasis }),
});

/** A text of which nobody says what it was written from is compared with nothing, and so is none at all. */
function ownText(
  typed: { text?: string | undefined; textBasis?: string | null | undefined },
  before: queries.CampaignRow | undefined,
) {
  const text = typed.text ?? before?.content.text ?? '';
  if (text.trim() === '') return { text };
  const isKept = typed.text === undefined || typed.text === before?.content.text;
  const textBasis = typed.textBasis ?? (isKept && typed.textBasis === undefined ? before?.content.textBasis : null);
  return { text, ...(textBasis && { textBasis }) };
}

export type Schedule = Pick<queries.CampaignFields, 'scheduled_at' | 'scheduled_local' | 'scheduled_zone'>;

/** Time and choice may come one without the other. A time that stays is the one that was chosen, also as seen from another choice. */
async function changedSchedule(
  ctx: Context,
  { scheduledAt, eachZone }: Pick<Change, 'scheduledAt' | 'eachZone'>,
  before: queries.CampaignRow | undefined,
): Promise<Partial<Schedule> & { each_zone?: boolean }> {
  const each_zone = eachZone ?? before?.each_zone ?? false;
  if (scheduledAt !== undefined) return { each_zone, ...(await scheduleOf(ctx, scheduledAt, each_zone)) };
  if (eachZone === undefined || each_zone === (before?.each_zone ?? false)) return {};
  const chosen = before && chosenMoment(before);
  return { each_zone, ...(chosen && (await scheduleOf(ctx, chosen.toISOString(), each_zone))) };
}

export async function scheduleOf(ctx: Context, at: string | null, eachZone: boolean): Promise<Schedule> {
  if (at === null) return { scheduled_at: null, scheduled_local: null, scheduled_zone: null };
  if (isInstant(at) && !eachZone) return { scheduled_at: new Date(at), scheduled_local: null, scheduled_zone: null };
  const { timezone: scheduled_zone } = await readOrganization(ctx);
  const scheduled_local = isInstant(at) ? wallOf(new Date(at), scheduled_zone) : at;
  const scheduled_at = eachZone ? firstInstantOf(scheduled_local) : instantOf(scheduled_local, scheduled_zone);
  return { scheduled_at, scheduled_local, scheduled_zone };
}

/** From kept counts. Of campaigns older than those a finished one has its figures beside it; one that is being sent is counted. */
export async function withProgress<Row extends queries.CampaignSummaryRow>(
  ctx: Context,
  rows: Row[],
): Promise<(Row & Progress)[]> {
  const ids = rows.map(({ id }) => id);
  const [exclusions, kept] = [await queries.findExclusions(ctx, ids), await findProgress(ctx, ids)];
  const leftOut = Map.groupBy(exclusions, ({ campaign_id }) => campaign_id);
  const sequences = await sumSequences(
    ctx,
    rows.flatMap(({ id, sequence }) => (sequence ? id : [])),
  );
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      // Of a sequence over all its emails, which are campaigns of their own.
      ...sequences.get(row.id),
      progress:
        sequences.get(row.id)?.progress ?? (row.counts_kept ? (kept.get(row.id) ?? {}) : await olderProgress(ctx, row)),
      leftOut: (leftOut.get(row.id) ?? []).map(({ reason, people }) => ({ reason, people: Number(people) })),
    })),
  );
}

const olderProgress = async (ctx: Context, { id, month, stats }: queries.CampaignSummaryRow) =>
  month === null ? {} : (stats.progress ?? (await queries.countStates(ctx, id, month)));
