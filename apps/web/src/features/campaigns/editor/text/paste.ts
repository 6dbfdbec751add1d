/**
 * Text from Word, Google Docs, a website or another email, as the few tags the editor knows: paragraphs, lists, links,
 * line breaks, bold, italic and underlined. Everything else loses its tag and keeps its words.
 */
export function cleanPasted(html: string): string {
  const source = new DOMParser().parseFromString(withoutConditions(html), 'text/html').body;
  const out = document.implementation.createHTMLDocument('').body;
  for (const node of flow(source)) append(out, node);
  return out.innerHTML;
}

/** Word hides list numbers and whole styles in conditional comments: `<!--[if …]>…<![endif]-->`, `<![if …]>`. */
const withoutConditions = (html: string) => cut(cut(html, '<!--', '-->'), '<![', ']>');

/** Without regular expressions: what is pasted may be megabytes long and end in the middle. */
function cut(text: string, from: string, to: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(from, at);
    const end = start === -1 ? -1 : text.indexOf(to, start + from.length);
    if (end === -1) return pieces.join('') + text.slice(at);
    pieces.push(text.slice(at, start));
    at = end + to.length;
  }
}

const dropped = new Set(
  'HEAD,STYLE,SCRIPT,TITLE,META,LINK,XML,O:P,OBJECT,EMBED,IFRAME,SVG,IMG,PICTURE,VIDEO,AUDIO,INPUT,BUTTON,SELECT,TEXTAREA,TEMPLATE'.split(
    ',',
  ),
);
const blocks = new Set(
  'P,DIV,H1,H2,H3,H4,H5,H6,BLOCKQUOTE,PRE,SECTION,ARTICLE,HEADER,FOOTER,MAIN,ASIDE,NAV,TABLE,TBODY,THEAD,TFOOT,TR,TD,TH,DL,DT,DD,FIGURE,FIGCAPTION,CENTER,ADDRESS,FORM,HR,UL,OL,LI'.split(
    ',',
  ),
);

const isElement = (node: Node): node is HTMLElement => node.nodeType === 1;
const isBlock = (node: Node) => isElement(node) && blocks.has(node.tagName);
const isDropped = (node: Node) =>
  isElement(node)
    ? dropped.has(node.tagName.toUpperCase()) || /mso-list:\s{0,4}ignore/i.test(node.getAttribute('style') ?? '')
    : node.nodeType !== 3;

/** The children of a block as paragraphs and lists; loose words between blocks become paragraphs of their own. */
function flow(parent: HTMLElement): HTMLElement[] {
  const out: HTMLElement[] = [];
  let loose: Node[] = [];
  const flush = () => {
    if (loose.length > 0) out.push(...paragraph(loose));
    loose = [];
  };
  for (const node of parent.childNodes) {
    if (isDropped(node)) continue;
    if (!isElement(node) || !holdsBlock(node)) {
      loose.push(node);
      continue;
    }
    flush();
    out.push(...block(node));
  }
  flush();
  return out;
}

/** Google Docs wraps everything in one `<b>`, Outlook in `<span>`: such a wrapper is no bold text. */
const holdsBlock = (node: HTMLElement): boolean =>
  isBlock(node) || [...node.children].some((child) => !isDropped(child) && holdsBlock(child as HTMLElement));

function block(node: HTMLElement): HTMLElement[] {
  if (node.tagName === 'UL' || node.tagName === 'OL') return list(node);
  if (node.tagName === 'LI') return [make('ul', [make('li', flow(node))])];
  const level = wordListLevel(node);
  if (level === undefined) return flow(node);
  return [make(level, [make('li', paragraph([...node.childNodes]))])];
}

function list(node: HTMLElement): HTMLElement[] {
  const items = [...node.children].filter((child) => !isDropped(child)).flatMap((child) => itemOf(child));
  return items.length === 0 ? [] : [make(node.tagName.toLowerCase(), items)];
}

function itemOf(child: Element): HTMLElement[] {
  const inside = flow(child as HTMLElement);
  return inside.length === 0 ? [] : [make('li', inside)];
}

/** Word writes lists as paragraphs; which kind is only told by the mark in front: '1.' or '·'. */
function wordListLevel(node: HTMLElement): 'ul' | 'ol' | undefined {
  if (!/mso-list:\s{0,4}l\d/i.test(node.getAttribute('style') ?? '')) return undefined;
  const mark = [...node.querySelectorAll('[style]')].find((part) => isDropped(part))?.textContent.trim() ?? '';
  return /^[0-9a-z]{1,4}[.)]/i.test(mark) ? 'ol' : 'ul';
}

function paragraph(nodes: readonly Node[]): HTMLElement[] {
  const inside = nodes.flatMap((node) => inline(node));
  return inside.some((node) => node.textContent?.trim()) ? [make('p', inside)] : [];
}

const tagOf = { bold: 'strong', italic: 'em', underline: 'u' } as const;

function inline(node: Node): Node[] {
  if (isDropped(node)) return [];
  if (!isElement(node)) return [document.createTextNode((node.textContent ?? '').replaceAll(/[\t\n\r ]{1,}/g, ' '))];
  if (node.tagName === 'BR') return [document.createElement('br')];
  if (isField(node)) return [copyOfField(node)];
  const inside = [...node.childNodes].flatMap((child) => inline(child));
  if (inside.length === 0) return [];
  const marked = marksOf(node).reduce<Node[]>((nodes, mark) => [make(tagOf[mark], nodes)], inside);
  const href = node.tagName === 'A' ? webAddress(node.getAttribute('href') ?? '') : undefined;
  if (href === undefined) return marked;
  const link = make('a', marked);
  link.setAttribute('href', href);
  return [link];
}

function marksOf(node: HTMLElement): (keyof typeof tagOf)[] {
  const { fontWeight, fontStyle, textDecoration } = node.style;
  const isBold = fontWeight
    ? fontWeight === 'bold' || fontWeight === 'bolder' || Number(fontWeight) >= 600
    : node.tagName === 'B' || node.tagName === 'STRONG';
  const isItalic = fontStyle ? fontStyle === 'italic' : node.tagName === 'I' || node.tagName === 'EM';
  const isUnderlined = textDecoration.includes('underline') || node.tagName === 'U';
  return [
    ...(isBold ? (['bold'] as const) : []),
    ...(isItalic ? (['italic'] as const) : []),
    // Links are underlined anyway, and Docs says so again inside of each.
    ...(isUnderlined && node.closest('a') === null ? (['underline'] as const) : []),
  ];
}

/** Copied in this editor: a field stays a field. */
const isField = ({ dataset }: HTMLElement) => /^[a-z][a-z0-9_]{0,39}$/.test(dataset['field'] ?? '');

function copyOfField({ dataset, textContent }: HTMLElement): HTMLElement {
  const copy = make('span', [document.createTextNode(textContent)]);
  copy.dataset['field'] = dataset['field'];
  copy.dataset['fallback'] = (dataset['fallback'] ?? '').replaceAll(/[{}\p{Cc}]/gu, '').slice(0, 200);
  return copy;
}

const webAddress = (href: string) => (/^(?:https?:\/\/|mailto:|tel:)/i.test(href.trim()) ? href.trim() : undefined);

function make(tag: string, children: readonly Node[]): HTMLElement {
  const element = document.createElement(tag);
  for (const child of children) element.append(child);
  return element;
}

/** Word repeats the list for each of its items; neighbours of one kind are one list. */
function append(out: HTMLElement, node: HTMLElement): void {
  const last = out.lastElementChild;
  const joins = last !== null && last.tagName === node.tagName && node.tagName !== 'P';
  if (joins) last.append(...node.childNodes);
  else out.append(node);
}
