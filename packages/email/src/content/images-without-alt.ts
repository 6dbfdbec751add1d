import { tokenize } from './html-tokens.ts';

/** Pictures that say nothing where they are not shown. An empty text is an author's word that a picture is decoration. */
export function imagesWithoutAlt(...pieces: readonly string[]): number {
  let found = 0;
  for (const html of pieces)
    tokenize(html, (token) => {
      if (token.kind !== 'open' || (token.name !== 'img' && token.name !== 'mj-image')) return;
      if (!token.attributes.has('alt') && !isTracker(token.attributes)) found += 1;
    });
  return found;
}

/** One pixel that nobody is meant to see. */
const isTracker = (attributes: ReadonlyMap<string, string>): boolean =>
  ['width', 'height'].every((side) => ['0', '1', '1px'].includes(attributes.get(side) ?? ''));
