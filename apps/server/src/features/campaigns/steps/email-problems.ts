import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import type { Campaigns } from '../parts.ts';
import { findCampaign } from '../queries.ts';
import { requireReady } from '../readiness.ts';

/** Why an email of a step cannot be published; none for one that can. */
export type StepEmailProblem = 'email-gone' | 'subject-missing' | 'email-not-ready';

export async function findStepEmailProblems(
  campaigns: Campaigns,
  ctx: Context,
  campaignId: string,
): Promise<StepEmailProblem[]> {
  const draft = await findCampaign(ctx, campaignId);
  if (!draft) return ['email-gone'];
  const problems: StepEmailProblem[] = draft.subject.trim() === '' ? ['subject-missing'] : [];
  try {
    await requireReady(campaigns, ctx, draft);
  } catch (error) {
    // Sender, postal address, content: the editor of the email says which.
    if (!(error instanceof Problem) || isBusy(error)) throw error;
    problems.push('email-not-ready');
  }
  return problems;
}

/** Nothing of the email: the threads have too much to do. */
const isBusy = ({ code }: Problem): boolean => code === 'overloaded' || code === 'too_many_requests';
