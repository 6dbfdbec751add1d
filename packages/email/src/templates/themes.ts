import type { EmailPalette, EmailTheme } from '@waggle/contracts/email-document';
import { contrast, mix, readableOn } from '../document/color-math.ts';

/** Names of the folders of pictures: each picture exists in each of these colors. */
export const themeNames = ['wheat', 'sage', 'harbor', 'teal', 'rose', 'plum', 'stone', 'sun'] as const;
export type ThemeName = (typeof themeNames)[number];

/** ink, muted, line, tint, accent, onAccent, deep, onDeep, paper */
type Colors = readonly [string, string, string, string, string, string, string, string, string];

const palette = (
  [text, muted, line, tint, accent, onAccent, deep, onDeep, paper]: Colors,
  background: string,
): EmailPalette => ({
  background,
  paper,
  text,
  muted,
  line,
  tint,
  accent,
  onAccent,
  deep,
  onDeep,
});

const light: Record<ThemeName, Colors> = {
  wheat: ['#2b2118', '#6b5d4f', '#eadfcf', '#fbf4e8', '#8a4f16', '#ffffff', '#4a2a12', '#fff1d9', '#ffffff'],
  sage: ['#1e2b25', '#56655c', '#dce6dc', '#eff4ec', '#2f6b4f', '#ffffff', '#1c4334', '#f8f3e2', '#ffffff'],
  harbor: ['#14202e', '#52606f', '#d9e3ec', '#eef4f9', '#1f5288', '#ffffff', '#12324f', '#fbf6ea', '#ffffff'],
  teal: ['#14292b', '#4f6668', '#d5e6e5', '#ebf5f4', '#1b6f75', '#ffffff', '#0f4448', '#fdf8ea', '#ffffff'],
  rose: ['#2e1a1d', '#6f5558', '#f0dedb', '#fdf2ef', '#a33a44', '#ffffff', '#5a1b26', '#fff5ee', '#ffffff'],
  plum: ['#251a31', '#63566f', '#e6deec', '#f6f1f9', '#6d4690', '#ffffff', '#2f1a45', '#fbf5ee', '#ffffff'],
  stone: ['#191714', '#605a52', '#e5dfd4', '#f6f3ec', '#191714', '#ffffff', '#191714', '#fffdf8', '#ffffff'],
  sun: ['#241c10', '#675b45', '#efe4ca', '#fff8e6', '#241c10', '#ffffff', '#241c10', '#fff9ea', '#ffffff'],
};
const dark: Record<ThemeName, Colors> = {
  wheat: ['#f6eddf', '#bfb09c', '#3b3024', '#2a2219', '#e7a757', '#241505', '#140e09', '#fff1d9', '#1f1913'],
  sage: ['#eaf1ea', '#a6b5ab', '#2c3a32', '#1d2822', '#8cc7a4', '#0e2219', '#0e1512', '#f8f3e2', '#151d19'],
  harbor: ['#e9f0f7', '#a3b2c2', '#2a3644', '#1a2430', '#8fbfea', '#0a1d30', '#0c1219', '#fbf6ea', '#131a22'],
  teal: ['#e6f2f1', '#9fb8b6', '#274040', '#182727', '#7fd0cb', '#062322', '#0b1414', '#fdf8ea', '#121d1d'],
  rose: ['#f7ebe9', '#c3acaa', '#3d2c2d', '#2b1f20', '#f0a09c', '#36090f', '#160e0f', '#fff5ee', '#201718'],
  plum: ['#f1ebf6', '#b4a8c0', '#372d42', '#241d2c', '#c7a6e4', '#220f35', '#120d17', '#fbf5ee', '#1a1520'],
  stone: ['#f4f1eb', '#b4aea4', '#35322c', '#211f1b', '#f4f1eb', '#191714', '#100e0c', '#fffdf8', '#181613'],
  sun: ['#f8f0df', '#bdb09a', '#3a3122', '#282115', '#f2b53a', '#241c10', '#120f09', '#fff9ea', '#1d1810'],
};

/** Behind large words of an offer, and on it; the night of an event, and on it. The pictures have the same. */
export const bandColors: Record<
  ThemeName,
  { hero: string; onHero: string; night: string; onNight: string; softNight: string }
> = {
  wheat: { hero: '#965619', onHero: '#fff6e4', night: '#5a3010', onNight: '#fff6e4', softNight: '#ddb777' },
  sage: { hero: '#2d6149', onHero: '#f8f3e2', night: '#1c4334', onNight: '#f8f3e2', softNight: '#94b79b' },
  harbor: { hero: '#174a7d', onHero: '#fbf6ea', night: '#10304f', onNight: '#fbf6ea', softNight: '#a8cbe8' },
  teal: { hero: '#1c6b70', onHero: '#fdf8ea', night: '#0f4448', onNight: '#fdf8ea', softNight: '#79bdb8' },
  rose: { hero: '#93333d', onHero: '#fff5ee', night: '#5a1b26', onNight: '#fff5ee', softNight: '#e5a39d' },
  plum: { hero: '#543271', onHero: '#fbf5ee', night: '#2f1a45', onNight: '#fbf5ee', softNight: '#b79bcc' },
  stone: { hero: '#322e28', onHero: '#fffdf8', night: '#191714', onNight: '#fffdf8', softNight: '#cfc3af' },
  sun: { hero: '#f2b53a', onHero: '#241c10', night: '#241c10', onNight: '#fff9ea', softNight: '#edbb4e' },
};

/** Fonts are those of the template. */
export const themeOf = (name: ThemeName): EmailTheme => ({
  light: palette(light[name], light[name][3]),
  dark: palette(dark[name], dark[name][6]),
  headingFont: 'sans',
  bodyFont: 'sans',
  width: 600,
  radius: 8,
});

/** The theme whose pictures suit a color best, with that color for buttons and links. */
export function brandTheme(accent: string): { name: ThemeName; theme: EmailTheme } {
  const name = nearest(accent);
  return { name, theme: recolored(themeOf(name), accent) };
}

/** The same theme with another color for buttons and links, readable on its paper by day and by night. */
export const recolored = (theme: EmailTheme, accent: string): EmailTheme => ({
  ...theme,
  light: withAccent(theme.light, accent),
  dark: withAccent(theme.dark, mix(accent, '#ffffff', 0.3)),
});

function withAccent(colors: EmailPalette, accent: string): EmailPalette {
  const readable = readableOn(accent, colors.paper);
  const onAccent = contrast('#ffffff', readable) >= 4.5 ? '#ffffff' : readableOn(colors.deep, readable);
  return { ...colors, accent: readable, onAccent };
}

/** Hue in degrees, or null for a gray. */
function hueOf(hex: string): number | null {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as [
    number,
    number,
    number,
  ];
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const spread = most - least;
  if (spread < 0.08) return null;
  const sector =
    most === red
      ? (((green - blue) / spread) % 6) + 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  return (sector * 60) % 360;
}

const hues: [ThemeName, number][] = [
  ['wheat', 30],
  ['sun', 47],
  ['sage', 140],
  ['teal', 184],
  ['harbor', 212],
  ['plum', 275],
  ['rose', 354],
];

function nearest(accent: string): ThemeName {
  const hue = hueOf(accent);
  if (hue === null) return 'stone';
  const distance = (other: number) => Math.min(Math.abs(hue - other), 360 - Math.abs(hue - other));
  return hues.toSorted(([, one], [, other]) => distance(one) - distance(other))[0]?.[0] ?? 'stone';
}
