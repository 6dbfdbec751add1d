import { type ClientLetter, clientTable, mailClients } from './client-table.ts';
import { type HtmlToken, tokenize } from './html-tokens.ts';

/** A program that many readers use, and what of an email it ignores, in the order in which it stands there. */
export type ClientGap = { client: string; features: string[] };

/**
 * What HTML that a person wrote asks of mail programs and some of the big ones do not do. Each character is looked at a fixed
 * number of times, because a megabyte of it may come from anybody.
 */
export function clientGaps(...pieces: readonly string[]): ClientGap[] {
  const found = new Found();
  for (const html of pieces) readPiece(html, found);
  return found.gaps();
}

function readPiece(html: string, found: Found): void {
  found.notInOutlook = false;
  let isStyle = false;
  tokenize(html, (token) => {
    if (token.kind === 'comment') found.notInOutlook = hidesFromOutlook(token.text, found.notInOutlook);
    else if (token.kind === 'text' && isStyle) readSheet(token.text, found);
    else if (token.kind === 'open') readElement(token, found);
    if (token.kind === 'open' || token.kind === 'close') isStyle = token.kind === 'open' && token.name === 'style';
  });
}

/** Authors write what Outlook cannot show into conditions it obeys. */
function hidesFromOutlook(comment: string, before: boolean): boolean {
  if (/^\[if !(?:mso|vml)/i.test(comment)) return true;
  return comment.startsWith('<![endif]') ? false : before;
}

class Found {
  notInOutlook = false;
  readonly #features = new Map<ClientLetter, Set<string>>();

  add(feature: string, letters: readonly ClientLetter[] | undefined): void {
    for (const letter of letters ?? []) {
      if (letter === 'w' && this.notInOutlook) continue;
      const features = this.#features.get(letter) ?? new Set();
      this.#features.set(letter, features.add(feature));
    }
  }

  gaps(): ClientGap[] {
    return Object.entries(mailClients).flatMap(([letter, client]) => {
      const features = this.#features.get(letter as ClientLetter);
      return features ? [{ client, features: [...features] }] : [];
    });
  }
}

function readElement({ name, attributes }: HtmlToken & { kind: 'open' }, found: Found): void {
  found.add(`<${name}>`, clientTable.element.get(name));
  const style = attributes.get('style')?.toLowerCase() ?? '';
  // The line a mailbox shows beside the subject is hidden by everything its author knows.
  if (!/mso-hide\s?:\s?all|display\s?:\s?none/.test(style)) readDeclarations(style, found);
}

function readDeclarations(css: string, found: Found): void {
  for (const declaration of css.split(';')) readDeclaration(declaration, found);
}

function readDeclaration(declaration: string, found: Found): void {
  const colon = declaration.indexOf(':');
  if (colon === -1) return;
  const property = declaration.slice(0, colon).trim();
  found.add(property, clientTable.property.get(property));
  const value = declaration.slice(colon + 1);
  for (const [name, letters] of clientTable.value) if (isUsed(name, property, value)) found.add(name, letters);
}

const units: Readonly<Record<string, RegExp>> = { rem: /\drem\b/, vh: /\dvh\b/, vw: /\dvw\b/ };

function isUsed(name: string, property: string, value: string): boolean {
  if (name.endsWith('()')) return isWordIn(value, name.slice(0, -1));
  const [wanted, word] = name.split(':');
  if (word !== undefined) return property === wanted && value.trim().split(' ')[0] === word;
  return units[name]?.test(value) ?? false;
}

/** `min(` is not in `minmax(`, and `max(` is not in `-my-max(`. */
function isWordIn(value: string, call: string): boolean {
  const at = value.indexOf(call);
  return at !== -1 && !/[\w-]/.test(value[at - 1] ?? ' ');
}

function readPrelude(prelude: string, found: Found): void {
  for (const [rule, letters] of clientTable.rule) if (prelude.includes(rule)) found.add(rule, letters);
}

/** What stands in @media and @supports is for those who understand it, and others do without on purpose. */
function readSheet(sheet: string, found: Found): void {
  const css = sheet.toLowerCase().replaceAll(/<!--|-->|\/\*[^]*?(?:\*\/|$)/g, '');
  let depth = 0;
  let skippedFrom: number | undefined;
  let prelude = '';
  for (const part of css.split(/([{};])/)) {
    if (part === '{') {
      depth += 1;
      if (skippedFrom === undefined && /^\s*@(?!font-face)/.test(prelude)) skippedFrom = depth;
      if (skippedFrom === undefined) readPrelude(prelude, found);
    } else if (part === '}') {
      if (skippedFrom === depth) skippedFrom = undefined;
      depth = Math.max(0, depth - 1);
    } else if (part !== ';') {
      prelude = part;
      if (depth > 0 && skippedFrom === undefined) readDeclaration(part, found);
    }
  }
}
