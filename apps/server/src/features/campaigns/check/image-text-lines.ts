import { allBlocks, type EmailDocument } from '@waggle/contracts/email-document';
import type { Context } from '#platform/context.ts';
import { imagesWithoutAltInThread } from '../content/compile-in-thread.ts';
import type { CampaignRow } from '../queries.ts';
import { htmlOf } from './email-app-lines.ts';
import { type Line, line, ok } from './lines.ts';

/** Whoever can't see a picture, or whose program doesn't load it, reads its text. */
export async function imageTextLines(
  ctx: Context,
  { document, content }: Pick<CampaignRow, 'document' | 'content'>,
): Promise<Line[]> {
  const blocks = document ? imageBlocks(document) : [];
  const html = document ? htmlOf(document) : [content.html];
  const inHtml = html.length === 0 ? 0 : await imagesWithoutAltInThread(ctx.organizationId, html);
  const images = blocks.filter(({ alt }) => alt.trim() === '').length + inHtml;
  if (images > 0) {
    const message = `Images without alternative text: ${images}. Describe each for people who can't see it.`;
    return [line('image-text', 'warning', message, 'edit-content')];
  }
  return blocks.length > 0 ? [ok('image-text', 'Every image has alternative text')] : [];
}

/** One without a picture is not in the email. */
const imageBlocks = ({ blocks }: EmailDocument) =>
  allBlocks(blocks).flatMap((block) => (block.kind === 'image' && block.src !== '' ? [block] : []));
