import { type Context, inTransaction } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { type CampaignWithProgress, changeDraft, readCampaign, requireCampaign } from '../campaigns.ts';
import { presentContent } from '../present.ts';
import { lockCampaign } from '../queries.ts';
import * as queries from './queries.ts';

type Named = { campaignId: string; versionId: string };
type Row = Awaited<ReturnType<typeof queries.findVersions>>[number];

export async function listVersions(ctx: Context, campaignId: string) {
  await requireCampaign(ctx, campaignId);
  const rows = await queries.findVersions(ctx, campaignId);
  return { items: rows.map((row, at) => present(row, at === 0)) };
}

export async function readVersion(ctx: Context, { campaignId, versionId }: Named) {
  await requireCampaign(ctx, campaignId);
  const row = await requireVersion(ctx, { campaignId, versionId });
  const latest = await queries.findLatest(ctx, campaignId);
  const { preview_text: previewText, content, document } = row;
  return { ...present(row, latest?.id === row.id), previewText, content: presentContent(content), document };
}

/** As a change like any other, and one nothing grows into: what was there before and what is restored both stay. */
export function restoreVersion(ctx: Context, named: Named): Promise<CampaignWithProgress> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockCampaign(ctx, named.campaignId);
    if (!before) throw notFound();
    const { subject, preview_text, content, document } = await requireVersion(ctx, named);
    await changeDraft(ctx, before, { subject, preview_text, content, document }, true);
    return readCampaign(ctx, named.campaignId);
  });
}

async function requireVersion(ctx: Context, { campaignId, versionId }: Named) {
  const row = await queries.findVersion(ctx, campaignId, versionId);
  if (!row) throw notFound();
  return row;
}

const present = (row: Row, isCurrent: boolean) => ({
  id: row.id,
  version: row.version,
  by: row.by,
  byId: row.saved_by,
  at: row.saved_at.toISOString(),
  subject: row.subject,
  isCurrent,
});
