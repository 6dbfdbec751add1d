import { AutomationDocument, stepsOf } from '@waggle/contracts/automation-document';
import type { Automation, AutomationSummary } from '@waggle/contracts/automations';
import { findPeopleNames } from '#features/accounts/index.ts';
import { findChangedSince, findHeldStepCampaigns } from '#features/campaigns/index.ts';
import type { Context } from '#platform/context.ts';
import { publishedOf } from './drafts.ts';
import * as figures from './figures/queries.ts';
import { findUnsound } from './live/sound-rules.ts';
import { whatIsBeyondPlan } from './plan.ts';
import { findLiveDocuments } from './publish/queries.ts';
import type { AutomationRow } from './queries.ts';
import { frozenEmails } from './versions/compare-emails.ts';

type Known = {
  /** Published, or the draft while nothing is. */
  document: AutomationDocument;
  totals: figures.CountRow | undefined;
  stuck: number;
  /** Whether its emails are held, by their sender or by what they led to. */
  isHeld: boolean;
  /** Whether nobody gets in, as its filter names something gone. */
  isShut: boolean;
  isBeyondPlan: boolean;
  /** Steps whose email was edited since it was published. */
  changedEmails: readonly string[];
};

const presentSummary = (
  row: AutomationRow,
  { document, totals, stuck, isHeld, isShut, isBeyondPlan, changedEmails }: Known,
): AutomationSummary => ({
  id: row.id,
  name: row.name,
  status: row.status as AutomationSummary['status'],
  isActive: row.status === 'live' && holdOf(row, isShut) === null,
  holdReason: isHeld ? 'sender' : holdOf(row, isShut),
  version: row.live_version,
  hasChanges: row.has_changes || changedEmails.length > 0,
  triggers: document.triggers.map(({ kind }) => kind),
  steps: [...stepsOf(document.steps)].length,
  emails: [...stepsOf(document.steps)].filter(({ kind }) => kind === 'email').length,
  isBeyondPlan,
  clientId: row.client_id,
  inside: (totals?.arrived ?? 0) - (totals?.ended ?? 0),
  entered: totals?.arrived ?? 0,
  reached: totals?.reached ?? 0,
  stuck,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const holdOf = ({ hold_reason: held }: AutomationRow, isShut: boolean): AutomationSummary['holdReason'] =>
  (held as AutomationSummary['holdReason']) ?? (isShut ? 'rules' : null);

/** A page of the list, with a few statements for all of it. */
export async function presentAll(ctx: Context, rows: readonly AutomationRow[]): Promise<AutomationSummary[]> {
  return (await summarize(ctx, rows)).map(({ summary }) => summary);
}

async function summarize(ctx: Context, rows: readonly AutomationRow[]) {
  const ids = rows.map(({ id }) => id);
  const [live, totals, stuck, held, isBeyondPlan] = await Promise.all([
    findLiveDocuments(ctx, rows),
    figures.findTotals(ctx, ids),
    figures.countStuck(ctx, ids),
    findHeldStepCampaigns(ctx),
    whatIsBeyondPlan(ctx),
  ]);
  const heldIds = new Set(held.map(({ automationId }) => automationId));
  const documents = new Map(
    live.map(({ automationId, document }) => [automationId, AutomationDocument.parse(document)]),
  );
  const shut = await findShut(ctx, rows, documents);
  const totalsOf = new Map(totals.map((total) => [total.automationId, total]));
  const changed = await changedEmailsOf(ctx, live);
  return rows.map((row) => {
    const changedEmails = changed.get(row.id) ?? [];
    const summary = presentSummary(row, {
      document: documents.get(row.id) ?? AutomationDocument.parse(row.draft),
      totals: totalsOf.get(row.id),
      stuck: stuck.get(row.id) ?? 0,
      isHeld: heldIds.has(row.id),
      isShut: shut.has(row.id),
      isBeyondPlan: isBeyondPlan(row),
      changedEmails,
    });
    return { summary, changedEmails };
  });
}

async function findShut(
  ctx: Context,
  rows: readonly AutomationRow[],
  documents: ReadonlyMap<string, AutomationDocument>,
): Promise<ReadonlySet<string>> {
  const asked = rows.flatMap(({ id, status }) => {
    const filter = status === 'live' ? documents.get(id)?.entry.filter : null;
    return filter ? [{ id, filter }] : [];
  });
  const unsound = await findUnsound(
    ctx,
    asked.map(({ filter }) => filter),
  );
  return new Set(asked.filter(({ filter }) => unsound.has(filter)).map(({ id }) => id));
}

/** Steps of published versions whose email was edited since, by automation. */
async function changedEmailsOf(
  ctx: Context,
  live: Awaited<ReturnType<typeof findLiveDocuments>>,
): Promise<Map<string, string[]>> {
  const emails = live.flatMap(({ automationId, emails }) => [...frozenEmails(automationId, emails).values()]);
  const places = await findChangedSince(ctx, emails);
  const changed = Map.groupBy(
    emails.filter((_, at) => places.has(at)),
    ({ automationId }) => automationId,
  );
  return new Map([...changed].map(([automationId, list]) => [automationId, list.map(({ stepId }) => stepId)]));
}

export async function showAutomation(ctx: Context, row: AutomationRow): Promise<Automation> {
  const [names, published, [one]] = await Promise.all([
    findPeopleNames(ctx, [row.draft_changed_by]),
    publishedOf(ctx, row),
    summarize(ctx, [row]),
  ]);
  return {
    ...one!.summary,
    changedEmails: one!.changedEmails,
    draft: AutomationDocument.parse(row.draft),
    draftNo: row.draft_no,
    draftChangedAt: row.draft_changed_at.toISOString(),
    draftChangedBy: names.get(row.draft_changed_by) ?? null,
    published: published?.document ?? null,
    publishedAt: published?.at.toISOString() ?? null,
    pausedAt: row.paused_at?.toISOString() ?? null,
  };
}
