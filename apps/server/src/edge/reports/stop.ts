import { escapeHtml } from '@waggle/email/escape-html';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Inbox } from '../../platform/inbox/append.ts';
import { type Claims, pathOf } from '../../platform/tracking/token.ts';
import { createUuidV7 } from '../../platform/uuid-v7.ts';
import type { Brands } from '../brands/brands.ts';
import { publicRoute } from '../hosts/rules.ts';
import type { Walls } from '../hosts/walls.ts';
import { renderPage } from '../layout.ts';
import { tokenIn } from '../mail/hits.ts';
import type { MailLinks } from '../mail/links.ts';
import { languageOf } from '../pages.ts';
import { refuseMethod } from '../refuse-method.ts';
import { signalsOf } from '../signals.ts';
import { reportTexts, type StopPage } from './texts.ts';

export type StopParts = {
  links: Pick<MailLinks, 'readOrAsk'>;
  brands: Pick<Brands, 'of'>;
  walls: Pick<Walls, 'admitsOrganization'>;
  inbox: Pick<Inbox, 'record'>;
  allow: (address: string) => boolean;
  headers: Record<string, string>;
};

/** Bytes of a form with one button. */
const bodyLimit = 1_024;
const config = publicRoute('organization');
const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];
const url = `${pathOf['report-stop']}*`;
const statuses: Record<StopPage, number> = { ask: 200, done: 200, unknown: 404, tooMany: 429, unavailable: 503 };

/**
 * The link of a report that stops them. A GET only shows a page: filters and mail programs follow every link they see. The POST of its
 * button, and the one a mail program makes by itself (RFC 8058), is recorded for good before it is answered.
 */
export function serveReportStops(app: FastifyInstance, parts: StopParts): void {
  const nextId = createUuidV7();

  async function claimsOf(request: FastifyRequest): Promise<Claims | Exclude<StopPage, 'ask' | 'done'>> {
    if (!parts.allow(request.ip)) return 'tooMany';
    const claims = await parts.links.readOrAsk(tokenIn(request.raw.url!, 'report-stop'), 'report-stop');
    if (claims === 'unreadable') return 'unavailable';
    return claims && parts.walls.admitsOrganization(request, claims.organizationId) ? claims : 'unknown';
  }

  const answer = createAnswer(parts);

  async function show(request: FastifyRequest, reply: FastifyReply) {
    const claims = await claimsOf(request);
    return typeof claims === 'string' ? answer(request, reply, claims) : answer(request, reply, 'ask', claims);
  }

  async function act(request: FastifyRequest, reply: FastifyReply) {
    const claims = await claimsOf(request);
    if (typeof claims === 'string') return answer(request, reply, claims);
    const { organizationId, campaignId: subjectId, sendId } = claims;
    const signals = { ...signalsOf(request.ip, request.raw.headers), sendId };
    const event = { organizationId, clientId: null, kind: 'report-stop', subjectId, happenedAt: Date.now() };
    try {
      await parts.inbox.record({ id: nextId(), ...event, signals });
    } catch {
      return answer(request, reply, 'unavailable');
    }
    return answer(request, reply, 'done', claims);
  }

  void app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    for (const type of formTypes)
      routes.addContentTypeParser(type, { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body));
    routes.route({ method: ['GET', 'HEAD'], url, config, handler: show });
    routes.route({ method: 'POST', url, config, bodyLimit, handler: act });
    refuseMethod(routes, [url], ['GET', 'HEAD', 'POST']);
  });
}

/** A page in the brand of the organization and the language of the reader. */
const createAnswer =
  ({ brands, headers }: StopParts) =>
  async (request: FastifyRequest, reply: FastifyReply, page: StopPage, claims?: Claims) => {
    const language = languageOf(request.headers['accept-language']);
    const brand = claims ? await brands.of(claims.organizationId, null).catch(() => null) : null;
    const words = reportTexts[language];
    const [title, sentence] = words[page];
    const button = page === 'ask' ? `<form method="post"><button>${escapeHtml(words.button)}</button></form>` : '';
    const { html, policy } = renderPage({
      language,
      title: escapeHtml(title),
      brand,
      body: `<p>${escapeHtml(sentence)}</p>${button}`,
      isForm: page === 'ask',
      isLost: page !== 'ask' && page !== 'done',
      by: 'sent',
    });
    return reply
      .code(statuses[page])
      .headers({
        ...headers,
        // Browsers would otherwise say that the button stands on a page of nobody.
        'referrer-policy': 'same-origin',
        'content-type': 'text/html; charset=utf-8',
        'content-language': language,
        vary: 'accept-language',
        'content-security-policy': policy,
      })
      .send(html);
  };
