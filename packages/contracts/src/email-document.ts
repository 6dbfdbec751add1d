import { z } from 'zod';
import { line } from './fields.ts';
import { tooLong } from './invalid-input.ts';
import { oneLine } from './text-patterns.ts';

/** Blocks of one email, those in columns included. */
export const mostBlocks = 300;
const tooManyBlocks = 'An email can have up to 300 blocks';
/** Characters of one document as JSON. */
export const maxDocumentLength = 1_048_576;

const id = z.string().regex(/^[A-Za-z0-9_-]{1,36}$/);

/** Colors have names, so that a brand or the dark mode changes all of them at once; `#rrggbb` stays what it is. */
export const colorRoles = [
  'background',
  'paper',
  'text',
  'muted',
  'line',
  'tint',
  'accent',
  'onAccent',
  'deep',
  'onDeep',
] as const;
export type ColorRole = (typeof colorRoles)[number];
const hex = z.string().regex(/^#[0-9a-f]{6}$/, 'Enter a color such as #8A4F16');
const Color = z.union([z.enum(colorRoles), hex]);
export type EmailColor = z.infer<typeof Color>;

const Palette = z.strictObject({
  background: hex,
  paper: hex,
  text: hex,
  muted: hex,
  line: hex,
  tint: hex,
  accent: hex,
  onAccent: hex,
  deep: hex,
  onDeep: hex,
});
export type EmailPalette = z.infer<typeof Palette>;

/** Stacks of fonts that are on the reader's device: nothing is loaded from elsewhere. */
export const emailFonts = ['sans', 'serif', 'mono', 'rounded'] as const;
const Font = z.enum(emailFonts);
export type EmailFont = (typeof emailFonts)[number];

export const EmailTheme = z.strictObject({
  light: Palette,
  dark: Palette,
  headingFont: Font,
  bodyFont: Font,
  /** Pixels. */
  width: z.int().min(480).max(700),
  /** Pixels of the corners of buttons. */
  radius: z.int().min(0).max(32),
});
export type EmailTheme = z.infer<typeof EmailTheme>;

/** A field of the contact as the compiler knows it: `first_name`, `last_name`, `email`, `phone`, `company`, or a key of a custom field. */
const fieldName = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Invalid field');
/** No braces: it is written into a tag. */
const fallback = line(200).regex(/^[^{}]*$/, "This value isn't valid");

/** Links to these lead to the reader's own pages. */
export const unsubscribeHref = '{{ unsubscribe_url }}';
export const preferencesHref = '{{ preferences_url }}';
export const viewHref = '{{ view_in_browser_url }}';

/** Empty while nobody has typed it; the list before sending asks for it. */
const notLink = 'Enter a web address such as https://example.com';
const href = z
  .string()
  .trim()
  .max(2_048, { error: tooLong(2_048), abort: true })
  .regex(oneLine, notLink)
  .refine((text) => !/^[a-z][a-z0-9+-]*:/i.test(text) || /^(?:https?:\/\/|mailto:|tel:|sms:)/i.test(text), notLink);
const imageSource = z
  .string()
  .trim()
  .max(2_048, { error: tooLong(2_048), abort: true })
  .regex(/^(?:https?:\/\/[^\s\p{Cc}]+)?$/u, notLink);

const marks = {
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
  underline: z.literal(true).optional(),
  strike: z.literal(true).optional(),
  color: Color.optional(),
  href: href.optional(),
};
/** Tabs and line breaks are not text: a break is a run of its own. */
const words = z.string().max(20_000).regex(oneLine, 'Use a single line of text');
const TextRun = z.strictObject({ text: words, ...marks });
const FieldRun = z.strictObject({ field: fieldName, fallback, ...marks });
const BreakRun = z.strictObject({ break: z.literal(true) });
export const Inline = z.array(z.union([TextRun, FieldRun, BreakRun])).max(500);
export type InlineRun = z.infer<typeof Inline>[number];

const align = z.enum(['left', 'center', 'right']);
const RichNode = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('paragraph'), children: Inline, align: align.optional() }),
  z.strictObject({ type: z.literal('bullets'), items: z.array(Inline).min(1).max(200) }),
  z.strictObject({ type: z.literal('numbers'), items: z.array(Inline).min(1).max(200) }),
]);
export type RichNode = z.infer<typeof RichNode>;
const RichText = z.array(RichNode).max(200);

/** Who sees a block. `is` and `isNot` compare with `value`; a tag is looked up when sending starts. */
export const ShowIf = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('field'),
    field: fieldName,
    op: z.enum(['isSet', 'isNotSet', 'is', 'isNot']),
    value: fallback.default(''),
  }),
  z.strictObject({ kind: z.literal('tag'), tagId: z.uuid(), has: z.boolean() }),
]);
export type ShowIf = z.infer<typeof ShowIf>;

const pixels = (most: number) => z.int().min(0).max(most);
const common = {
  id,
  showIf: ShowIf.optional(),
  /** Pixels around the block; what is left out takes the default of its kind. */
  space: z
    .strictObject({ top: pixels(160).optional(), bottom: pixels(160).optional(), side: pixels(120).optional() })
    .optional(),
  /** Behind the block, over the whole width. */
  background: Color.optional(),
};
const letters = {
  align: align.optional(),
  color: Color.optional(),
  font: Font.optional(),
  size: z.int().min(10).max(140).optional(),
};

export const HeadingBlock = z.strictObject({
  kind: z.literal('heading'),
  ...common,
  ...letters,
  text: Inline,
  level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  weight: z.enum(['normal', 'bold']).optional(),
});
export const TextBlock = z.strictObject({ kind: z.literal('text'), ...common, ...letters, body: RichText });
export const ImageBlock = z.strictObject({
  kind: z.literal('image'),
  ...common,
  /** Empty until one is chosen. */
  src: imageSource,
  /** Of the image library, if it is from there. */
  fileId: z.uuid().optional(),
  /** Empty only where the image is marked as decorative: Send asks for it. */
  alt: line(500),
  /** Says nothing that the words do not; read out by nobody. */
  decorative: z.boolean().optional(),
  href: href.optional(),
  align: align.optional(),
  /** Pixels; without it as wide as there is room. */
  width: z.int().min(8).max(700).optional(),
  radius: pixels(350).optional(),
});
export const ButtonBlock = z.strictObject({
  kind: z.literal('button'),
  ...common,
  label: Inline,
  href,
  align: align.optional(),
  fullWidth: z.boolean().optional(),
  look: z.enum(['filled', 'outline']).optional(),
  color: Color.optional(),
  textColor: Color.optional(),
  size: z.int().min(12).max(28).optional(),
});
export const DividerBlock = z.strictObject({
  kind: z.literal('divider'),
  ...common,
  color: Color.optional(),
  thickness: z.int().min(1).max(12).optional(),
  look: z.enum(['solid', 'dashed', 'dotted']).optional(),
});
export const SpacerBlock = z.strictObject({ kind: z.literal('spacer'), ...common, height: z.int().min(4).max(200) });

export const socialNetworks = [
  'website',
  'facebook',
  'instagram',
  'linkedin',
  'x',
  'youtube',
  'tiktok',
  'pinterest',
  'threads',
  'mastodon',
  'bluesky',
  'whatsapp',
] as const;
export type SocialNetwork = (typeof socialNetworks)[number];
export const SocialBlock = z.strictObject({
  kind: z.literal('social'),
  ...common,
  links: z.array(z.strictObject({ network: z.enum(socialNetworks), href })).max(12),
  align: align.optional(),
  color: Color.optional(),
  size: z.int().min(10).max(28).optional(),
});
/** Kept as it was pasted; what an email may not contain is taken out when it is compiled. */
export const HtmlBlock = z.strictObject({
  kind: z.literal('html'),
  ...common,
  html: z.string().max(200_000),
});
/** The author's own last lines. Address and unsubscribe link follow below by themselves. */
export const FooterBlock = z.strictObject({
  kind: z.literal('footer'),
  ...common,
  ...letters,
  body: RichText,
  /** The links below the email end with one to the email as a web page of the reader's own. */
  viewInBrowser: z.boolean().optional(),
});

const simple = [
  HeadingBlock,
  TextBlock,
  ImageBlock,
  ButtonBlock,
  DividerBlock,
  SpacerBlock,
  SocialBlock,
  HtmlBlock,
  FooterBlock,
] as const;
const CellBlock = z.discriminatedUnion('kind', simple);
/** A block that may stand in a column. */
export type CellBlock = z.infer<typeof CellBlock>;

/** Widths of the columns; `1` is a box around one. */
export const columnRatios = ['1', '1:1', '1:2', '2:1', '1:3', '3:1', '1:1:1'] as const;
export type ColumnRatio = (typeof columnRatios)[number];
export const ColumnsBlock = z
  .strictObject({
    kind: z.literal('columns'),
    ...common,
    ratio: z.enum(columnRatios),
    cells: z.array(z.array(CellBlock).max(100)).min(1).max(3),
    /** Pixels between columns. */
    gap: pixels(64).optional(),
    verticalAlign: z.enum(['top', 'middle', 'bottom']).optional(),
    /** Whether columns stay side by side on a phone. */
    keepOnPhone: z.boolean().optional(),
    /** Each column as a box. */
    box: z
      .strictObject({
        background: Color.optional(),
        border: Color.optional(),
        borderLook: z.enum(['solid', 'dashed']).optional(),
        radius: pixels(48).optional(),
        padding: pixels(64).optional(),
      })
      .optional(),
  })
  .refine(({ ratio, cells }) => cells.length === ratio.split(':').length, { path: ['cells'] });
export type ColumnsBlock = z.infer<typeof ColumnsBlock>;

export const EmailBlock = z.discriminatedUnion('kind', [...simple, ColumnsBlock]);
export type EmailBlock = z.infer<typeof EmailBlock>;
export type EmailBlockKind = EmailBlock['kind'];

/** Every block, those in columns included, from top to bottom. */
export const allBlocks = (blocks: readonly EmailBlock[]): EmailBlock[] =>
  blocks.flatMap((block) => (block.kind === 'columns' ? [block, ...block.cells.flat()] : [block]));

/** What a person builds by blocks; HTML and text of the email are compiled from it. */
export const EmailDocument = z
  .strictObject({
    version: z.literal(1),
    /** Of the email's words; without it that of the organization. */
    language: z.enum(['en', 'es', 'fr']).optional(),
    theme: EmailTheme,
    blocks: z.array(EmailBlock).max(mostBlocks, tooManyBlocks),
  })
  .refine(({ blocks }) => allBlocks(blocks).length <= mostBlocks, {
    message: tooManyBlocks,
    path: ['blocks'],
  })
  .refine(({ blocks }) => new Set(allBlocks(blocks).map(({ id }) => id)).size === allBlocks(blocks).length, {
    path: ['blocks'],
  })
  .refine((document) => JSON.stringify(document).length <= maxDocumentLength, {
    message: 'This email is too long. Remove some blocks.',
    path: ['blocks'],
  });
export type EmailDocument = z.infer<typeof EmailDocument>;

export const defaultTheme: EmailTheme = {
  light: {
    background: '#f6f3ec',
    paper: '#ffffff',
    text: '#191714',
    muted: '#605a52',
    line: '#e5dfd4',
    tint: '#f6f3ec',
    accent: '#8a4f16',
    onAccent: '#ffffff',
    deep: '#191714',
    onDeep: '#fffdf8',
  },
  dark: {
    background: '#100e0c',
    paper: '#181613',
    text: '#f4f1eb',
    muted: '#b4aea4',
    line: '#35322c',
    tint: '#211f1b',
    accent: '#e7a757',
    onAccent: '#241505',
    deep: '#100e0c',
    onDeep: '#fffdf8',
  },
  headingFont: 'sans',
  bodyFont: 'sans',
  width: 600,
  radius: 8,
};
