import type { CellBlock, ColumnsBlock, EmailBlock, EmailColor, EmailDocument } from '@waggle/contracts/email-document';
import { blockMjml } from './block-mjml.ts';
import { boxOf } from './box.ts';
import { fontStacks } from './fonts.ts';
import type { Frame } from './frame.ts';
import { Painter } from './painter.ts';
import { PhoneRules } from './phone-rules.ts';
import { Slots } from './slots.ts';
import { conditionTags } from './tags.ts';

export type DocumentMjml = { mjml: string; slots: Slots; notes: { blockId: string; message: string }[] };

/** Pixels left and right of what does not reach the edges. */
const usualSide = 48;

/** The document as MJML of ours, with stand-ins for all that a person wrote. */
export function documentMjml(document: EmailDocument): DocumentMjml {
  const { theme } = document;
  const [painter, phone, slots] = [new Painter(theme), new PhoneRules(), new Slots()];
  const notes: DocumentMjml['notes'] = [];
  const note = (blockId: string, message: string) => void notes.push({ blockId, message });
  const frame = { theme, painter, phone, slots, width: theme.width, side: usualSide, note };
  const sections = bands(document.blocks).map((band) =>
    bandMjml(band, { ...frame, surface: painter.surface(band.color) }),
  );
  const ground = painter.on('ground', 'background', painter.surface('background'));
  const language = document.language ? ` lang="${document.language}"` : '';
  const mjml = [
    `<mjml${language}><mj-head><mj-attributes><mj-all padding="0" font-family="${fontStacks[theme.bodyFont]}" /><mj-text font-size="16px" line-height="1.6" color="${theme.light.text}" /></mj-attributes>`,
    '<mj-raw><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"></mj-raw>',
    `<mj-style>:root{color-scheme:light dark;supported-color-schemes:light dark}\n${phone.stylesheet()}\n${painter.stylesheet()}</mj-style></mj-head>`,
    `<mj-body width="${theme.width}px" background-color="${ground.hex}"${ground.className ? ` css-class="${ground.className}"` : ''}>`,
    ...sections,
    '</mj-body></mjml>',
  ].join('\n');
  return { mjml, slots, notes };
}

type Band = { color: EmailColor; blocks: CellBlock[] } | { color: EmailColor; columns: ColumnsBlock };

/** Blocks below each other on the same color share a section: each has tables of its own for Outlook, a kilobyte of them. */
function bands(blocks: readonly EmailBlock[]): Band[] {
  const found: Band[] = [];
  for (const block of blocks) {
    const color = block.background ?? 'paper';
    const last = found.at(-1);
    if (block.kind === 'columns') found.push({ color, columns: block });
    else if (last && 'blocks' in last && last.color === color) last.blocks.push(block);
    else found.push({ color, blocks: [block] });
  }
  return found;
}

function bandMjml(band: Band, frame: Frame): string {
  if ('columns' in band) return columnsMjml(band.columns, frame);
  const rows = band.blocks.map((block) => blockMjml(block, frame)).join('');
  return rows === '' ? '' : `${section(frame)}<mj-column>${rows}</mj-column></mj-section>`;
}

function section(frame: Frame, attributes = '', classes: string[] = []): string {
  const { role, light } = frame.surface;
  const paint = frame.painter.on('band', role ?? light, frame.surface);
  const names = [paint.className, ...classes].filter(Boolean).join(' ');
  return `<mj-section background-color="${paint.hex}"${attributes}${names === '' ? '' : ` css-class="${names}"`}>`;
}

function columnsMjml(block: ColumnsBlock, frame: Frame): string {
  const side = block.space?.side ?? frame.side;
  const padding = ` padding="${block.space?.top ?? 16}px ${side}px ${block.space?.bottom ?? 16}px"`;
  const columns = cellsMjml(block, { ...frame, width: Math.max(24, frame.width - side * 2) });
  if (columns.every((column) => column.isEmpty)) return '';
  const inner = columns.map(({ mjml }) => mjml).join('');
  const grouped = block.keepOnPhone && columns.length > 1 ? `<mj-group>${inner}</mj-group>` : inner;
  const mjml = `${section(frame, padding, [frame.phone.row(side)])}${grouped}</mj-section>`;
  if (!block.showIf) return mjml;
  const [open, close] = conditionTags(block.showIf, 'html').map((tag) => frame.slots.hold(tag));
  return `<mj-raw>${open}</mj-raw>${mjml}<mj-raw>${close}</mj-raw>`;
}

function cellsMjml(block: ColumnsBlock, frame: Frame): { mjml: string; isEmpty: boolean }[] {
  const shares = block.ratio.split(':').map(Number);
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const gap = shares.length === 1 ? 0 : (block.gap ?? 24);
  return block.cells.map((cell, at) => {
    const share = (shares[at] ?? 1) / whole;
    const isLast = at === shares.length - 1;
    const [left, right] = [at === 0 ? 0 : gap / 2, isLast ? 0 : gap / 2];
    const width = Math.max(16, Math.floor(frame.width * share - left - right));
    const box = boxOf(block, { ...frame, width });
    const phone = block.keepOnPhone ? '' : frame.phone.column(gap, isLast);
    const names = [phone, ...box.classes].filter(Boolean).join(' ');
    const rows = cell.map((inner) => blockMjml(inner, box.frame)).join('');
    return {
      isEmpty: rows === '',
      mjml:
        `<mj-column width="${Math.round(share * 10_000) / 100}%" vertical-align="${block.verticalAlign ?? 'top'}" ` +
        `padding="0 ${right}px 0 ${left}px"${box.attributes}${names === '' ? '' : ` css-class="${names}"`}>${box.edge}${rows}${box.edge}</mj-column>`,
    };
  });
}
