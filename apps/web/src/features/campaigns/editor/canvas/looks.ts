import type {
  ColorRole,
  EmailBlock,
  EmailColor,
  EmailFont,
  EmailPalette,
  EmailTheme,
} from '@waggle/contracts/email-document';
import type { CSSProperties } from 'react';
import type { WordsBlock } from '../blocks/kinds.ts';

// The canvas is near to what is sent; the preview is exact. Numbers are those of the compiler.

export type Screen = 'desktop' | 'phone' | 'dark';

const fontStacks: Record<EmailFont, string> = {
  sans: "'Helvetica Neue', Helvetica, Arial, sans-serif",
  serif: "Georgia, 'Times New Roman', serif",
  mono: "'Courier New', Courier, monospace",
  rounded: "'Trebuchet MS', 'Lucida Grande', Verdana, sans-serif",
};

/** Colors as variables: the dark canvas changes only these. */
export const paletteVariables = (palette: EmailPalette): CSSProperties =>
  Object.fromEntries(Object.entries(palette).map(([role, hex]) => [`--email-${role}`, hex]));

export const cssColor = (color: EmailColor): string => (color.startsWith('#') ? color : `var(--email-${color})`);

export const hexOf = (color: EmailColor, palette: EmailPalette): string =>
  color.startsWith('#') ? color : palette[color as ColorRole];

const onRole: Partial<Record<EmailColor, ColorRole>> = { accent: 'onAccent', deep: 'onDeep', text: 'paper' };

/** Without a color of their own, words take what can be read on the surface. */
export function wordsColor(color: EmailColor | undefined, surface: EmailColor, usual: ColorRole = 'text'): string {
  if (color !== undefined) return cssColor(color);
  if (surface.startsWith('#')) return isLight(surface) ? '#191714' : '#ffffff';
  return cssColor(onRole[surface] ?? usual);
}

function isLight(hex: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return red * 0.3 + green * 0.59 + blue * 0.11 > 150;
}

const usualSpace: Record<EmailBlock['kind'], readonly [top: number, bottom: number]> = {
  heading: [16, 8],
  text: [8, 8],
  image: [0, 0],
  button: [12, 12],
  columns: [16, 16],
  divider: [16, 16],
  spacer: [0, 0],
  social: [12, 12],
  html: [0, 0],
  footer: [24, 32],
};
const edgeToEdge = new Set<EmailBlock['kind']>(['image', 'html', 'spacer']);
const usualSide = 48;
const phoneSide = 24;

export type Space = { top: number; bottom: number; side: number };

export function spaceOf({ kind, space }: EmailBlock, inColumn: boolean): Space {
  const [top, bottom] = usualSpace[kind];
  const side = edgeToEdge.has(kind) || inColumn ? 0 : usualSide;
  return { top: space?.top ?? top, bottom: space?.bottom ?? bottom, side: space?.side ?? side };
}

export function paddingOf(block: EmailBlock, inColumn: boolean, screen: Screen): CSSProperties {
  const { top, bottom, side } = spaceOf(block, inColumn);
  return { paddingBlock: `${top}px ${bottom}px`, paddingInline: screen === 'phone' ? Math.min(side, phoneSide) : side };
}

export const headingSizes = { 1: 36, 2: 24, 3: 18 } as const;
const usualSize = { text: 16, footer: 13, button: 16 } as const;

export const sizeOf = (block: WordsBlock): number =>
  block.size ?? (block.kind === 'heading' ? headingSizes[block.level] : usualSize[block.kind]);

const onScreen = (size: number, screen: Screen): number =>
  screen === 'phone' && size > 34 ? Math.max(30, Math.round(size * 0.66)) : size;

export function lettersOf(
  block: Exclude<WordsBlock, { kind: 'button' }>,
  { theme, surface, screen }: { theme: EmailTheme; surface: EmailColor; screen: Screen },
): CSSProperties {
  const size = onScreen(sizeOf(block), screen);
  const isHeading = block.kind === 'heading';
  return {
    fontFamily: fontStacks[block.font ?? (isHeading ? theme.headingFont : theme.bodyFont)],
    fontSize: size,
    fontWeight: isHeading && block.weight !== 'normal' ? 700 : 400,
    lineHeight: isHeading ? (size > 48 ? 1.05 : 1.2) : size > 34 ? 1.15 : 1.6,
    letterSpacing: isHeading && size >= 32 ? '-0.02em' : undefined,
    color: wordsColor(block.color, surface, block.kind === 'footer' ? 'muted' : 'text'),
    textAlign: block.align ?? 'left',
  };
}

export const bodyFont = (theme: EmailTheme): string => fontStacks[theme.bodyFont];

export function buttonLook(
  block: Extract<WordsBlock, { kind: 'button' }>,
  theme: EmailTheme,
  surface: EmailColor,
): CSSProperties {
  const isOutline = block.look === 'outline';
  const fill = block.color ?? 'accent';
  const size = sizeOf(block);
  return {
    display: block.fullWidth ? 'block' : 'inline-block',
    minWidth: 60,
    padding: isOutline ? '14px 28px' : '16px 30px',
    borderRadius: theme.radius,
    border: isOutline ? `2px solid ${cssColor(block.color ?? 'line')}` : undefined,
    background: isOutline ? undefined : cssColor(fill),
    color: wordsColor(block.textColor, isOutline ? surface : fill),
    fontFamily: bodyFont(theme),
    fontSize: size,
    fontWeight: 700,
    lineHeight: `${size + 4}px`,
    textAlign: 'center',
  };
}
