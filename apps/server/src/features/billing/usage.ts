import { mostWaitingCounted } from '@waggle/contracts/form-submissions';
import { countAutomations } from '#features/automations/index.ts';
import { countedContacts } from '#features/contacts/index.ts';
import { metric, sumTotals } from '#features/engagement/index.ts';
import { countForms, countWaitingPeople } from '#features/forms/index.ts';
import { entitlements } from '#features/plans/index.ts';
import type { Context } from '#platform/context.ts';

const { sent } = metric.sentEmail;
const { scans } = metric.scan;
const quarter = 900_000;

/** What is used of the plan, and what was done since the period began. */
export async function readUsage(ctx: Context, periodStart: Date | null) {
  const now = ctx.now();
  const since = periodStart ?? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  // Totals are kept by quarters of an hour.
  const bucket = {
    from: Math.floor(since.getTime() / quarter) * quarter,
    to: Math.ceil(now.getTime() / quarter) * quarter,
  };
  const [{ limits }, used, forms, automations, { total: waiting }, totals] = await Promise.all([
    entitlements(ctx),
    countedContacts(ctx),
    countForms(ctx),
    countAutomations(ctx),
    countWaitingPeople(ctx, mostWaitingCounted),
    sumTotals(ctx, [sent, scans], [bucket]),
  ]);
  return {
    contacts: { used, limit: limits.contacts, waiting },
    forms: { used: forms.active, limit: limits.activeForms },
    automations: { used: automations.live, limit: limits.liveAutomations },
    since: since.toISOString(),
    emailsSent: totals[sent][0]!,
    scans: totals[scans][0]!,
  };
}
