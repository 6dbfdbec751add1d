import { isDeepStrictEqual } from 'node:util';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import type { CampaignFields, CampaignRow } from '../queries.ts';
import * as queries from './queries.ts';

/** Versions kept of one campaign: of a long email they are a megabyte each. */
const mostVersions = 50;
/** Minutes in which the changes of one person are one version. */
const togetherMinutes = 5;

/** Whoever read an older one is told, before anything of it is overwritten. */
export async function refuseOlder(ctx: Context, campaign: CampaignRow, version: number | undefined): Promise<void> {
  if (version === undefined || version >= campaign.version) return;
  const by = (await queries.findName(ctx, campaign.changed_by)) ?? 'Somebody';
  throw new Problem('campaign_changed', `${by} saved this campaign while you were editing.`, {
    fields: { by, at: campaign.updated_at.toISOString(), version: String(campaign.version) },
  });
}

/** Whether a version differs; who gets it and when is no part of one. */
export function saysSomethingElse(before: CampaignRow, change: Partial<CampaignFields>): boolean {
  const { subject, preview_text, content, document } = { ...before, ...change };
  return (
    subject !== before.subject ||
    preview_text !== before.preview_text ||
    !isDeepStrictEqual(
      [content.html, content.text, document],
      [before.content.html, before.content.text, before.document],
    )
  );
}

export const keepFirstVersion = (ctx: Context, campaignId: string): Promise<void> =>
  queries.insertVersion(ctx, campaignId);

/** After the change. What was there before is kept too where nothing did so yet, as of campaigns older than versions. */
export async function keepVersions(ctx: Context, before: CampaignRow, checkpoint: boolean): Promise<void> {
  const latest = await queries.findLatest(ctx, before.id);
  if (!latest) await queries.insertBefore(ctx, before);
  const grown =
    latest && !checkpoint && (await queries.growVersion(ctx, before.id, { id: latest.id, minutes: togetherMinutes }));
  if (!grown) await queries.insertVersion(ctx, before.id);
  await queries.forgetOldest(ctx, before.id, mostVersions);
}
