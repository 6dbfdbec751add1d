import { randomUUID } from 'node:crypto';
import type { previewCampaign as contract } from '@waggle/contracts/campaign-checks';
import type { ReplyOf, ServedInput } from '@waggle/contracts/endpoint';
import { parsePieces, Reader, renderPieces } from '@waggle/email/content/liquid';
import type { Personal } from '@waggle/email/content/personal';
import { findUser, person } from '#features/accounts/index.ts';
import { findTagIdsOf } from '#features/contacts/index.ts';
import { mailOriginOf, senderNames } from '#features/settings/index.ts';
import { activeClient } from '#platform/active-client.ts';
import type { Context } from '#platform/context.ts';
import { notFound } from '#platform/problem.ts';
import { requireCampaign } from '../campaigns.ts';
import { type CompiledCampaign, compileCampaign } from '../content/compile-campaign.ts';
import { readInThread } from '../content/compile-in-thread.ts';
import type { Campaigns } from '../parts.ts';
import type { CampaignRow } from '../queries.ts';
import { findReader } from './queries.ts';

type Asked = ServedInput<typeof contract>['body'];

/** The email as somebody would get it, composed by what composes every email and read back. Nothing of it is kept. */
export async function previewCampaign(
  campaigns: Campaigns,
  ctx: Context,
  campaignId: string,
  asked: Asked,
): Promise<ReplyOf<typeof contract>> {
  const campaign = shownInstead(await requireCampaign(ctx, campaignId), asked);
  const reader = await readerOf(campaigns, ctx, asked.contactId);
  const [compiled, nameOf] = await Promise.all([
    compileCampaign(campaigns, ctx, campaign),
    senderNames(campaigns.settings, ctx, [chosen(campaign)]),
  ]);
  const from = nameOf(chosen(campaign));
  const problems = compiled.problems.map(({ part, line, message, severity }) => ({ part, line, message, severity }));
  const about = {
    from: { name: from?.name ?? null, email: from?.email ?? null },
    removed: removedFrom(compiled),
    problems,
    source: compiled.source,
    generated: compiled.generated,
  };
  if (problems.some(({ severity }) => severity === 'error'))
    return { ...about, subject: campaign.subject, previewText: campaign.preview_text, html: '', text: '' };
  const previewText = renderPieces(parsePieces(campaign.preview_text), new Reader(reader));
  return { ...about, previewText, ...(await read(campaigns, ctx, { campaign, compiled, from, reader })) };
}

const chosen = ({ sender_id: senderId, client_id: clientId }: CampaignRow) => ({ senderId, clientId });

/** Links lead straight to where they lead: what nobody got is in no ledger, so nothing could be counted. */
function shownInstead(saved: CampaignRow, { subject, previewText, content, document, utm }: Asked): CampaignRow {
  return {
    ...saved,
    subject: subject ?? saved.subject,
    preview_text: previewText ?? saved.preview_text,
    content: content ?? saved.content,
    document: document ?? (content ? null : saved.document),
    tracking: { opens: false, clicks: false },
    utm: utm === undefined ? saved.utm : utm,
  };
}

const removedFrom = ({ problems, removed }: CompiledCampaign): string[] => [
  ...new Set([...removed, ...problems.filter(({ code }) => code === 'element_removed').map(({ message }) => message)]),
];

async function readerOf(campaigns: Campaigns, ctx: Context, contactId: string | null): Promise<Personal> {
  if (contactId === null) return callerAsReader(campaigns, ctx);
  const contact = await findReader(ctx, contactId);
  if (!contact) throw notFound();
  return { ...contact, tagIds: (await findTagIdsOf(ctx, [contactId])).get(contactId) ?? [] };
}

export async function callerAsReader({ settings }: Campaigns, ctx: Context): Promise<Personal> {
  const user = await findUser(settings.database, ctx, person(ctx).userId, activeClient(ctx));
  if (!user) throw notFound();
  const [firstName = null, ...rest] = user.name.split(' ');
  return { email: user.email, firstName, lastName: rest.join(' ') || null, phone: null, company: null, attributes: {} };
}

type Shown = {
  campaign: CampaignRow;
  compiled: CompiledCampaign;
  from: { name: string; email: string } | null;
  reader: Personal;
};

async function read({ settings, linkKeys }: Campaigns, ctx: Context, { campaign, compiled, from, reader }: Shown) {
  const { html, text, footer } = compiled;
  const publicUrl = await mailOriginOf(settings, ctx, campaign.client_id);
  const { CELL: cell } = settings.config;
  return readInThread({
    frozen: {
      subject: campaign.subject,
      previewText: campaign.preview_text,
      html,
      text,
      // An email has a sender; who has none yet sees the rest of it all the same.
      from: from ?? { name: footer.organizationName, email: 'sender@example.invalid' },
      replyTo: null,
      returnPathDomain: null,
      footer,
      tracking: campaign.tracking,
    },
    keys: [],
    linkKey: await linkKeys.newest(),
    settings: { publicUrl, cell, organizationId: ctx.organizationId, campaignId: campaign.id, links: [], isTest: true },
    recipient: { ...reader, sendId: randomUUID() },
  });
}
