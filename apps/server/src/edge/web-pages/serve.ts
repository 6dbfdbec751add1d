import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Claims, pathOf, testViewNo } from '../../platform/tracking/token.ts';
import { publicRoute } from '../hosts/rules.ts';
import type { Walls } from '../hosts/walls.ts';
import { type MailParts, tokenIn } from '../mail/hits.ts';
import { pairs } from '../mail/page-answer.ts';
import { answerPage, type PageName } from '../pages.ts';
import { refuseMethod } from '../refuse-method.ts';
import type { WebPage, WebPages } from './pages.ts';

type Parts = Pick<MailParts, 'links' | 'answers' | 'allow' | 'headers'> & { pages: WebPages; walls: Walls };
type Kind = 'view' | 'archive';

/**
 * Content of authors on the address the dashboard may have too: nothing runs, no form leaves, and the page has an origin of its
 * own. Pictures, fonts and styles are those an email program shows as well.
 */
const policy =
  "default-src 'none'; img-src https: http: data:; font-src https: data:; style-src 'unsafe-inline'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** Emails as web pages. A look at one records nothing: the picture in it that counts opens does, by the rules of every open. */
export function serveWebPages(app: FastifyInstance, { links, answers, allow, headers, pages, walls }: Parts): void {
  const kinds: Record<Kind, (claims: Claims, origin: string | undefined) => Promise<WebPage>> = {
    view: (claims, origin) => pages.personal(claims, links.keys().at(-1)!, origin),
    archive: (claims) => pages.public(claims),
  };

  const show = (kind: Kind) => async (request: FastifyRequest, reply: FastifyReply) => {
    if (!allow(request.ip)) return refuse(request, reply, 'tooMany');
    const claims = await links.readOrAsk(tokenIn(request.raw.url!, kind), kind);
    if (claims === 'unreadable') return refuse(request, reply, 'unavailable');
    if (!claims || !walls.admits(request, claims)) return refuse(request, reply, 'unknown');
    if (kind === 'view' && claims.linkNo === testViewNo) return refuse(request, reply, 'test');
    const page = await kinds[kind](claims, walls.originOf(request));
    if (typeof page === 'string') return refuse(request, reply, page);
    if (!walls.admitsMark(request, claims.organizationId, page.clientMark)) return refuse(request, reply, 'unknown');
    answers.page += 1;
    return answer(request, reply, page.html, kind);
  };

  function answer(request: FastifyRequest, reply: FastifyReply, html: string, kind: Kind): FastifyReply {
    void reply.headers({
      ...Object.fromEntries(pairs(headers)),
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-robots-tag': 'noindex, nofollow, noarchive',
    });
    if (kind === 'view') return reply.send(html);
    // Asked for again each time, so that switching it off shows at once; what is the same is not sent twice.
    const tag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    void reply.headers({ 'cache-control': 'no-cache', etag: tag });
    return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(html);
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, name: PageName): FastifyReply {
    reply.hijack();
    answers[name] += 1;
    answerPage(reply.raw, name, request.headers['accept-language'], [...headers, 'x-robots-tag', 'noindex, nofollow']);
    return reply;
  }

  for (const kind of ['view', 'archive'] as const) {
    const url = `${pathOf[kind]}*`;
    app.route({ method: ['GET', 'HEAD'], url, config: publicRoute('owner'), handler: show(kind) });
    refuseMethod(app, [url], ['GET', 'HEAD']);
  }
}
