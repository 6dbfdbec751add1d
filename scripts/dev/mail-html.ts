import { escapeHtml } from '../../packages/email/src/escape-html.ts';
import type { CaughtMail } from '../../apps/server/test/harness/mail-catcher.ts';

export const views = ['email', 'text', 'headers', 'source'] as const;
type View = (typeof views)[number];
const viewNames: Record<View, string> = { email: 'Email', text: 'Text', headers: 'Headers', source: 'Source' };

const style = `:root{color-scheme:light dark;--paper:light-dark(#f8f7f4,#0f0e0c);--surface:light-dark(#fff,#1a1815);--ink:light-dark(#191714,#f3f1ed);
--muted:light-dark(#5f5a53,#aaa49b);--line:light-dark(#e4e1dd,#33302b);--fill:light-dark(#f1efeb,#24211d);--link:light-dark(#8c4f10,#f0b357)}
*{box-sizing:border-box}body{font:14px/1.5 system-ui,sans-serif;margin:0;color:var(--ink);background:var(--paper)}
main{max-width:1080px;margin:0 auto;padding:24px 16px 48px}h1{font-size:20px;line-height:1.3;margin:0;overflow-wrap:anywhere}a{color:var(--link)}
.top{display:flex;flex-wrap:wrap;gap:12px;align-items:center;justify-content:space-between;margin-bottom:16px}
input,button{font:inherit;color:inherit;background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:7px 12px}form{display:flex;gap:8px;flex:0 1 400px}input{flex:1;min-width:0}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}.box{background:var(--surface);border:1px solid var(--line);border-radius:12px;overflow:hidden}
ol{list-style:none;margin:0;padding:0}li+li{border-top:1px solid var(--line)}li a{display:grid;grid-template-columns:minmax(0,14rem) minmax(0,1fr) auto;gap:2px 16px;
padding:10px 16px;color:inherit;text-decoration:none}li a:hover{background:var(--fill)}li span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.muted,time,dt{color:var(--muted)}.empty{padding:48px 16px;text-align:center}nav{display:flex;gap:16px;margin-top:16px}
dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:2px 12px;margin:12px 0 16px}dd{margin:0;overflow-wrap:anywhere}
.views{display:flex;gap:4px;margin:0 0 12px;flex-wrap:wrap}.views a{padding:6px 12px;border-radius:8px;color:var(--muted);text-decoration:none}
.views a[aria-current]{background:var(--fill);color:var(--ink);font-weight:600}iframe{display:block;width:100%;height:70vh;border:0;background:#fff}
pre{margin:0;padding:16px;white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,monospace}
@media(max-width:40rem){li a{grid-template-columns:minmax(0,1fr) auto}li .subject{grid-column:1/-1;grid-row:2}}`;

const frame = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;

const timeOf = (at: Date): string =>
  `<time datetime="${at.toISOString()}">${at.toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })}</time>`;

type List = {
  search: string;
  all: number;
  found: number;
  newer: string | undefined;
  older: string | undefined;
};

export function listPage(mails: readonly CaughtMail[], { search, all, found, newer, older }: List): string {
  const rows = mails.map(
    ({ id, from, to, subject, at }) =>
      `<li><a href="/mails/${id}"><span title="${escapeHtml(from)}">${escapeHtml(from)}</span><span class="subject">${escapeHtml(subject || '(no subject)')} <span class="muted">to ${escapeHtml(to)}</span></span>${timeOf(at)}</a></li>`,
  );
  const nothing =
    all === 0
      ? 'No emails yet. Every email that Waggle sends arrives here.'
      : `Nothing matches “${escapeHtml(search)}”.`;
  const steps = [
    ...(newer ? [`<a href="${newer}">Newer</a>`] : []),
    ...(older ? [`<a href="${older}">Older</a>`] : []),
  ].join('');
  return frame(
    'Emails',
    `<div class="top"><h1>Emails <span class="muted">${found.toLocaleString('en')}</span></h1>
<form role="search"><input type="search" name="search" aria-label="Search emails" placeholder="Search emails" value="${escapeHtml(search)}"> <button>Search</button></form></div>
<div class="box">${rows.length > 0 ? `<ol>${rows.join('')}</ol>` : `<p class="empty muted">${nothing}</p>`}</div>${steps && `<nav>${steps}</nav>`}`,
  );
}

/** The email's own HTML stands in a frame that may run nothing; its links open in a tab of their own. */
const shownAs: Record<View, (content: string) => string> = {
  email: (html) =>
    `<iframe title="Email" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(`<base target="_blank">${html}`)}"></iframe>`,
  text: (text) => `<pre>${linked(text)}</pre>`,
  headers: (text) => `<pre>${escapeHtml(text)}</pre>`,
  source: (text) => `<pre>${escapeHtml(text)}</pre>`,
};

const linked = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, at) =>
      at % 2 === 1
        ? `<a href="${escapeHtml(part)}" target="_blank" rel="noopener">${escapeHtml(part)}</a>`
        : escapeHtml(part),
    )
    .join('');

export function mailPage(mail: CaughtMail, view: View, contents: Record<View, string>): string {
  const tabs = views.map(
    (one) =>
      `<a href="/mails/${mail.id}?view=${one}"${one === view ? ' aria-current="page"' : ''}>${viewNames[one]}</a>`,
  );
  return frame(
    mail.subject || '(no subject)',
    `<p><a href="/">All emails</a></p><h1>${escapeHtml(mail.subject || '(no subject)')}</h1>
<dl><dt>From</dt><dd>${escapeHtml(mail.from)}</dd><dt>To</dt><dd>${escapeHtml(mail.to)}</dd><dt>Time</dt><dd>${timeOf(mail.at)}</dd></dl>
<div class="views">${tabs.join('')}</div><div class="box">${shownAs[view](contents[view])}</div>`,
  );
}
