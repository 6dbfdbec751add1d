/**
 * Stand-ins for everything a person wrote while MJML runs. MJML sees only markup of ours, so no text can break it, and what
 * comes out is filled in one pass that reads nothing twice.
 */
export class Slots {
  readonly #contents: string[] = [];

  /** Letters and digits pass MJML in texts and in attributes alike. */
  hold(content: string): string {
    this.#contents.push(content);
    return `slot${this.#contents.length - 1}z`;
  }

  fill(html: string): string {
    return html.replaceAll(/slot(\d+)z/g, (_, at: string) => this.#contents[Number(at)] ?? '');
  }
}
