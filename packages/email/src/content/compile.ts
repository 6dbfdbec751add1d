import { maxContentBytes } from '@waggle/contracts/campaigns';
import type { LinkParameter } from '@waggle/contracts/utm';
import { escapeHtml } from '../escape-html.ts';
import { type HtmlToTextOptions, htmlToText } from 'html-to-text';
import { HtmlCleaner } from './clean-html.ts';
import {
  contentGuard,
  type Footer,
  footerHtml,
  footerText,
  guard,
  pixelHtml,
  previewHtml,
  trapHtml,
} from './footer.ts';
import { findTags } from './grammar.ts';
import { parsePieces, readerFields } from './liquid.ts';
import { literalText } from './literal-text.ts';
import { type Link, LinkList } from './links.ts';
import { splitMarkers, withoutMarkers } from './markers.ts';
import { compileMjml, isMjml, type LoadMjml } from './mjml.ts';
import { Placeholders } from './placeholders.ts';
import { type Complain, complaintsAbout, type ContentProblem } from './problems.ts';
import { utf8Length } from './utf8-length.ts';

/** What the author wrote, and what goes around it. */
export type Draft = {
  subject: string;
  previewText: string;
  html: string;
  text: string;
  footer: Footer;
  tracking: { opens: boolean; clicks: boolean };
  /** Keys of the custom fields an author may use. */
  attributeKeys: readonly string[];
  /** Added to every link to a page. */
  linkParameters?: readonly LinkParameter[];
};

export type CompiledContent = {
  html: string;
  text: string;
  /** What the text would be without one of the author's own, with tags and addresses as an author writes them. */
  generatedText: string;
  links: Link[];
  /** Pages the email leads to, also where clicks are not counted; none that a field completes. */
  addresses: string[];
  problems: ContentProblem[];
};

/** Mailboxes cut off what is longer and hide it behind a link, footer included. */
const clipBytes = 102_400;

/**
 * MJML or HTML into what mails are composed from; once for a campaign. With an error among the problems the rest is not
 * fit to be sent. `trapUrl` is where the link goes that only machines follow. MJML is handed in, because its package for
 * Node does not run in a browser.
 */
export async function compileContent(draft: Draft, trapUrl: string, loadMjml: LoadMjml): Promise<CompiledContent> {
  const problems: ContentProblem[] = [];
  const fields = new Set([...readerFields, ...draft.attributeKeys]);
  const inBody = new Set([...fields, 'unsubscribe_url', 'preferences_url', 'view_in_browser_url']);
  const subject = protect('subject', draft.subject, fields, problems);
  const preview = protect('previewText', draft.previewText, fields, problems);
  if (subject.source.trim() === '') subject.complain(0, 'empty', 'Email subject is required');

  const page = await cleanPage(protect('html', draft.html, inBody, problems), draft, loadMjml);
  const links = page.links.list(trapUrl);
  const html = assemble(draft, page, {
    preview: preview.source === '' ? '' : previewHtml(preview.placeholders.restore(escapeHtml(preview.text))),
    trap: links.find(({ isTrap }) => isTrap),
  });
  const own = protect('text', draft.text, inBody, problems);
  const text = draft.text.trim() === '' ? page.text : own.placeholders.restore(own.text);
  const generatedText = page.writtenText(links);
  const addresses = page.links.pages();
  const content = { html, text: `${text}${footerText(draft.footer)}`, generatedText, links, addresses, problems };
  checkWhole({ ...content, subject: subject.source }, page.part.complain);
  return content;
}

type Part = {
  source: string;
  /** With stand-ins for tags; empty when the tags themselves are wrong, so that nobody parses a megabyte for nothing. */
  text: string;
  isSound: boolean;
  placeholders: Placeholders;
  complain: Complain;
};

function protect(
  name: ContentProblem['part'],
  written: string,
  fields: ReadonlySet<string>,
  problems: ContentProblem[],
): Part {
  const source = withoutMarkers(written.replaceAll(/\r\n?/g, '\n'));
  const complain = complaintsAbout(name, source, problems);
  const nul = source.indexOf('\0');
  if (nul !== -1) complain(nul, 'not_text', "This contains a character that isn't text.");
  const isShort = utf8Length(source) <= maxContentBytes;
  if (!isShort) complain(0, 'too_long', 'This is too long for an email.');
  const before = problems.length;
  const placeholders = new Placeholders(source, isShort ? findTags(source, fields, complain, name === 'html') : []);
  const isSound = isShort && problems.length === before;
  return { source, text: isSound ? placeholders.protect() : '', isSound, placeholders, complain };
}

type Page = ReturnType<HtmlCleaner['clean']> & {
  part: Part;
  links: LinkList;
  text: string;
  writtenText: (links: readonly Link[]) => string;
};

async function cleanPage(part: Part, { tracking, linkParameters }: Draft, loadMjml: LoadMjml): Promise<Page> {
  const { source, placeholders, complain } = part;
  const isFromMjml = isMjml(source);
  const html = part.isSound && isFromMjml ? await compileMjml(part.text, placeholders, complain, loadMjml) : part.text;
  const links = new LinkList(tracking.clicks, placeholders, linkParameters);
  const cleaner = new HtmlCleaner({
    links,
    placeholders,
    // What MJML made has other places than what the author wrote, so the text is looked for there.
    complain: (at, found, ...problem) =>
      complain(
        () => (isFromMjml ? Math.max(0, source.indexOf(placeholders.written(found))) : placeholders.offsetInSource(at)),
        ...problem,
      ),
  });
  const page = cleaner.clean(html);
  const made = literalText(htmlToText(page.body, textOptions));
  const text = placeholders.restore(made);
  const writtenText = (numbered: readonly Link[]) => withAddresses(placeholders.writtenInText(made), numbered);
  if (part.isSound && text.trim() === '' && !/<img|<v:/i.test(page.body))
    complain(0, 'empty', 'Email content is required');
  return { ...page, part, links, text, writtenText };
}

const withAddresses = (text: string, links: readonly Link[]): string =>
  splitMarkers(text)
    .map((part) => (typeof part === 'string' ? part : (links.find(({ no }) => no === part.linkNo)?.url ?? '')))
    .join('');

const textOptions: HtmlToTextOptions = {
  wordwrap: false,
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};

function assemble(draft: Draft, page: Page, extra: { preview: string; trap: Link | undefined }): string {
  const { placeholders } = page.part;
  const language = / lang="/.test(page.htmlAttributes) ? '' : ` lang="${draft.footer.language}"`;
  return [
    `<!doctype html>\n<html${page.htmlAttributes}${language} style="${guard}">\n<head>\n<meta charset="utf-8">`,
    placeholders.restore(page.head),
    `</head>\n<body${placeholders.restore(page.bodyAttributes)} style="${withEnd(placeholders.restore(page.bodyStyle))}${guard}">`,
    extra.preview,
    `<div style="${contentGuard}">${placeholders.restore(page.body)}</div>`,
    footerHtml(draft.footer),
    extra.trap ? trapHtml(extra.trap.no) : '',
    draft.tracking.opens ? pixelHtml : '',
    '</body>\n</html>',
  ].join('\n');
}

const withEnd = (style: string): string => (style === '' ? '' : `${style.trimEnd().replace(/;$/, '')};`);

function checkWhole(
  { subject, html, text, problems }: CompiledContent & { subject: string },
  complain: Complain,
): void {
  const bytes = utf8Length(html);
  if (Math.max(bytes, utf8Length(text)) > maxContentBytes) complain(0, 'too_long', 'This is too long for an email.');
  else if (bytes > clipBytes) complain(0, 'clipped', 'Email apps cut off messages larger than 102 KB.', 'warning');
  if (problems.some(({ severity }) => severity === 'error')) return;
  try {
    parsePieces(subject);
    parsePieces(html);
    parsePieces(text);
  } catch {
    complain(0, 'place_not_allowed', 'A condition starts and ends in different elements.');
  }
}
