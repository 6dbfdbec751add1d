import { allBlocks, type EmailBlock, type EmailDocument } from '@waggle/contracts/email-document';
import type { Context } from '#platform/context.ts';
import { Problem } from '#platform/problem.ts';
import type { CampaignRow } from '../queries.ts';

type Image = Extract<EmailBlock, { kind: 'image' }>;

/** One without a picture is not in the email. */
export const imageBlocks = ({ blocks }: EmailDocument): Image[] =>
  allBlocks(blocks).flatMap((block) => (block.kind === 'image' && block.src !== '' ? [block] : []));

const isUndescribed = ({ alt, decorative }: Image): boolean => alt.trim() === '' && decorative !== true;

/** What Send refuses with; null where each image has a text or is there for its looks alone. */
export function undescribedImages(document: EmailDocument | null): string | null {
  const images = document ? imageBlocks(document).filter(isUndescribed).length : 0;
  return images === 0 ? null : `Images without alternative text: ${images}. Describe each, or mark it as decorative.`;
}

/** Asked of people alone: what was scheduled before this was asked still leaves. */
export function requireImageTexts({ actor }: Context, { document }: Pick<CampaignRow, 'document'>): void {
  const message = actor.kind === 'user' ? undescribedImages(document) : null;
  if (message !== null) throw new Problem('invalid_input', message);
}

/** The same email with those marked as what readers took them for when it was sent. */
export function withDecorative(document: EmailDocument): EmailDocument {
  const marked = structuredClone(document);
  for (const block of imageBlocks(marked)) if (isUndescribed(block)) block.decorative = true;
  return marked;
}
