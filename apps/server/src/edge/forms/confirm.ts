import { escapeHtml } from '@waggle/email/escape-html';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Inbox } from '../../platform/inbox/append.ts';
import { type Claims, pathOf } from '../../platform/tracking/token.ts';
import { createUuidV7 } from '../../platform/uuid-v7.ts';
import type { Brands, PageBrand } from '../brands/brands.ts';
import { publicRoute } from '../hosts/rules.ts';
import type { Walls } from '../hosts/walls.ts';
import { type Language, renderPage } from '../layout.ts';
import { tokenIn } from '../mail/hits.ts';
import type { MailLinks } from '../mail/links.ts';
import { languageOf } from '../pages.ts';
import { refuseMethod } from '../refuse-method.ts';
import { signalsOf } from '../signals.ts';
import { type ConfirmPage, confirmTexts } from './confirm-texts.ts';
import type { PublishedForms } from './published-forms.ts';

export type ConfirmParts = {
  links: Pick<MailLinks, 'readOrAsk'>;
  forms: Pick<PublishedForms, 'find'>;
  walls: Pick<Walls, 'admits'>;
  brands: Pick<Brands, 'of'>;
  inbox: Pick<Inbox, 'record'>;
  allow: (address: string) => boolean;
  headers: Record<string, string>;
};

/** Bytes of a form with one button. */
const bodyLimit = 1_024;
const config = publicRoute('owner');
const url = `${pathOf.confirm}*`;
const statuses: Record<ConfirmPage, number> = {
  ask: 200,
  done: 200,
  expired: 410,
  unknown: 404,
  tooMany: 429,
  unavailable: 503,
};

/**
 * The link of a confirmation email. A GET only shows a page: filters and mail programs follow every link they see. The button's POST is
 * recorded for good before it is answered, and needs no cookie and no script.
 */
export function serveConfirm(app: FastifyInstance, parts: ConfirmParts): void {
  const nextId = createUuidV7();

  async function claimsOf(request: FastifyRequest): Promise<Claims | Exclude<ConfirmPage, 'ask' | 'done'>> {
    if (!parts.allow(request.ip)) return 'tooMany';
    const claims = await parts.links.readOrAsk(tokenIn(request.raw.url!, 'confirm'), 'confirm');
    if (claims === 'unreadable') return 'unavailable';
    if (!claims || !(await isAdmitted(parts, request, claims))) return 'unknown';
    return isExpired(claims) ? 'expired' : claims;
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, page: ConfirmPage, claims?: Claims) {
    const language = languageOf(request.headers['accept-language']);
    const brand = claims ? await brandOf(parts, claims).catch(() => null) : null;
    const { html, policy } = confirmPage(language, page, brand);
    return reply
      .code(statuses[page])
      .headers({
        ...parts.headers,
        // Browsers would otherwise say that the button stands on a page of nobody.
        'referrer-policy': 'same-origin',
        'content-type': 'text/html; charset=utf-8',
        'content-language': language,
        vary: 'accept-language',
        'content-security-policy': policy,
      })
      .send(html);
  }

  async function show(request: FastifyRequest, reply: FastifyReply) {
    const claims = await claimsOf(request);
    return typeof claims === 'string' ? answer(request, reply, claims) : answer(request, reply, 'ask', claims);
  }

  async function act(request: FastifyRequest, reply: FastifyReply) {
    const claims = await claimsOf(request);
    if (typeof claims === 'string') return answer(request, reply, claims);
    const body = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    if (body.get('do') !== 'confirm') return answer(request, reply, 'ask', claims);
    const { organizationId, campaignId: subjectId, sendId } = claims;
    const signals = { ...signalsOf(request.ip, request.raw.headers), sendId };
    const event = { organizationId, clientId: null, kind: 'form-confirmation', subjectId, happenedAt: Date.now() };
    try {
      await parts.inbox.record({ id: nextId(), ...event, signals });
    } catch {
      return answer(request, reply, 'unavailable');
    }
    return answer(request, reply, 'done', claims);
  }

  void app.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    const type = 'application/x-www-form-urlencoded';
    routes.addContentTypeParser(type, { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body));
    routes.route({ method: ['GET', 'HEAD'], url, config, handler: show });
    routes.route({ method: 'POST', url, config, bodyLimit, handler: act });
    refuseMethod(routes, [url], ['GET', 'HEAD', 'POST']);
  });
}

const lastsMs = 30 * 86_400_000;

/** The id of the email is of version 7 and begins with the milliseconds at which it was made. */
const isExpired = ({ sendId }: Claims): boolean =>
  sendId[14] !== '7' || Date.now() - Number.parseInt(sendId.slice(0, 8) + sendId.slice(9, 13), 16) > lastsMs;

/** Whose form it was; nobody's once it is deleted, and the link works all the same. */
async function formOf({ forms }: ConfirmParts, { campaignId, organizationId }: Claims) {
  const form = await forms.find(campaignId);
  return typeof form === 'string' || form.organizationId !== organizationId ? null : form;
}

async function isAdmitted(parts: ConfirmParts, request: FastifyRequest, claims: Claims): Promise<boolean> {
  if (!parts.walls.admits(request, { organizationId: claims.organizationId })) return false;
  const form = await formOf(parts, claims);
  return form === null || parts.walls.admits(request, form);
}

async function brandOf(parts: ConfirmParts, claims: Claims) {
  const form = await formOf(parts, claims);
  return form && parts.brands.of(form.organizationId, form.clientId);
}

function confirmPage(language: Language, page: ConfirmPage, brand: PageBrand | null) {
  const words = confirmTexts[language];
  const [title, sentence] = words[page];
  const button =
    page === 'ask'
      ? `<form method="post"><button name="do" value="confirm">${escapeHtml(words.button)}</button></form>`
      : '';
  const body = `<p>${escapeHtml(sentence(brand?.name ?? ''))}</p>${button}`;
  const isLost = page !== 'ask' && page !== 'done';
  return renderPage({ language, title: escapeHtml(title), brand, body, isForm: page === 'ask', isLost, by: 'sent' });
}
