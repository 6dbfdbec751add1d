import type { CellBlock } from '@waggle/contracts/email-document';
import { fontStacks } from './fonts.ts';
import type { Frame } from './frame.ts';
import { attribute, classOf, inlineHtml, inlineLength } from './inline.ts';
import { linkAddress } from './links.ts';

type ButtonBlock = Extract<CellBlock, { kind: 'button' }>;

/** Pixels left and right of the label, and above and below. */
const padding = { side: 30, top: 16 };

/**
 * A button as a table, and for Outlook on Windows, which knows no corners and no padding of links, as a drawing. A drawing has
 * a width before its label is known, so that is guessed from the number of letters.
 */
export function buttonHtml(block: ButtonBlock, frame: Frame): string {
  const look = lookOf(block, frame);
  return `<!--[if mso]>${drawing(block, frame, look)}<![endif]--><!--[if !mso]><!-->${table(block, frame, look)}<!--<![endif]-->`;
}

type Painted = { hex: string; className: string };
type Look = { size: number; label: string; href: string; words: Painted; fill: Painted; edge: Painted | null };

function lookOf(block: ButtonBlock, { painter, surface }: Frame): Look {
  const isOutline = block.look === 'outline';
  const color = block.color ?? (isOutline ? 'line' : 'accent');
  const ground = isOutline ? surface : painter.surface(color);
  const under = surface.changes ? ground : { ...ground, changes: false };
  return {
    size: block.size ?? 16,
    label: inlineHtml(block.label, painter, under, { plain: true }),
    href: attribute(linkAddress(block.href) ?? ''),
    words: painter.words(block.textColor, under),
    fill: isOutline ? { hex: surface.light, className: '' } : painter.on('fill', color, surface),
    edge: isOutline ? painter.on('edge', color, surface) : null,
  };
}

const linkTo = (href: string): string => (href === '' ? '' : ` href="${href}"`);

function drawing(block: ButtonBlock, frame: Frame, { size, label, href, words, fill, edge }: Look): string {
  const height = size + 4 + padding.top * 2;
  const room = frame.width - frame.side * 2;
  const guessed = Math.round(inlineLength(block.label) * size * 0.56) + padding.side * 2;
  const width = Math.max(16, block.fullWidth ? room : Math.min(room, guessed));
  const arc = Math.min(50, Math.round((frame.theme.radius / height) * 100));
  const border = edge ? `strokecolor="${edge.hex}" strokeweight="2px"` : 'stroked="f"';
  return (
    `<v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w="urn:schemas-microsoft-com:office:word"${linkTo(href)} ` +
    `style="height:${height}px;v-text-anchor:middle;width:${width}px" arcsize="${arc}%" ${border} fillcolor="${fill.hex}"><w:anchorlock/>` +
    `<center style="color:${words.hex};font-family:Arial,sans-serif;font-size:${size}px;font-weight:bold">${label}</center></v:roundrect>`
  );
}

function table(block: ButtonBlock, { theme }: Frame, { size, label, href, words, fill, edge }: Look): string {
  const [above, beside] = edge ? [padding.top - 2, padding.side - 2] : [padding.top, padding.side];
  const paint = edge ? `border:2px solid ${edge.hex}` : `background-color:${fill.hex}`;
  const full = block.fullWidth ? ' width="100%"' : '';
  const font = `font-family:${fontStacks[theme.bodyFont === 'serif' ? 'sans' : theme.bodyFont]};font-size:${size}px;font-weight:700;line-height:${size + 4}px`;
  return (
    `<table role="presentation" border="0" cellpadding="0" cellspacing="0" align="${block.align ?? 'left'}"${full} style="border-collapse:separate">` +
    `<tr><td align="center"${edge ? '' : ` bgcolor="${fill.hex}"`}${classOf((edge ?? fill).className)} ` +
    `style="${paint};border-radius:${theme.radius}px;padding:${above}px ${beside}px"><a${linkTo(href)}${href === '' ? '' : ' target="_blank"'}` +
    `${classOf(words.className)} style="display:inline-block;color:${words.hex};${font};text-decoration:none">${label}</a></td></tr></table>`
  );
}
