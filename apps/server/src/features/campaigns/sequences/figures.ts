import type { readSequence } from '@waggle/contracts/campaign-report';
import type { ReplyInput } from '@waggle/contracts/endpoint';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import type { Campaigns } from '../parts.ts';
import { findProgress } from '../progress/queries.ts';
import { findSummary } from '../queries.ts';
import { keptStats } from '../report/kept-stats.ts';
import { engineOf } from './engine.ts';
import * as queries from './queries.ts';

type Progress = Record<string, number>;
type Sum = { stats: ReturnType<typeof keptStats>; progress: Progress };
type Counted = queries.Sending & { progress: Progress };

/** Over all emails of each sequence. */
export async function sumSequences(ctx: Context, sequenceIds: readonly string[]): Promise<Map<string, Sum>> {
  if (sequenceIds.length === 0) return new Map();
  const bySequence = Map.groupBy(await countSendings(ctx, sequenceIds), ({ sequenceId }) => sequenceId);
  return new Map(sequenceIds.map((id) => [id, sum(bySequence.get(id) ?? [])]));
}

async function countSendings(ctx: Context, sequenceIds: readonly string[]): Promise<Counted[]> {
  const sendings = await queries.findSendings(ctx, sequenceIds);
  const ids = sendings.map(({ id }) => id);
  const progress = await findProgress(ctx, ids);
  return sendings.map((sending) => ({ ...sending, progress: progress.get(sending.id) ?? {} }));
}

function sum(sendings: readonly Counted[]): Sum {
  const progress: Progress = {};
  const stats = keptStats({});
  for (const sending of sendings) {
    for (const [state, people] of Object.entries(sending.progress)) progress[state] = (progress[state] ?? 0) + people;
    const counted = keptStats({ ...sending.stats, progress: sending.progress });
    for (const key of Object.keys(stats) as (keyof typeof stats)[]) stats[key] += counted[key];
  }
  return { stats, progress };
}

/** Each email with what it led to, and how many people are between them. */
export async function sequenceOf(
  campaigns: Campaigns,
  ctx: Context,
  campaignId: string,
): Promise<ReplyInput<typeof readSequence>> {
  const campaign = await findSummary(ctx, campaignId);
  if (!campaign?.sequence) throw notFound();
  const emails = campaign.sequence;
  const subjects = await queries.findSubjects(
    ctx,
    emails.map((email) => email.campaignId),
  );
  const byStep = Map.groupBy(await countSendings(ctx, [campaignId]), ({ stepId }) => stepId);
  const nobody = { entered: 0, inside: 0, stuck: 0 };
  const people = campaign.sent_at === null ? nobody : await engineOf(campaigns).figures(ctx, campaignId);
  return {
    ...people,
    emails: emails.map((email) => {
      const sendings = byStep.get(email.id) ?? [];
      return {
        ...email,
        subject: subjects.get(email.campaignId) ?? '',
        sendingId: sendings.at(-1)?.id ?? null,
        holdReason: sendings.findLast(({ hold }) => hold !== null)?.hold ?? null,
        stats: sum(sendings).stats,
      };
    }),
  };
}
