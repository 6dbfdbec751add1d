import type { CellBlock, EmailColor } from '@waggle/contracts/email-document';
import { buttonHtml } from './button.ts';
import { cleanBlock } from './clean-block.ts';
import { fontStacks } from './fonts.ts';
import type { Frame } from './frame.ts';
import { attribute, classOf, inlineHtml, isBlank } from './inline.ts';
import { linkAddress } from './links.ts';
import { richHtml } from './rich-text.ts';
import { socialHtml } from './social.ts';
import { conditionTags } from './tags.ts';

/** Pixels above and below where the author says nothing. */
const usualSpace: Record<CellBlock['kind'], [top: number, bottom: number]> = {
  heading: [16, 8],
  text: [8, 8],
  image: [0, 0],
  button: [12, 12],
  divider: [16, 16],
  spacer: [0, 0],
  social: [12, 12],
  html: [0, 0],
  footer: [24, 32],
};
/** These reach from edge to edge. */
const edgeToEdge = new Set<CellBlock['kind']>(['image', 'html', 'spacer']);

export const headingSizes = { 1: 36, 2: 24, 3: 18 } as const;

type Kind<Name extends CellBlock['kind']> = Extract<CellBlock, { kind: Name }>;

/** One block as rows of a column, with its condition around. Nothing for a block that shows nothing. */
export function blockMjml(block: CellBlock, outer: Frame): string {
  const side = block.space?.side ?? (edgeToEdge.has(block.kind) ? 0 : outer.side);
  const frame = { ...outer, side };
  const mjml = draw(block, frame);
  if (mjml === '' || !block.showIf) return mjml;
  const [open, close] = conditionTags(block.showIf, 'html').map((tag) => frame.slots.hold(tag));
  return `<mj-raw>${open}</mj-raw>${mjml}<mj-raw>${close}</mj-raw>`;
}

const draw = (block: CellBlock, frame: Frame): string =>
  (kinds[block.kind] as (one: CellBlock, frame: Frame) => string)(block, frame);

const kinds: { [Name in CellBlock['kind']]: (block: Kind<Name>, frame: Frame) => string } = {
  heading,
  text: words,
  footer: words,
  image,
  button: (block, frame) =>
    isBlank(block.label) ? '' : content(block, frame, buttonHtml(block, frame), { align: block.align }),
  divider,
  spacer: ({ height }) => `<mj-spacer height="${height}px" />`,
  social: socialText,
  html,
};

const paddingOf = ({ kind, space }: CellBlock, side: number): string => {
  const [top, bottom] = usualSpace[kind];
  return `${space?.top ?? top}px ${side}px ${space?.bottom ?? bottom}px`;
};

/** HTML of ours in a row of its own. */
function content(
  block: CellBlock,
  frame: Frame,
  inner: string,
  { align, classes = [] }: { align?: string | undefined; classes?: string[] } = {},
): string {
  const names = [frame.phone.side(frame.side), ...classes].filter(Boolean).join(' ');
  const css = names === '' ? '' : ` css-class="${names}"`;
  return `<mj-text padding="${paddingOf(block, frame.side)}"${align ? ` align="${align}"` : ''}${css}>${frame.slots.hold(inner)}</mj-text>`;
}

function heading(block: Kind<'heading'>, frame: Frame): string {
  if (isBlank(block.text)) return '';
  const size = block.size ?? headingSizes[block.level];
  const font = block.font ?? frame.theme.headingFont;
  const paint = frame.painter.words(block.color, frame.surface);
  const align = block.align ?? 'left';
  const style = [
    'margin:0',
    `font-family:${fontStacks[font]}`,
    `font-size:${size}px`,
    `font-weight:${block.weight === 'normal' ? 400 : 700}`,
    `line-height:${Math.round(size * (size > 48 ? 1.05 : 1.2))}px`,
    `letter-spacing:${size >= 32 ? '-0.02em' : 'normal'}`,
    `color:${paint.hex}`,
    `text-align:${align}`,
  ].join(';');
  const inner = inlineHtml(block.text, frame.painter, frame.surface);
  const tag = `h${block.level}`;
  return content(block, frame, `<${tag}${classOf(paint.className)} style="${style}">${inner}</${tag}>`, {
    align,
    classes: [frame.phone.size(size)],
  });
}

function words(block: Kind<'text'> | Kind<'footer'>, frame: Frame): string {
  if (block.body.length === 0) return '';
  const isFooter = block.kind === 'footer';
  const size = block.size ?? (isFooter ? 13 : 16);
  const paint = frame.painter.words(block.color, frame.surface, isFooter ? 'muted' : 'text');
  const align = block.align ?? 'left';
  const style = [
    `font-family:${fontStacks[block.font ?? frame.theme.bodyFont]}`,
    `font-size:${size}px`,
    `line-height:${Math.round(size * (size > 34 ? 1.15 : 1.6))}px`,
    `color:${paint.hex}`,
  ].join(';');
  const inner = richHtml(block.body, frame, { align, size, style, className: paint.className });
  return content(block, frame, inner, { align, classes: [frame.phone.size(size)] });
}

function image(block: Kind<'image'>, frame: Frame): string {
  if (block.src === '') return '';
  const { slots } = frame;
  const room = frame.width - frame.side * 2;
  const width = Math.max(8, Math.min(room, block.width ?? room));
  const href = linkAddress(block.href);
  const phone = frame.phone.side(frame.side);
  return [
    `<mj-image src="${slots.hold(attribute(block.src))}" alt="${slots.hold(attribute(block.alt))}" width="${width}px"`,
    ` padding="${paddingOf(block, frame.side)}" align="${block.align ?? 'center'}"`,
    href === null ? '' : ` href="${slots.hold(attribute(href))}" target="_blank"`,
    block.radius ? ` border-radius="${block.radius}px"` : '',
    width === room && width > 240 ? ' fluid-on-mobile="true"' : '',
    phone === '' ? '' : ` css-class="${phone}"`,
    ' />',
  ].join('');
}

function divider(block: Kind<'divider'>, frame: Frame): string {
  const paint = frame.painter.on('line', (block.color ?? 'line') satisfies EmailColor, frame.surface);
  const names = [frame.phone.side(frame.side), paint.className].filter(Boolean).join(' ');
  return (
    `<mj-divider border-width="${block.thickness ?? 1}px" border-style="${block.look ?? 'solid'}" border-color="${paint.hex}" ` +
    `padding="${paddingOf(block, frame.side)}"${names === '' ? '' : ` css-class="${names}"`} />`
  );
}

function socialText(block: Kind<'social'>, frame: Frame): string {
  const inner = socialHtml(block, frame);
  return inner === '' ? '' : content(block, frame, inner, { align: block.align });
}

function html(block: Kind<'html'>, frame: Frame): string {
  const { html: clean, removed } = cleanBlock(block.html);
  for (const message of removed) frame.note(block.id, message);
  return clean.trim() === ''
    ? ''
    : content(block, frame, clean, { classes: [frame.painter.words(undefined, frame.surface).className] });
}
