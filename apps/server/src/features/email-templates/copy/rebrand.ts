import { allBlocks, type EmailBlock, EmailDocument } from '@waggle/contracts/email-document';
import { recolored } from '@waggle/email/templates/themes';

/** Whose emails these were, and whose they become. */
export type NewBrand = {
  /** For each tag of the old client its copy. */
  tags: ReadonlyMap<string, string>;
  /** A text of the old client in the words of the new one. */
  rename: (text: string) => string;
  old: { accent: string | null; website: string; logoName: string | null };
  new: { accent: string | null; website: string };
};

export type Rebranded = { document: EmailDocument; lost: ReadonlySet<'tag' | 'logo'> };

/**
 * The same email for another client: its name, website and color, its own tags. What only the old one has is left out: the
 * logo, profiles elsewhere, and blocks for people with a tag that was not copied, which everybody would see.
 */
export function rebrand(document: EmailDocument, brand: NewBrand): Rebranded {
  const lost = new Set<'tag' | 'logo'>();
  const seen = withoutUnknownTags(document, brand, lost);
  const inColor = { ...seen, theme: themeFor(seen.theme, brand) };
  // A longer name may be more than a block holds; then the words stay as they are.
  const renamed = EmailDocument.safeParse(rewritten(inColor, brand, lost)).data;
  return {
    document: renamed ?? EmailDocument.parse(rewritten(inColor, { ...brand, rename: (text) => text }, lost)),
    lost,
  };
}

function themeFor(theme: EmailDocument['theme'], { old, new: next }: NewBrand): EmailDocument['theme'] {
  return next.accent === null || next.accent === old.accent ? theme : recolored(theme, next.accent);
}

function withoutUnknownTags(document: EmailDocument, { tags }: NewBrand, lost: Set<'tag' | 'logo'>): EmailDocument {
  const isKnown = ({ showIf }: EmailBlock) => showIf?.kind !== 'tag' || tags.has(showIf.tagId.toLowerCase());
  if (!allBlocks(document.blocks).every(isKnown)) lost.add('tag');
  const blocks = document.blocks
    .filter(isKnown)
    .map((block) =>
      block.kind === 'columns' ? { ...block, cells: block.cells.map((cell) => cell.filter(isKnown)) } : block,
    );
  return { ...document, blocks };
}

const colorKeys = ['color', 'textColor', 'background', 'border'];

/** By the names of its parts, wherever they stand: every block with words has them in `text` and `alt`, every link in `href`. */
function rewritten(document: EmailDocument, brand: NewBrand, lost: Set<'tag' | 'logo'>): unknown {
  const { old, new: next, tags, rename } = brand;
  const inColor = (color: string): string => (color === old.accent ? (next.accent ?? color) : color);
  const texts: Record<string, (value: string) => string> = {
    text: rename,
    alt: rename,
    href: (href) => hrefFor(href, brand),
    tagId: (id) => tags.get(id.toLowerCase()) ?? id,
    src: (source) => {
      if (old.logoName === null || !source.endsWith(`/${old.logoName}`)) return source;
      lost.add('logo');
      return '';
    },
    ...Object.fromEntries(colorKeys.map((key) => [key, inColor])),
  };
  const revive = (key: string, value: unknown): unknown => {
    // The address of an image is public and stays; which image of a library it is belongs to that library.
    if (key === 'fileId') return undefined;
    if (key === 'links') return next.website === '' ? [] : [{ network: 'website', href: next.website }];
    return typeof value === 'string' && Object.hasOwn(texts, key) ? texts[key]!(value) : value;
  };
  return { ...document, blocks: JSON.parse(JSON.stringify(document.blocks), revive) as unknown };
}

/** Pages of the old client's website become the front page of the new one; a path of one means nothing on the other. */
function hrefFor(href: string, { old, new: next }: NewBrand): string {
  const host = hostOf(old.website);
  return host !== null && hostOf(href) === host ? next.website : href;
}

const hostOf = (address: string): string | null => URL.parse(address)?.host.replace(/^www\./, '') || null;
