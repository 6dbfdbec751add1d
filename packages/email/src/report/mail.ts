import { defaultAccent, initialsOf, labelOn } from '@waggle/contracts/accent';
import { escapeHtml } from '../escape-html.ts';
import { inertName } from '../inert-name.ts';
import type { MailBrand } from '../system-mail.ts';
import { chartSize } from './charts.ts';
import type { Report } from './report.ts';
import { showIn, type Told, tellReport } from './told.ts';
import { reportWords } from './words.ts';

export type ReportMailParts = {
  report: Report;
  brand: MailBrand | undefined;
  /** The page of the report, and the day on which it ends. */
  link: string;
  until: string;
  /** Where the reader stops these reports; null in a test, which nobody can stop. */
  stopLink: string | null;
  /** Names of the pictures in the email, each a 2x PNG. */
  pictures: { contacts: string; revenue: string | null };
};

/** A report as an email: tables and inline styles, with the same words as text. */
export function renderReportMail(parts: ReportMailParts): { subject: string; html: string; text: string } {
  const told = tellReport(parts.report);
  return { subject: told.finding, html: toHtml(parts, told), text: toText(parts, told) };
}

/** Without a name that could be a link, the product's own stands there. */
const nameOf = (brand: MailBrand | undefined): string => inertName(brand?.name ?? '', 'Waggle');

const footerOf = ({ report, brand, stopLink }: ReportMailParts): string => {
  const words = reportWords[report.locale];
  return stopLink === null ? words.test : words.sent[report.frequency](nameOf(brand));
};

const addressOf = (brand: MailBrand | undefined): string =>
  brand?.postalAddress ? [nameOf(brand), ...brand.postalAddress.split('\n')].filter(Boolean).join(', ') : '';

function toText(parts: ReportMailParts, told: Told): string {
  const { report, brand, link, until, stopLink } = parts;
  const words = reportWords[report.locale];
  const { labels } = words;
  const rows = (lines: readonly (readonly string[])[]) => lines.map((line) => line.join(' | ')).join('\n');
  return (
    [
      [nameOf(brand), ...(told.client === null ? [] : [words.forClient(told.client)])].join(' '),
      told.finding,
      told.lead,
      rows(told.cards.map(({ label, value, change }) => [label, change === null ? value : `${value} (${change})`])),
      `${labels.contacts}: ${told.contacts.total}`,
      ...(told.revenue ? [revenueText(report, told.revenue.label)] : []),
      ...(told.worked
        ? [
            rows([
              [told.worked.title, told.worked.result, told.worked.revenue],
              ...told.worked.lines.map((line) => [`${line.name} (${line.kind})`, line.result, line.revenue]),
            ]),
          ]
        : []),
      `${words.view}:\n${link}\n${words.until(showIn(report).date(until))}`,
      footerOf(parts),
      ...(stopLink === null ? [] : [`${words.stop}:\n${stopLink}`]),
      ...(addressOf(brand) ? [addressOf(brand)] : []),
    ].join('\n\n') + '\n'
  );
}

/** What the picture of the bars shows. */
function revenueText(report: Report, label: string): string {
  const { day, money } = showIn(report);
  return [label, ...(report.revenueByWeek ?? []).map(({ to, amount }) => `${day(to)}: ${money(amount)}`)].join('\n');
}

const dark =
  '@media(prefers-color-scheme:dark){.bg{background:#0f0e0c!important}.card{background:#181613!important;border-color:#35322c!important}' +
  '.ink{color:#f4f1eb!important}.muted{color:#b9b4ab!important}.line{border-color:#35322c!important}.up{color:#7fd0a3!important}.down{color:#f3a67f!important}.edge{border-color:#7a756d!important}}' +
  '@media(max-width:560px){.half{display:block!important;width:auto!important;padding:0 0 16px!important}.quarter{display:inline-block!important;width:50%!important;border:0!important;box-sizing:border-box}}';

const small = 'font-size:12px;line-height:18px;color:#5d5953';
const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0"';

function toHtml(parts: ReportMailParts, told: Told): string {
  const { report, brand, link, until, stopLink } = parts;
  const words = reportWords[report.locale];
  const accent = brand?.accent ?? defaultAccent;
  const stop = stopLink
    ? ` <a class="muted" href="${escapeHtml(stopLink)}" style="color:#5d5953;text-decoration:underline">${escapeHtml(words.stop)}</a>`
    : '';
  const address = addressOf(brand) ? `<br>${escapeHtml(addressOf(brand))}` : '';
  return `<!doctype html>
<html lang="${report.locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(told.finding)}</title><style>${dark}</style></head>
<body class="bg" style="margin:0;background:#f5f6f8;font-family:Inter,Helvetica,Arial,sans-serif">
<table ${table} class="bg" style="background:#f5f6f8"><tr><td align="center" style="padding:24px 12px">
<table ${table} class="card" style="max-width:640px;background:#ffffff;border:1px solid #e4e1dd;border-radius:12px">
<tr><td class="line" style="padding:16px 32px;border-bottom:1px solid #e4e1dd">${headOf(parts, told)}</td></tr>
<tr><td style="padding:24px 32px">
<h1 class="ink" style="margin:0 0 6px;font-size:22px;line-height:28px;font-weight:650;color:#191714">${escapeHtml(told.finding)}</h1>
<p class="muted" style="margin:0 0 18px;font-size:15px;line-height:22px;color:#5d5953">${escapeHtml(told.lead)}</p>
${cardsHtml(told)}
${chartsHtml(parts, told)}
${workedHtml(told)}
<p style="margin:24px 0 8px"><a class="edge" href="${escapeHtml(link)}" style="display:inline-block;padding:11px 18px;border:1px solid ${accent};border-radius:8px;background:${accent};color:${labelOn(accent)};font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(words.view)}</a></p>
<p class="muted" style="margin:0;${small}">${escapeHtml(words.until(showIn(report).date(until)))}</p>
</td></tr>
<tr><td class="line muted" style="padding:16px 32px;border-top:1px solid #e4e1dd;${small}">${escapeHtml(footerOf(parts))}${stop}${address}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function headOf({ report, brand }: ReportMailParts, { client }: Told): string {
  const accent = brand?.accent ?? defaultAccent;
  const name = nameOf(brand);
  const mark = brand?.logoUrl
    ? `<img src="${escapeHtml(brand.logoUrl)}" height="28" alt="" style="height:28px;max-width:140px;margin-right:10px;vertical-align:middle">`
    : `<span class="edge" style="display:inline-block;min-width:22px;padding:0 4px;margin-right:10px;border:1px solid ${accent};border-radius:7px;background:${accent};color:${labelOn(accent)};font-size:13px;line-height:26px;text-align:center">${escapeHtml(initialsOf(name))}</span>`;
  return `<table ${table}><tr><td class="ink" style="font-size:15px;font-weight:600;color:#191714">${mark}${escapeHtml(name)}</td><td class="muted" align="right" style="font-size:13px;color:#5d5953">${client === null ? '' : escapeHtml(reportWords[report.locale].forClient(client))}</td></tr></table>`;
}

function cardsHtml({ cards }: Told): string {
  const cells = cards.map(({ label, value, change, isDown }, at) => {
    const side = at > 0 ? 'border-left:1px solid #e4e1dd;' : '';
    const [look, color] = isDown ? ['down', '#b3261e'] : ['up', '#1d6a41'];
    const beside = change
      ? ` <span class="${look}" style="font-size:12px;font-weight:500;color:${color}">${escapeHtml(change)}</span>`
      : '';
    return `<td class="line quarter" width="25%" valign="top" style="${side}padding:10px 12px"><span class="muted" style="${small}">${escapeHtml(label)}</span><br><span class="ink" style="font-size:19px;line-height:26px;font-weight:650;color:#191714">${escapeHtml(value)}</span>${beside}</td>`;
  });
  return `<table ${table} class="line" style="margin:0 0 20px;border:1px solid #e4e1dd"><tr>${cells.join('')}</tr></table>`;
}

function chartsHtml({ pictures }: ReportMailParts, { finding, contacts, revenue }: Told): string {
  const { width, height } = chartSize;
  const chart = (title: string, cid: string, alt: string, [from, to]: readonly [string, string]) =>
    `<p class="muted" style="margin:0 0 6px;font-size:13px;color:#5d5953">${title}</p>` +
    `<img src="cid:${cid}" width="${width}" height="${height}" alt="${escapeHtml(alt)}" style="display:block;width:100%;max-width:${width}px;height:auto;border:0">` +
    `<table ${table} style="max-width:${width}px"><tr><td class="muted" style="${small}">${escapeHtml(from)}</td><td class="muted" align="right" style="${small}">${escapeHtml(to)}</td></tr></table>`;
  const strong = (text: string) => `<b class="ink" style="color:#191714">${escapeHtml(text)}</b>`;
  const left = chart(
    `${escapeHtml(contacts.label)} ${strong(contacts.total)}`,
    pictures.contacts,
    `${contacts.label}: ${contacts.total}. ${finding}`,
    [contacts.from, contacts.to],
  );
  const right =
    revenue && pictures.revenue
      ? chart(
          `${escapeHtml(revenue.label)} ${strong(revenue.last)}`,
          pictures.revenue,
          `${revenue.label}: ${revenue.last}. ${finding}`,
          [revenue.from, revenue.to],
        )
      : '';
  return `<table ${table} style="margin:0 0 16px"><tr><td class="half" width="50%" valign="top" style="padding-right:12px">${left}</td><td class="half" width="50%" valign="top" style="padding-left:12px">${right}</td></tr></table>`;
}

function workedHtml({ worked }: Told): string {
  if (!worked) return '';
  const head = (text: string, align: string) =>
    `<th class="muted" align="${align}" style="padding:8px 2px;font-size:12px;font-weight:500;color:#5d5953">${escapeHtml(text)}</th>`;
  const rows = worked.lines.map(({ name, kind, result, revenue }) => {
    const cell = 'border-top:1px solid #e4e1dd;padding:9px 2px;font-size:13px';
    return (
      `<tr><td class="line ink" style="${cell};color:#191714"><b>${escapeHtml(name)}</b> <span class="muted" style="color:#5d5953">${escapeHtml(kind)}</span></td>` +
      `<td class="line muted" align="right" style="${cell};color:#5d5953">${escapeHtml(result)}</td><td class="line ink" align="right" style="${cell};white-space:nowrap;font-weight:650;color:#191714">${escapeHtml(revenue)}</td></tr>`
    );
  });
  return `<table width="100%" cellpadding="0" cellspacing="0"><tr>${head(worked.title, 'left')}${head(worked.result, 'right')}${head(worked.revenue, 'right')}</tr>${rows.join('')}</table>`;
}
