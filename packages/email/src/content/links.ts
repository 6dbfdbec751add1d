import type { Placeholders } from './placeholders.ts';
import { clickMarker, preferencesMarker, unsubscribeMarker } from './markers.ts';
import type { ContentProblem } from './problems.ts';

/** Browsers and Node have the same; this package is typed for neither. */
declare const URL: { canParse(text: string): boolean; new (text: string): { href: string } };

export type Link = { no: number; url: string; isTrap: boolean };

const mostLinks = 1_000;
const longestUrl = 8_192;
/** Left as they are: they lead to no page of ours or anybody's. */
const otherSchemes = /^(?:mailto|tel|sms|webcal):/i;
const bareHost = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,24})(?::\d{1,5})?(?:[/?#]|$)/i;
/** Top-level names that are really the ending of a file. */
const fileEndings = new Set([
  'html',
  'htm',
  'php',
  'asp',
  'aspx',
  'jsp',
  'pdf',
  'png',
  'jpg',
  'jpeg',
  'gif',
  'css',
  'js',
]);

/** Numbers the links of a mail. The same address has one number, however often it stands there. */
export class LinkList {
  readonly #numbers = new Map<string, number>();
  readonly #tracked: boolean;
  readonly #placeholders: Placeholders;

  constructor(tracked: boolean, placeholders: Placeholders) {
    this.#tracked = tracked;
    this.#placeholders = placeholders;
  }

  /** What goes into the mail instead of the author's address; null takes the link away. */
  rewrite(value: string, complain: (code: ContentProblem['code'], message: string) => void): string | null {
    const written = value.replaceAll(/[\p{Cc}\u2028\u2029]/gu, '').trim();
    if (written === '' || written.startsWith('#')) return written;
    if ([unsubscribeMarker, preferencesMarker].includes(this.#placeholders.restore(written))) return written;

    const url = withScheme(written);
    if (otherSchemes.test(url)) return this.#placeholders.inUrl(url);
    if (!this.#canBeOpened(url)) {
      const shown = this.#placeholders.written(written).slice(0, 100);
      complain('link_not_allowed', `"${shown}" isn't a link that works in an email. Enter the full URL.`);
      return null;
    }
    if (url.length > longestUrl) complain('too_long', `A URL can have up to ${longestUrl} characters.`);
    if (this.#placeholders.firstIn(url) !== -1) return this.#placeholders.inUrl(url);
    return this.#tracked ? this.#number(/^[\x21-\x7e]+$/.test(url) ? url : new URL(url).href, complain) : url;
  }

  /** Fields may fill in the rest of an address, but never where it leads. */
  #canBeOpened(url: string): boolean {
    const at = this.#placeholders.firstIn(url);
    const fixed = at === -1 ? url : url.slice(0, at);
    return URL.canParse(fixed) && (at === -1 ? /^https?:\/\//i : /^https?:\/\/[^/?#]+[/?#]/i).test(fixed);
  }

  /** The links found, and one that only machines follow. */
  list(trapUrl: string): Link[] {
    if (!this.#tracked || this.#numbers.size === 0) return [];
    const links = Array.from(this.#numbers, ([url, no]) => ({ no, url, isTrap: false }));
    return [...links, { no: links.length + 1, url: trapUrl, isTrap: true }];
  }

  #number(url: string, complain: (code: ContentProblem['code'], message: string) => void): string {
    const no = this.#numbers.get(url) ?? this.#numbers.size + 1;
    if (no > mostLinks) {
      complain('too_many_links', `Use at most ${mostLinks} different links.`);
      return url;
    }
    this.#numbers.set(url, no);
    return clickMarker(no);
  }
}

function withScheme(url: string): string {
  if (url.startsWith('//')) return `https:${url}`;
  const ending = bareHost.exec(url)?.[1];
  return ending && !fileEndings.has(ending.toLowerCase()) ? `https://${url}` : url;
}
