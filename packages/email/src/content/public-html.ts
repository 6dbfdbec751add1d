import { type Footer, footerHtml, pixelHtml, publicFooterHtml } from './footer.ts';

const trap =
  /<a href="\uE000c\d+\uE001" style="display:none;[^"]*" tabindex="-1" aria-hidden="true" rel="nofollow"><\/a>/g;
/** A link to a page of the reader's own keeps its words and leads nowhere. */
const ownLink = / href="\uE000[upv]\uE001"/g;

/** Compiled HTML for whoever is nobody's reader: without the footer's links, the picture that counts opens, and the link for machines. */
export const publicHtml = (compiled: string, footer: Footer): string =>
  compiled
    .replace(footerHtml(footer), () => publicFooterHtml(footer))
    .replace(pixelHtml, '')
    .replaceAll(trap, '')
    .replaceAll(ownLink, '');
