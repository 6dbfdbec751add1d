import type { ColorRole, EmailColor, EmailTheme } from '@waggle/contracts/email-document';
import { readableOn } from './color-math.ts';

/** What something stands on. A literal color is the same in the dark, so what stands on it does not change either. */
export type Surface = { light: string; dark: string; changes: boolean; role: ColorRole | null };

type Painted = { hex: string; className: string };

type Rule = [selector: string, property: string];

/** Where in the markup of MJML a color stands: an element inside of the one that carries the class. */
const places = {
  text: (name: string): Rule => [`.${name},.${name}>div`, 'color'],
  band: (name: string): Rule => [`.${name},.${name}>table`, 'background-color'],
  ground: (name: string): Rule => [`.${name},.${name} div[role=article]`, 'background-color'],
  box: (name: string): Rule => [`.${name}>table>tbody>tr>td>table`, 'background-color'],
  boxLine: (name: string): Rule => [`.${name}>table>tbody>tr>td>table`, 'border-color'],
  line: (name: string): Rule => [`.${name} p`, 'border-color'],
  fill: (name: string): Rule => [`.${name}`, 'background-color'],
  edge: (name: string): Rule => [`.${name}`, 'border-color'],
};
type Place = keyof typeof places;

const onRole: Partial<Record<ColorRole, ColorRole>> = { accent: 'onAccent', deep: 'onDeep', text: 'paper' };

/** Gives every color its value in the light and a class by which it changes in the dark. */
export class Painter {
  readonly #theme: EmailTheme;
  readonly #rules = new Map<string, string>();

  constructor(theme: EmailTheme) {
    this.#theme = theme;
  }

  surface(color: EmailColor): Surface {
    if (!isRole(color)) return { light: color, dark: color, changes: false, role: null };
    return { light: this.#theme.light[color], dark: this.#theme.dark[color], changes: true, role: color };
  }

  /** The color of words; without one, what can be read on the surface. */
  words(color: EmailColor | undefined, surface: Surface, usual: ColorRole = 'text'): Painted {
    if (color !== undefined) return this.on('text', color, surface);
    if (!surface.changes) {
      const hex = readableOn(this.#theme.light[usual], surface.light);
      return { hex, className: '' };
    }
    return this.on('text', (surface.role && onRole[surface.role]) ?? usual, surface);
  }

  /** A color where it is used, on a surface that may stay as it is in the dark. */
  on(place: Place, color: EmailColor, surface: Surface): Painted {
    const { light, dark } = this.surface(color);
    if (!surface.changes) return { hex: light, className: '' };
    return this.#painted(place, light, !isRole(color) && place === 'text' ? readableOn(dark, surface.dark) : dark);
  }

  #painted(place: Place, light: string, dark: string): Painted {
    if (light === dark) return { hex: light, className: '' };
    const className = `${place}-${light.slice(1)}-${dark.slice(1)}`;
    const [selector, property] = places[place](className);
    this.#rules.set(selector, `${property}:${dark}!important`);
    return { hex: light, className };
  }

  /** For programs that tell their theme, and for Outlook on the web, which rewrites colors and marks what it did. */
  stylesheet(): string {
    const rules = [...this.#rules];
    const write = (prefix: string) =>
      rules.map(
        ([selector, rule]) =>
          `${selector
            .split(',')
            .map((part) => `${prefix}${part}`)
            .join(',')}{${rule}}`,
      );
    const body = `body{background-color:${this.#theme.dark.background}!important}`;
    return [`@media (prefers-color-scheme:dark){${body}${write('').join('')}}`, ...write('[data-ogsc] ')].join('\n');
  }
}

const isRole = (color: EmailColor): color is ColorRole => !color.startsWith('#');
