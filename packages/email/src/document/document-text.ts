import type { EmailBlock, EmailDocument } from '@waggle/contracts/email-document';
import { cleanBlock } from './clean-block.ts';
import { inlineText, isBlank } from './inline.ts';
import { linkAddress } from './links.ts';
import { richText } from './rich-text.ts';
import { socialLinks } from './social.ts';
import { literalText } from '../content/literal-text.ts';
import { conditionTags } from './tags.ts';

/** The text part: the same words in the same order, each link behind its words. */
export const documentText = ({ blocks }: EmailDocument): string =>
  `${blocksText(blocks)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;

const blocksText = (blocks: readonly EmailBlock[]): string => blocks.map(conditionally).join('');

/** The blank line below a block belongs to it, or those who do not see it would see a gap. */
function conditionally(block: EmailBlock): string {
  const text = blockText(block);
  if (text.trim() === '') return '';
  const whole = `${text}\n\n`;
  if (!block.showIf) return whole;
  const [open, close] = conditionTags(block.showIf, 'text');
  return `${open}${whole}${close}`;
}

type Kind<Name extends EmailBlock['kind']> = Extract<EmailBlock, { kind: Name }>;

const blockText = (block: EmailBlock): string => (kinds[block.kind] as (one: EmailBlock) => string)(block);

const kinds: { [Name in EmailBlock['kind']]: (block: Kind<Name>) => string } = {
  heading: ({ text }) => inlineText(text),
  text: ({ body }) => richText(body),
  footer: ({ body }) => richText(body),
  image: ({ src, alt, href }) => imageText(src === '' ? '' : alt, linkAddress(href)),
  button: ({ label, href }) => (isBlank(label) ? '' : `${inlineText(label, true)}${behind(linkAddress(href))}`),
  columns: ({ cells }) => blocksText(cells.flat()).trimEnd(),
  divider: () => '----------',
  spacer: () => '',
  social: (block) =>
    socialLinks(block)
      .map(({ name, href }) => `${name}: ${href}`)
      .join('\n'),
  html: ({ html }) => cleanBlock(html).text(),
};

const behind = (href: string | null): string => (href === null ? '' : `: ${href}`);

/** A picture that leads somewhere is named; one that only decorates is left out. */
const imageText = (alt: string, href: string | null): string =>
  alt === '' || href === null ? '' : `${literalText(alt)}${behind(href)}`;
