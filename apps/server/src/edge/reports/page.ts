import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { renderReportPage, reportPageStyle } from '@waggle/email/report/page';
import { escapeHtml } from '@waggle/email/escape-html';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { reportPath } from '../../platform/tracking/report-link.ts';
import type { Brands } from '../brands/brands.ts';
import { publicRoute } from '../hosts/rules.ts';
import type { Walls } from '../hosts/walls.ts';
import { type Language, renderPage } from '../layout.ts';
import { languageOf } from '../pages.ts';
import { refuseMethod } from '../refuse-method.ts';
import { findReport, type SharedReport } from './queries.ts';
import { reportTexts } from './texts.ts';

export type ReportPageParts = {
  database: Database;
  brands: Pick<Brands, 'of'>;
  walls: Pick<Walls, 'admitsOrganization'>;
  allow: (address: string) => boolean;
  headers: Record<string, string>;
};

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;
/** Milliseconds a page waits for the database. */
const patienceMs = 4_000;
/** Questions to the database at a time, whatever strangers try. */
const mostAtOnce = 20;
const statuses = { gone: 404, tooMany: 429, unavailable: 503 } as const;
type Refusal = keyof typeof statuses;

/** A report for whoever has its link: plain HTML, and no figure besides those of the day it was made. */
export function serveReports(app: FastifyInstance, { database, brands, walls, allow, headers }: ReportPageParts): void {
  let underWay = 0;

  async function find(token: string): Promise<SharedReport | Refusal> {
    if (!tokenPattern.test(token)) return 'gone';
    if (underWay >= mostAtOnce) return 'unavailable';
    underWay += 1;
    const found = findReport(database, createHash('sha256').update(token).digest())
      .then((report): SharedReport | Refusal => report ?? 'gone')
      .catch((): Refusal => 'unavailable')
      .finally(() => (underWay -= 1));
    return Promise.race([found, pause(patienceMs, 'unavailable' as const, { ref: false })]);
  }

  async function show(request: FastifyRequest, reply: FastifyReply) {
    const language = languageOf(request.headers['accept-language']);
    const { '*': token = '' } = request.params as { '*'?: string };
    const asked = allow(request.ip) ? await find(token.replace(/\/$/, '')) : 'tooMany';
    const isHidden = typeof asked !== 'string' && !walls.admitsOrganization(request, asked.organizationId);
    const found = isHidden ? 'gone' : asked;
    if (typeof found === 'string') return send(reply.code(statuses[found]), language, refusalPage(language, found));
    const { report, expiresAt, organizationId } = found;
    const brand = await brands.of(organizationId, null).catch(() => null);
    const { title, body } = renderReportPage(report, expiresAt.toISOString().slice(0, 10));
    const page = { language: report.locale, title, brand, body, isForm: false, moreStyle: reportPageStyle };
    return send(reply.code(200), report.locale, renderPage({ ...page, by: 'sent' }));
  }

  const send = (reply: FastifyReply, language: Language, { html, policy }: { html: string; policy: string }) =>
    reply
      .headers({
        ...headers,
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow, noarchive',
        'content-type': 'text/html; charset=utf-8',
        'content-language': language,
        'content-security-policy': policy,
      })
      .send(html);

  const url = `${reportPath}*`;
  app.route({ method: ['GET', 'HEAD'], url, config: publicRoute('organization'), handler: show });
  refuseMethod(app, [url], ['GET', 'HEAD']);
}

/** An ended link, a revoked one and one that never was look alike. */
function refusalPage(language: Language, refusal: Refusal) {
  const [title, sentence] = reportTexts[language][refusal];
  return renderPage({
    language,
    title: escapeHtml(title),
    brand: null,
    body: `<p>${escapeHtml(sentence)}</p>`,
    isForm: false,
    isLost: true,
    by: 'powered',
  });
}
