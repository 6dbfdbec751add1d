import type { FileBody } from '@waggle/contracts/endpoint';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import { type CampaignWithProgress, readCampaign } from '../campaigns.ts';
import { isLedgerKept } from '../recipients/kept-ledger.sql.ts';
import { Counts, createLedgerHash } from './ledger-hash.ts';
import { findRows } from './queries.ts';

export const proofFormat = 'waggle-proof-1';
/** Rows read at once: some 20 ms of work, and no transaction stays open while somebody downloads slowly. */
const pageSize = 5_000;

/**
 * What became of everybody, to keep and to check where nothing of ours runs. One line for each row, so that a million
 * need no memory; the counts come last, because they are made from the very rows in the file. Addresses are not in it.
 */
export async function proofOf(ctx: Context, campaignId: string): Promise<FileBody> {
  const campaign = await readCampaign(ctx, campaignId);
  const { month, audience } = campaign;
  if (month === null || audience === null)
    throw new Problem('wrong_state', 'Proof of sending is available once sending has started.');
  if (!(await isLedgerKept(ctx, campaign)))
    throw new Problem('wrong_state', 'Proof of sending is available for 13 months after sending has started.');
  return {
    name: `proof-${campaignId}.json`,
    type: 'application/json',
    content: write(ctx, campaign, month),
  };
}

async function* write(ctx: Context, campaign: CampaignWithProgress, month: string): AsyncGenerator<string> {
  const head = JSON.stringify(headOf(ctx, campaign));
  const hash = createLedgerHash(head);
  const counts = new Counts();
  yield `{"format":"${proofFormat}","campaign":\n${head}\n,"rows":[\n`;
  let after: string | null = null;
  do {
    const rows = await findRows(ctx, campaign.id, month, { after, limit: pageSize });
    const isFirst = after === null;
    const lines = rows.map((row) => {
      const line = JSON.stringify({
        contactId: row.contact_id,
        sendId: row.id,
        state: row.state,
        reason: row.reason,
        attempts: row.attempts,
        sentAt: row.sent_at?.toISOString() ?? null,
      });
      counts.add(row);
      hash.add(line);
      return line;
    });
    if (lines.length > 0) yield `${isFirst ? '' : ',\n'}${lines.join(',\n')}`;
    after = rows.length < pageSize ? null : rows.at(-1)!.contact_id;
  } while (after !== null);
  yield `\n],"counts":${JSON.stringify(counts.list())},"people":${counts.rows},"sha256":"${hash.end()}"}\n`;
}

const headOf = (ctx: Context, campaign: CampaignWithProgress) => ({
  id: campaign.id,
  organizationId: ctx.organizationId,
  name: campaign.name,
  status: campaign.status,
  sentAt: campaign.sent_at?.toISOString() ?? null,
  completedAt: campaign.completed_at?.toISOString() ?? null,
  audience: Number(campaign.audience),
  leftOut: campaign.leftOut,
  madeAt: ctx.now().toISOString(),
});
