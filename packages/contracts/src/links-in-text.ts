import { trimEnd } from './trim-end.ts';

const address = /https?:\/\/[^\s<>"]+/g;
/** What closes a sentence or a bracket around an address is not part of it. */
const closing = ".,;:!?)]}'’»";

/** Browsers and Node have the same; contracts are typed for neither. */
declare const URL: { canParse(text: string): boolean };

/** Addresses of the web in typed text, and where each begins; everything that is no http or https stays text. */
export function linksInText(text: string): { link: string; at: number }[] {
  return Array.from(text.matchAll(address), ({ 0: found, index }) => ({
    link: trimEnd(found, closing),
    at: index,
  })).filter(({ link }) => URL.canParse(link));
}
