import type { Context } from '#platform/context.ts';
import { imagesWithoutAltInThread } from '../content/compile-in-thread.ts';
import { imageBlocks, undescribedImages } from '../content/image-texts.ts';
import type { CampaignRow } from '../queries.ts';
import { htmlOf } from './email-app-lines.ts';
import { type Line, line, ok } from './lines.ts';

/** Whoever can't see a picture, or whose program doesn't load it, reads its text. Pasted HTML is warned of and stays as it is. */
export async function imageTextLines(
  ctx: Context,
  { document, content }: Pick<CampaignRow, 'document' | 'content'>,
): Promise<Line[]> {
  const refused = undescribedImages(document);
  if (refused !== null) return [line('image-text', 'blocking', refused, 'edit-content')];
  const html = document ? htmlOf(document) : [content.html];
  const inHtml = html.length === 0 ? 0 : await imagesWithoutAltInThread(ctx.organizationId, html);
  if (inHtml > 0) {
    const message = `Images without alternative text: ${inHtml}. Describe each for people who can't see it.`;
    return [line('image-text', 'warning', message, 'edit-content')];
  }
  return document && imageBlocks(document).length > 0 ? [ok('image-text', 'Every image has alternative text')] : [];
}
