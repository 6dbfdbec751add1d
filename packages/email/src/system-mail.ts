import { defaultAccent, initialsOf, labelOn } from '@waggle/contracts/accent';
import { escapeHtml } from './escape-html.ts';
import type { MailProduct } from './mail-product.ts';

type Fact = {
  label: string;
  value: string;
  /** A mark in front of the label. */
  state?: 'good' | 'bad';
};

/** Whose email it is, where an organization speaks. */
export type MailBrand = {
  name: string;
  accent: string | null;
  /** The public address of a picture. */
  logoUrl: string | null;
  postalAddress: string;
};

export type SystemMailParts = {
  locale: string;
  title: string;
  /** None where the title says it. */
  greeting?: string;
  lines: readonly string[];
  /** What there is to know, as a small table below the lines. */
  facts?: readonly Fact[];
  /** Values to copy, each group a table of its own. */
  blocks?: readonly (readonly Fact[])[];
  /** The button, and where it leads; none where there is nothing to do. */
  action?: string;
  link?: string;
  closing: string;
  product: MailProduct;
  /** Stands in place of our own product, and gives way to one of the organization's own. */
  brand?: MailBrand;
};

export type RenderedMail = {
  html: string;
  text: string;
  /** In the From line, before the address of the installation; left out for our own product, which the operator names. */
  senderName?: string;
};

/** A mail about the account: one thing to do, as HTML and as text with the same words. */
export function renderSystemMail(parts: SystemMailParts): RenderedMail {
  const { product } = parts;
  return { html: toHtml(parts), text: toText(parts), ...(product.isOwn && { senderName: product.name }) };
}

type Head = Pick<MailBrand, 'name' | 'accent' | 'logoUrl'>;

/** Whose name, mark and color it has; undefined for our own. */
export const headOf = (product: MailProduct, brand: MailBrand | undefined): Head | undefined =>
  product.isOwn ? { name: product.name, accent: product.accent, logoUrl: product.markUrl } : brand;

const toText = ({ greeting, lines, facts = [], blocks = [], action, link, closing, brand }: SystemMailParts): string =>
  [
    ...(greeting ? [greeting] : []),
    ...lines,
    ...[facts, ...blocks]
      .filter((group) => group.length > 0)
      .map((group) => group.map(({ label, value }) => `${label}: ${value}`).join('\n')),
    ...(link ? [`${action}:\n${link}`] : []),
    closing,
    ...(brand?.postalAddress ? [addressLine(brand)] : []),
  ].join('\n\n') + '\n';

const addressLine = ({ name, postalAddress }: MailBrand): string =>
  [name, ...postalAddress.split('\n')].filter(Boolean).join(', ');

/** For mail programs that know dark mode; the others have the light colors of the attributes. */
const darkStyle =
  '@media(prefers-color-scheme:dark){.bg{background:#0f0e0c!important}.card{background:#181613!important;border-color:#35322c!important}' +
  '.ink{color:#f4f1eb!important}.muted{color:#b9b4ab!important}.line{border-color:#35322c!important}.good{color:#7fd0a3!important}.bad{color:#f3a67f!important}}';

/** Tables and inline styles, because mail programs know little else; colours are the design's wax and honey. */
function toHtml(parts: SystemMailParts): string {
  const { locale, title, greeting, lines, facts = [], blocks = [], action, link, closing, brand } = parts;
  const head = headOf(parts.product, brand);
  const accent = head?.accent ?? defaultAccent;
  return `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${darkStyle}</style></head>
<body class="bg" style="margin:0;background:#f8f7f4;font-family:Inter,Helvetica,Arial,sans-serif">
<table role="presentation" class="bg" width="100%" cellpadding="0" cellspacing="0" style="background:#f8f7f4"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e4e1dd;border-radius:12px">
<tr><td style="padding:28px 32px">
${heading(head, parts.product)}
<h1 class="ink" style="margin:0 0 12px;font-size:22px;line-height:28px;font-weight:650;color:#191714">${escapeHtml(title)}</h1>
${greeting ? paragraph(greeting, 'ink') : ''}
${lines.map((line) => paragraph(line, 'muted')).join('\n')}
${facts.length > 0 ? factTable(facts) : ''}
${blocks.map((block) => factTable(block, copied)).join('\n')}
${link ? button(action ?? '', link, accent) : ''}
${link ? `<p class="muted" style="margin:0;font-size:12px;line-height:18px;color:#5d5953;word-break:break-all">${escapeHtml(link)}</p>` : ''}
</td></tr></table>
${footer(closing, brand)}
</td></tr></table>
</body>
</html>
`;
}

const colors = { ink: '#191714', muted: '#5d5953' } as const;
const paragraph = (text: string, color: keyof typeof colors) =>
  `<p class="${color}" style="margin:0 0 16px;font-size:15px;line-height:24px;color:${colors[color]}">${escapeHtml(text)}</p>`;

/** The logo or initials of whoever speaks, or our own mark. */
function heading(head: Head | undefined, product: MailProduct): string {
  const accent = head?.accent ?? defaultAccent;
  const cell = (letters: string) =>
    `<span style="display:inline-block;min-width:22px;padding:0 4px;margin-right:10px;border-radius:7px;background:${accent};color:${labelOn(accent)};font-size:13px;line-height:26px;text-align:center">${escapeHtml(letters)}</span>`;
  const mark = head?.logoUrl
    ? `<img src="${escapeHtml(head.logoUrl)}" height="32" alt="" style="height:32px;max-width:140px;margin-right:10px;vertical-align:middle">`
    : cell(initialsOf(head?.name ?? product.name));
  return `<p class="ink" style="margin:0 0 20px;font-size:17px;font-weight:600;color:#191714">${mark}${escapeHtml(head?.name ?? product.name)}</p>`;
}

function footer(closing: string, brand: MailBrand | undefined): string {
  const address = brand?.postalAddress ? `<br>${escapeHtml(addressLine(brand))}` : '';
  return `<p class="muted" style="max-width:488px;margin:20px 0 0;font-size:12px;line-height:18px;color:#5d5953;text-align:center">${escapeHtml(closing)}${address}</p>`;
}

const button = (action: string, link: string, accent: string): string =>
  `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:${accent};color:${labelOn(accent)};font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(action)}</a></p>`;

const copied = 'font-family:Menlo,Consolas,monospace;word-break:break-all';
const marks = { good: '✓', bad: '!' } as const;
const markColors = { good: '#1d6a41', bad: '#9a3d10' } as const;

function factTable(facts: readonly Fact[], look = 'font-weight:600'): string {
  const row = ({ label, value, state }: Fact, at: number) => {
    const line = at > 0 ? 'border-top:1px solid #e4e1dd;' : '';
    const mark = state
      ? `<span class="${state}" style="display:inline-block;width:18px;font-weight:700;color:${markColors[state]}">${marks[state]}</span>`
      : '';
    return `<tr><td class="muted line" style="${line}padding:10px 16px;font-size:13px;color:#5d5953;width:110px">${mark}${escapeHtml(label)}</td><td class="ink line" style="${line}padding:10px 16px 10px 0;font-size:13px;${look};color:#191714">${escapeHtml(value)}</td></tr>`;
  };
  return `<table role="presentation" class="line" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border:1px solid #e4e1dd;border-radius:8px">${facts.map(row).join('')}</table>`;
}
