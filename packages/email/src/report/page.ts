import { escapeHtml } from '../escape-html.ts';
import { contactsChart, revenueChart } from './charts.ts';
import type { Report } from './report.ts';
import { showIn, type Told, tellReport } from './told.ts';
import { reportWords } from './words.ts';

/** For the page of a report, beside the style that all pages have. */
export const reportPageStyle =
  'main{max-width:720px}.cards{display:grid;grid-template-columns:repeat(4,1fr);margin:20px 0 24px;padding:0;border:1px solid var(--line);list-style:none}' +
  '.cards li{padding:10px 12px}.cards li+li{border-left:1px solid var(--line)}.cards span{display:block;font-size:13px;color:var(--muted)}.cards b{font-size:20px}' +
  '.cards small{margin-left:6px;font-size:13px;color:var(--muted)}.charts{display:grid;grid-template-columns:1fr 1fr;gap:24px}.charts figure{margin:0}.charts svg{display:block;width:100%;height:auto}' +
  'figcaption{margin-bottom:6px;font-size:14px;color:var(--muted)}.ends{display:flex;justify-content:space-between;font-size:13px;color:var(--muted)}' +
  'table{width:100%;margin-top:24px;border-collapse:collapse;font-size:14px}th{font-weight:500;text-align:left;color:var(--muted)}th,td{padding:9px 2px}tbody tr{border-top:1px solid var(--line)}' +
  'th+th,td+td{text-align:right;white-space:nowrap}td span{color:var(--muted)}main>p:last-child{margin-top:24px;font-size:13px}' +
  '@media(max-width:560px){.cards{grid-template-columns:1fr 1fr}.cards li:nth-child(3){border-left:0}.cards li:nth-child(n+3){border-top:1px solid var(--line)}.charts{grid-template-columns:1fr}}';

/** The title and the body of the page behind the link of a report: the same figures as the email, and none besides. */
export function renderReportPage(report: Report, until: string): { title: string; body: string } {
  const told = tellReport(report);
  const words = reportWords[report.locale];
  return {
    title: escapeHtml(told.finding),
    body:
      `<p>${escapeHtml([told.client, told.lead].filter(Boolean).join('. '))}</p>${cards(told)}${charts(report, told)}${workedTable(told)}` +
      `<p>${escapeHtml(words.madeOn(showIn(report).date(until)))}</p>`,
  };
}

const cards = ({ cards: all }: Told): string =>
  `<ul class="cards">${all
    .map(
      ({ label, value, change }) =>
        `<li><span>${escapeHtml(label)}</span><b>${escapeHtml(value)}</b>${change ? `<small>${escapeHtml(change)}</small>` : ''}</li>`,
    )
    .join('')}</ul>`;

function charts(report: Report, { contacts, revenue }: Told): string {
  const figure = (label: string, value: string, svg: string, ends: { from: string; to: string }) =>
    `<figure><figcaption>${escapeHtml(label)} <b>${escapeHtml(value)}</b></figcaption>${svg}<div class="ends"><span>${escapeHtml(ends.from)}</span><span>${escapeHtml(ends.to)}</span></div></figure>`;
  const weeks = report.revenueByWeek;
  return (
    `<div class="charts">${figure(contacts.label, contacts.total, contactsChart(report), contacts)}` +
    `${revenue && weeks ? figure(revenue.label, revenue.last, revenueChart(weeks), revenue) : ''}</div>`
  );
}

function workedTable({ worked }: Told): string {
  if (!worked) return '';
  const rows = worked.lines.map(
    ({ name, kind, result, revenue }) =>
      `<tr><td><b>${escapeHtml(name)}</b> <span>${escapeHtml(kind)}</span></td><td>${escapeHtml(result)}</td><td>${escapeHtml(revenue)}</td></tr>`,
  );
  return `<table><thead><tr><th>${escapeHtml(worked.title)}</th><th>${escapeHtml(worked.result)}</th><th>${escapeHtml(worked.revenue)}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
