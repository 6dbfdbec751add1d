import { contrastOf, labelOn } from './accent.ts';

/** What the accent decides in a theme: roles of the design system, as `#rrggbb`. */
export type AccentRoles = Record<
  | 'accent'
  | 'accent-hover'
  | 'accent-pressed'
  | 'accent-edge'
  | 'on-accent'
  | 'accent-soft'
  | 'accent-soft-strong'
  | 'accent-line'
  | 'accent-text'
  | 'accent-mark'
  | 'row-selected'
  | 'link'
  | 'focus',
  string
>;

/** Surfaces of a theme that text of the accent can stand on, the plainest first, and the color away from them. */
type Ground = { surfaces: readonly [string, ...string[]]; away: string };

/** `--surface`, `--surface-raised`, `--canvas`, `--fill-hover` and `--fill-pressed` of tokens.css. */
export const grounds: Readonly<Record<'light' | 'dark', Ground>> = {
  light: { surfaces: ['#ffffff', '#f8f7f4', '#eceae6', '#e4e1dd'], away: '#000000' },
  dark: { surfaces: ['#181613', '#211f1b', '#0f0e0c', '#312e29', '#3a3731'], away: '#ffffff' },
};

/** Text needs 4.5, what only marks needs 3. */
const [forText, forMarks] = [4.5, 3];

/** Both themes from one color, with every text readable: the color stays as it is where it can, and moves where it cannot. */
export const accentTheme = (accent: string): Record<'light' | 'dark', AccentRoles> => ({
  light: rolesOn(accent, grounds.light),
  dark: rolesOn(accent, grounds.dark),
});

function rolesOn(chosen: string, { surfaces, away }: Ground): AccentRoles {
  const [surface] = surfaces;
  // In the dark a dark button would be lost; in the light a pale one has its edge.
  const accent = away === '#ffffff' ? readable(chosen, [surface], away, forMarks) : chosen;
  const label = labelOn(accent);
  // Away from the label, so that a button never becomes harder to read under the pointer.
  const further = label === '#ffffff' ? '#000000' : '#ffffff';
  const soft = mix(surface, accent, 0.09);
  const softStrong = mix(surface, accent, 0.18);
  const text = readable(accent, [...surfaces, soft, softStrong], away, forText);
  const mark = readable(accent, surfaces, away, forMarks);
  return {
    accent,
    'accent-hover': mix(accent, further, 0.1),
    'accent-pressed': mix(accent, further, 0.2),
    'accent-edge': readable(accent, [surface], away, forMarks),
    'on-accent': label,
    'accent-soft': soft,
    'accent-soft-strong': softStrong,
    'accent-line': mix(surface, accent, 0.45),
    'accent-text': text,
    'accent-mark': mark,
    'row-selected': soft,
    link: text,
    focus: mark,
  };
}

/** In fiftieths: small enough that no color moves further than it must. */
const steps = 50;

/** The first color on the way from one to another that stands out from all surfaces. */
function readable(color: string, surfaces: readonly string[], away: string, least: number): string {
  for (let step = 0; step < steps; step += 1) {
    const moved = mix(color, away, step / steps);
    if (surfaces.every((surface) => contrastOf(moved, surface) >= least)) return moved;
  }
  return away;
}

const partsOf = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** `share` of the second color. */
function mix(one: string, other: string, share: number): string {
  const others = partsOf(other);
  const mixed = partsOf(one).map((part, at) => Math.round(part + (others[at]! - part) * share));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
