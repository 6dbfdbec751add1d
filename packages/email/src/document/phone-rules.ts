/** Pixels left free on a phone. */
const phoneSide = 24;

/** What changes below 480 px, where columns stack. Each rule is a class; only those in use are written. */
export class PhoneRules {
  readonly #rules = new Map<string, string>();

  /** Less room at the sides of a block. */
  side(pixels: number): string {
    if (pixels <= phoneSide) return '';
    return this.#use(
      'ph-side',
      `.ph-side{padding-left:${phoneSide}px!important;padding-right:${phoneSide}px!important}`,
    );
  }

  /** The same for the row of columns. */
  row(pixels: number): string {
    if (pixels <= phoneSide) return '';
    const inner = '.ph-row>table>tbody>tr>td';
    return this.#use(
      'ph-row',
      `${inner}{padding-left:${phoneSide}px!important;padding-right:${phoneSide}px!important}`,
    );
  }

  /** Columns below each other have their distance below instead of beside. */
  column(gap: number, isLast: boolean): string {
    if (gap === 0) return '';
    const name = isLast ? 'ph-last' : `ph-gap${gap}`;
    const below = isLast ? '0' : `${gap}px`;
    const inner = `.${name}>table>tbody>tr>td`;
    return this.#use(
      name,
      `${inner}{padding-left:0!important;padding-right:0!important;padding-bottom:${below}!important}`,
    );
  }

  /** Large words get smaller. */
  size(pixels: number): string {
    if (pixels <= 34) return '';
    const small = Math.max(30, Math.round(pixels * 0.66));
    const name = `ph-size${pixels}`;
    return this.#use(name, `.${name} *{font-size:${small}px!important;line-height:1.15!important}`);
  }

  #use(name: string, rule: string): string {
    this.#rules.set(name, rule);
    return name;
  }

  stylesheet(): string {
    return this.#rules.size === 0 ? '' : `@media (max-width:480px){${[...this.#rules.values()].join('')}}`;
  }
}
