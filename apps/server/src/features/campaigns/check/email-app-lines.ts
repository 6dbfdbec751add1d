import { allBlocks, type EmailDocument } from '@waggle/contracts/email-document';
import { isMjml } from '@waggle/email/content/mjml';
import type { Context } from '#platform/context.ts';
import { clientGapsInThread } from '../content/compile-in-thread.ts';
import type { CampaignRow } from '../queries.ts';
import { type Line, line } from './lines.ts';

/** Named for each program; the others would only be a long list. */
const mostNamed = 6;

/** Of HTML a person wrote. What blocks and MJML become was made for these programs. */
export async function emailAppLines(
  ctx: Context,
  { document, content }: Pick<CampaignRow, 'document' | 'content'>,
): Promise<Line[]> {
  const pieces = document ? htmlOf(document) : isMjml(content.html) ? [] : [content.html];
  if (pieces.length === 0) return [];
  const gaps = await clientGapsInThread(ctx.organizationId, pieces);
  if (gaps.length === 0) return [];
  const details = gaps.map(({ client, features }) => sentenceOf(client, features));
  return [{ ...line('email-apps', 'warning', 'Some email apps ignore parts of this HTML', 'edit-content'), details }];
}

function sentenceOf(client: string, features: readonly string[]): string {
  const named = features.slice(0, mostNamed).join(', ');
  const more = features.length - mostNamed;
  return more > 0 ? `${client} ignores ${named} and ${more} more` : `${client} ignores ${named}`;
}

export const htmlOf = ({ blocks }: EmailDocument): string[] =>
  allBlocks(blocks).flatMap((block) => (block.kind === 'html' ? [block.html] : []));
