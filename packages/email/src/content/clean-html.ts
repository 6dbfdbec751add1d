import { cleanCss } from './css.ts';
import {
  allowedElements,
  closesAtStart,
  droppedWithContent,
  isAllowedAttribute,
  isAllowedInput,
  isAllowedMeta,
  linkAttributes,
  outlookElement,
  sourceAttributes,
  voidElements,
} from './html-rules.ts';
import { type HtmlToken, tokenize } from './html-tokens.ts';
import type { LinkList } from './links.ts';
import type { Placeholders } from './placeholders.ts';
import type { ContentProblem } from './problems.ts';

export type CleanPage = {
  htmlAttributes: string;
  bodyAttributes: string;
  bodyStyle: string;
  head: string;
  body: string;
};

type Complaint = [code: ContentProblem['code'], message: string, severity?: 'warning'];

type Tools = {
  links: LinkList;
  placeholders: Placeholders;
  /** `at` is a place in the HTML, and `text` what stands there. */
  complain: (at: number, text: string, ...complaint: Complaint) => void;
};

/** Deeper, browsers begin to put elements elsewhere. */
const deepest = 256;
/** Elements that indent every line inside of them in the text version: 250 of them made 65 MB of 1 MB. */
const indenting = new Set(['ul', 'ol', 'blockquote']);
const mostIndents = 12;

/**
 * The author's HTML without what mail programs would not run anyway, or what could reach the footer below it. Every element
 * that is opened is closed in what comes out, so nothing of it surrounds what follows. Tags are taken one by one and
 * not made a tree, because authors put conditions between rows and cells, where a tree has no place for text.
 */
export class HtmlCleaner {
  readonly #tools: Tools;
  /** Inside of a comment for Outlook: open and close tags come in different comments. */
  readonly #forOutlook: boolean;
  readonly #open: string[] = [];
  readonly #page = { html: '', body: '', bodyStyle: '', parts: { head: '', body: '' } };
  #section: 'head' | 'body' = 'body';
  #skipping: { name: string; depth: number } | undefined;
  #raw: 'style' | 'title' | undefined;
  #at = 0;

  constructor(tools: Tools, forOutlook = false) {
    this.#tools = tools;
    this.#forOutlook = forOutlook;
  }

  clean(html: string): CleanPage {
    tokenize(html, (token) => this.#take(token));
    this.#closeTo(0);
    const { html: htmlAttributes, body: bodyAttributes, bodyStyle, parts } = this.#page;
    return { htmlAttributes, bodyAttributes, bodyStyle, head: parts.head, body: parts.body };
  }

  #write(text: string): void {
    this.#page.parts[this.#section] += text;
  }

  #take(token: HtmlToken): void {
    this.#at = token.at;
    if (this.#skipping) return this.#skip(token, this.#skipping);
    if (token.kind === 'open') return this.#start(token);
    if (token.kind === 'close') return this.#end(token);
    if (token.kind === 'comment') return this.#comment(token.text);
    if (token.kind === 'text') return this.#text(token.text);
    if (/^!?\[(?:if [^\]<>]*|endif)\]$/i.test(token.text)) this.#write(`<${token.text}>`);
  }

  /** Conditions are kept, or those around would lose their end. */
  #skip(token: HtmlToken, skipping: { name: string; depth: number }): void {
    if (token.kind === 'open' && token.name === skipping.name) skipping.depth += 1;
    if (token.kind === 'close' && token.name === skipping.name) skipping.depth -= 1;
    if (token.kind === 'text' || token.kind === 'comment')
      this.#write(this.#tools.placeholders.conditionsOf(token.text));
    if (skipping.depth === 0) this.#skipping = undefined;
  }

  #start(token: HtmlToken & { kind: 'open' }): void {
    const { name, attributes } = token;
    this.#checkPlace(name, attributes);
    if (name === 'html') this.#page.html ||= this.#attributes(name, withoutStyle(attributes));
    else if (name === 'head') this.#section = 'head';
    else if (name === 'body') this.#startBody(attributes);
    else if (this.#forOutlook && outlookElement.test(name)) this.#outlookElement(token);
    else if (name === 'meta') this.#meta(attributes);
    else if (droppedWithContent.has(name)) this.#drop(name);
    else if (name === 'input' && !isAllowedInput(attributes)) this.#note(name);
    else if (!allowedElements.has(name)) this.#unwrap(name);
    else this.#element(name, attributes);
  }

  #meta(attributes: ReadonlyMap<string, string>): void {
    if (isAllowedMeta(attributes)) this.#write(`<meta${this.#attributes('meta', attributes)}>`);
  }

  /** XML: capitals and a slash at the end matter. */
  #outlookElement({ name, attributes, written, closesItself }: HtmlToken & { kind: 'open' }): void {
    this.#write(`<${written}${this.#attributes(name, attributes)}${closesItself ? '/' : ''}>`);
  }

  #element(name: string, attributes: ReadonlyMap<string, string>): void {
    if (!this.#forOutlook) this.#closeBefore(name);
    if (this.#open.length >= deepest && !voidElements.has(name)) return;
    if (indenting.has(name) && this.#open.filter((open) => indenting.has(open)).length >= mostIndents) return;
    this.#write(`<${name}${this.#attributes(name, attributes)}>`);
    if (voidElements.has(name)) return;
    this.#open.push(name);
    if (name === 'style' || name === 'title') this.#raw = name;
  }

  #startBody(attributes: ReadonlyMap<string, string>): void {
    this.#section = 'body';
    if (this.#page.body !== '') return;
    this.#page.body = this.#attributes('body', withoutStyle(attributes));
    this.#page.bodyStyle = escapeAttribute(cleanCss(attributes.get('style') ?? ''));
  }

  #end({ name, written }: HtmlToken & { kind: 'close' }): void {
    this.#raw = undefined;
    if (name === 'head') {
      this.#closeTo(0);
      this.#section = 'body';
    } else if (this.#forOutlook) {
      if (allowedElements.has(name) || outlookElement.test(name)) this.#write(`</${written}>`);
    } else {
      const at = this.#open.lastIndexOf(name);
      if (at !== -1) this.#closeTo(at);
    }
  }

  #closeBefore(name: string): void {
    const closes = closesAtStart(name);
    while (closes.has(this.#open.at(-1) ?? '')) this.#closeTo(this.#open.length - 1);
  }

  #closeTo(depth: number): void {
    if (this.#forOutlook) return;
    while (this.#open.length > depth) this.#write(`</${this.#open.pop()}>`);
  }

  #text(text: string): void {
    if (this.#raw !== 'style') return this.#write(escapeText(text));
    this.#refuseOutputs(text);
    this.#write(cleanCss(text));
  }

  #comment(text: string): void {
    const inner = /^(\[if [^\]]*\]>)([^]*)(<!\[endif\])$/i.exec(text);
    if (/^\[if [^\]<>]*\]><!$/i.test(text) || /^<!\[endif\]$/i.test(text)) this.#write(`<!--${text}-->`);
    else if (inner && !this.#forOutlook) {
      const tools: Tools = { ...this.#tools, complain: (_, ...complaint) => this.#complain(...complaint) };
      const { head, body } = new HtmlCleaner(tools, true).clean(inner[2] ?? '');
      this.#write(`<!--${inner[1]}${`${head}${body}`.replaceAll('--', '- -')}${inner[3]}-->`);
    } else this.#write(this.#tools.placeholders.conditionsOf(text));
  }

  #attributes(element: string, attributes: ReadonlyMap<string, string>): string {
    let written = '';
    for (const [name, value] of attributes) {
      if (!isAllowedAttribute(name, element)) continue;
      const kept = this.#value(name, value);
      if (kept !== null) written += ` ${name}="${escapeAttribute(kept)}"`;
    }
    return written;
  }

  #value(name: string, value: string): string | null {
    if (name === 'style') {
      this.#refuseOutputs(value);
      return cleanCss(value);
    }
    if (linkAttributes.has(name)) {
      return this.#tools.links.rewrite(value, (code, message) => this.#complain(value, code, message));
    }
    if (!sourceAttributes.has(name)) return value;
    const url = value.replaceAll(/[\p{Cc}\s]/gu, '');
    if (/^(?:https?:)?\/\/[^/?#]+|^cid:/i.test(url))
      return this.#tools.placeholders.inUrl(url.replace(/^\/\//, 'https://'));
    this.#complain(
      value.slice(0, 100),
      'link_not_allowed',
      `An image needs a full URL that starts with https://.`,
      'warning',
    );
    return null;
  }

  #checkPlace(name: string, attributes: ReadonlyMap<string, string>): void {
    for (const text of [name, ...attributes.keys()]) {
      const [tag] = this.#tools.placeholders.tagsIn(text);
      if (tag)
        this.#complain(
          tag.body,
          'place_not_allowed',
          `"${tag.body}" can only be used between elements or inside a quoted value.`,
        );
    }
  }

  #refuseOutputs(css: string): void {
    const output = this.#tools.placeholders.tagsIn(css).find(({ kind }) => kind === 'output');
    if (output) this.#complain(output.body, 'place_not_allowed', `"${output.body}" can't be used in a style.`);
  }

  #complain(text: string, ...complaint: Complaint): void {
    this.#tools.complain(this.#at, text, ...complaint);
  }

  #drop(name: string): void {
    this.#note(name);
    if (!voidElements.has(name)) this.#skipping = { name, depth: 1 };
  }

  #unwrap(name: string): void {
    if (['form', 'base', 'link'].includes(name)) this.#note(name);
  }

  #note(name: string): void {
    this.#complain(`<${name}`, 'element_removed', `<${name}> does not work in mail and is left out.`, 'warning');
  }
}

/** Html and body get a style of ours, and the first of two would count. */
const withoutStyle = (attributes: ReadonlyMap<string, string>) =>
  new Map([...attributes].filter(([name]) => name !== 'style'));

/** Tags have stand-ins here: a brace that was written as an entity must not begin one afterwards. */
const escapeText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', '&nbsp;')
    .replaceAll(/\{(?=[{%])/g, '&#123;');
const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;');
