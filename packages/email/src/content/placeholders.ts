import { decodeTag, type Tag } from './grammar.ts';
import { inUrlFilter } from './liquid.ts';
import { preferencesMarker, unsubscribeMarker, viewMarker } from './markers.ts';

/** Browsers and Node have the same; this package is typed for neither. */
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array };

const randomHex = (length: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const markers: Record<string, string> = {
  unsubscribe_url: unsubscribeMarker,
  preferences_url: preferencesMarker,
  view_in_browser_url: viewMarker,
};

/**
 * Stand-ins for the author's tags while HTML is parsed: `{% if a < b %}` is no HTML, and an editor of HTML would read it as
 * such. Letters and digits pass every parser, and a random part keeps authors from writing one.
 */
export class Placeholders {
  readonly #tags: readonly Tag[];
  readonly #source: string;
  readonly #prefix = `tag${randomHex(6)}x`;
  readonly #pattern = new RegExp(`${this.#prefix}(\\d+)([zu])`, 'g');

  constructor(source: string, tags: readonly Tag[]) {
    this.#source = source;
    this.#tags = tags;
  }

  protect(): string {
    let text = '';
    let from = 0;
    for (const [at, { start, end }] of this.#tags.entries()) {
      text += `${this.#source.slice(from, start)}${this.#prefix}${at}z`;
      from = end;
    }
    return text + this.#source.slice(from);
  }

  tagsIn(text: string): Tag[] {
    return Array.from(text.matchAll(this.#pattern), ([, at]) => this.#tags[Number(at)] as Tag);
  }

  /** Only the conditions of a text, in order: what stays of a comment that is taken out. */
  conditionsOf(text: string): string {
    return (text.match(this.#pattern) ?? []).filter((found) => this.tagsIn(found)[0]?.kind === 'tag').join('');
  }

  /** What follows the first condition, which may be in the email or not. */
  afterCondition(text: string): string {
    const first = Array.from(text.matchAll(this.#pattern)).find(([found]) => this.tagsIn(found)[0]?.kind === 'tag');
    return first ? text.slice(first.index) : '';
  }

  /** Where the first stand-in begins, or -1. */
  firstIn(text: string): number {
    return text.search(new RegExp(this.#pattern.source));
  }

  /** The same text for use inside an address: what is filled in gets percent-encoded. */
  inUrl(text: string): string {
    return text.replaceAll(this.#pattern, (found) => `${found.slice(0, -1)}u`);
  }

  /** As the author wrote it. */
  written(text: string): string {
    return text.replaceAll(this.#pattern, (_, at: string) => {
      const { start, end } = this.#tags[Number(at)] as Tag;
      return this.#source.slice(start, end);
    });
  }

  /** The same for the text that is made of HTML: an entity of HTML is none there. */
  writtenInText(text: string): string {
    return text.replaceAll(this.#pattern, (found) => decodeTag(this.written(found)));
  }

  /** Where a place in the protected text is in the source. */
  offsetInSource(at: number): number {
    let shift = 0;
    for (const [index, { start, end }] of this.#tags.entries()) {
      if (start >= at + shift) break;
      shift += end - start - `${this.#prefix}${index}z`.length;
    }
    return at + shift;
  }

  lostFrom(text: string): Tag[] {
    const present = new Set(this.tagsIn(text));
    return this.#tags.filter((tag) => !present.has(tag));
  }

  restore(text: string): string {
    return text.replaceAll(this.#pattern, (_, at: string, use: string) => {
      const tag = this.#tags[Number(at)] as Tag;
      const marker = tag.kind === 'output' ? markers[tag.word] : undefined;
      if (marker) return marker;
      const [before, after] = tag.kind === 'output' ? ['{{', '}}'] : ['{%', '%}'];
      const source = this.#source.slice(tag.start + 2, tag.end - 2);
      const body = tag.kind === 'output' && use === 'u' ? `${tag.body} | ${inUrlFilter}` : tag.body;
      return `${before}${source.startsWith('-') ? '-' : ''} ${body} ${source.endsWith('-') ? '-' : ''}${after}`;
    });
  }
}
