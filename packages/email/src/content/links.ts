import { type LinkParameter, withParameters } from '@waggle/contracts/utm';
import type { Placeholders } from './placeholders.ts';
import { clickMarker, preferencesMarker, unsubscribeMarker, viewMarker } from './markers.ts';
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
  readonly #pages = new Set<string>();
  readonly #tracked: boolean;
  readonly #placeholders: Placeholders;
  readonly #parameters: readonly LinkParameter[];

  constructor(tracked: boolean, placeholders: Placeholders, parameters: readonly LinkParameter[] = []) {
    this.#parameters = parameters;
    this.#tracked = tracked;
    this.#placeholders = placeholders;
  }

  /** What goes into the mail instead of the author's address; null takes the link away. */
  rewrite(value: string, complain: (code: ContentProblem['code'], message: string) => void): string | null {
    const written = value.replaceAll(/[\p{Cc}\u2028\u2029]/gu, '').trim();
    if (written === '' || written.startsWith('#')) return written;
    if ([unsubscribeMarker, preferencesMarker, viewMarker].includes(this.#placeholders.restore(written)))
      return written;

    const typed = withScheme(written);
    if (otherSchemes.test(typed)) return this.#placeholders.inUrl(typed);
    if (!this.#canBeOpened(typed)) {
      const shown = this.#placeholders.written(written).slice(0, 100);
      complain('link_not_allowed', `"${shown}" isn't a link that works in an email. Enter the full URL.`);
      return null;
    }
    if (typed.length > longestUrl) complain('too_long', `A URL can have up to ${longestUrl} characters.`);
    this.#note(typed);
    const url = this.#withParameters(typed);
    if (this.#placeholders.firstIn(url) !== -1) return this.#placeholders.inUrl(url);
    return this.#tracked ? this.#number(plain(url), complain) : plain(url);
  }

  /** As it was typed: what is added to count visits leads nowhere else. */
  #note(typed: string): void {
    if (this.#placeholders.firstIn(typed) === -1 && this.#pages.size < mostLinks) this.#pages.add(plain(typed));
  }

  /** An address that would be too long with them goes without, and so does one of which a condition decides where its parts begin. */
  #withParameters(url: string): string {
    if (this.#parameters.length === 0 || /[?#]/.test(this.#placeholders.afterCondition(url))) return url;
    const longer = withParameters(url, this.#parameters);
    return longer.length > longestUrl ? url : longer;
  }

  /** Fields may fill in the rest of an address, but never where it leads. */
  #canBeOpened(url: string): boolean {
    const at = this.#placeholders.firstIn(url);
    const fixed = at === -1 ? url : url.slice(0, at);
    return URL.canParse(fixed) && (at === -1 ? /^https?:\/\//i : /^https?:\/\/[^/?#]+[/?#]/i).test(fixed);
  }

  /** Every page that is the same for all readers, whether or not clicks on it are counted. */
  pages(): string[] {
    return [...this.#pages];
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

/** Letters of other scripts as browsers write them. */
const plain = (url: string): string => (/^[\x21-\x7e]+$/.test(url) ? url : new URL(url).href);

function withScheme(url: string): string {
  if (url.startsWith('//')) return `https:${url}`;
  const ending = bareHost.exec(url)?.[1];
  return ending && !fileEndings.has(ending.toLowerCase()) ? `https://${url}` : url;
}
