import { escapeHtml } from './escape-html.ts';

export type SystemMailParts = {
  locale: string;
  title: string;
  greeting: string;
  lines: readonly string[];
  /** What there is to know, as a small table below the lines. */
  facts?: readonly { label: string; value: string }[];
  /** The button, and where it leads; none where there is nothing to do. */
  action?: string;
  link?: string;
  closing: string;
};

/** A mail about the account: one thing to do, as HTML and as text with the same words. */
export function renderSystemMail(parts: SystemMailParts): { html: string; text: string } {
  return { html: toHtml(parts), text: toText(parts) };
}

const toText = ({ greeting, lines, facts = [], action, link, closing }: SystemMailParts): string =>
  [
    greeting,
    ...lines,
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(link ? [`${action}:\n${link}`] : []),
    closing,
  ].join('\n\n') + '\n';

/** Tables and inline styles, because mail programs know little else; colours are the design's wax and honey. */
function toHtml({ locale, title, greeting, lines, facts = [], action, link, closing }: SystemMailParts): string {
  const paragraph = (text: string, color = '#44413b') =>
    `<p style="margin:0 0 16px;font-size:15px;line-height:24px;color:${color}">${escapeHtml(text)}</p>`;
  return `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#f8f7f4;font-family:Inter,Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e4e1dd;border-radius:12px">
<tr><td style="padding:28px 32px">
<p style="margin:0 0 20px;font-size:17px;font-weight:600;color:#191714">Waggle</p>
${paragraph(greeting, '#191714')}
${lines.map((line) => paragraph(line)).join('\n')}
${facts.length > 0 ? factTable(facts) : ''}
${link ? button(action ?? '', link) : ''}
${paragraph(closing, '#706c66')}
${link ? `<p style="margin:0;font-size:12px;line-height:18px;color:#706c66;word-break:break-all">${escapeHtml(link)}</p>` : ''}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

const button = (action: string, link: string): string =>
  `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:#f9ad1b;color:#191714;font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(action)}</a></p>`;

function factTable(facts: readonly { label: string; value: string }[]): string {
  const row = ({ label, value }: { label: string; value: string }, at: number) => {
    const line = at > 0 ? 'border-top:1px solid #e4e1dd;' : '';
    return `<tr><td style="${line}padding:10px 16px;font-size:13px;color:#706c66;width:110px">${escapeHtml(label)}</td><td style="${line}padding:10px 16px 10px 0;font-size:13px;font-weight:600;color:#191714">${escapeHtml(value)}</td></tr>`;
  };
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border:1px solid #e4e1dd;border-radius:8px">${facts.map(row).join('')}</table>`;
}
