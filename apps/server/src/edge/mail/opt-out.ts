import type { FastifyReply, FastifyRequest } from 'fastify';
import { createEventIds } from '../../platform/inbox/event-id.ts';
import type { InboxEvent } from '../../platform/inbox/event.ts';
import { type Claims, pathOf } from '../../platform/tracking/token.ts';
import { answerPage, languageOf } from '../pages.ts';
import { signalsOf } from '../signals.ts';
import { type MailParts, tokenIn } from './hits.ts';
import { type OptOutPage, optOutPage, optOutPolicy } from './opt-out-pages.ts';

type Place = 'unsubscribe' | 'preferences';
type Wish = 'one-click' | 'unsubscribe' | 'resubscribe' | null;

/**
 * The way out of a mail. A GET only shows a page: filters and mail programs follow every link they see. A POST is recorded
 * for good before it is answered, and needs no cookie and no script (RFC 8058).
 */
export function createOptOut({ links, inbox, answers, allow, headers }: MailParts) {
  const nextId = createEventIds();

  /** Answers by itself and with nothing when the request leads nowhere. */
  async function claimsOf(request: FastifyRequest, reply: FastifyReply, place: Place): Promise<Claims | null> {
    const claims = allow(request.ip) ? await links.readOrAsk(tokenIn(request.raw.url!, place), place) : undefined;
    if (!claims) refuse(request, reply, claims === null ? 'unknown' : 'tooMany');
    return claims ?? null;
  }

  const show = (place: Place) => async (request: FastifyRequest, reply: FastifyReply) => {
    const claims = await claimsOf(request, reply, place);
    if (claims) page(request, reply, place === 'unsubscribe' ? 'ask' : 'preferences', claims);
    return reply;
  };

  const act = (place: Place) => async (request: FastifyRequest, reply: FastifyReply) => {
    const claims = await claimsOf(request, reply, place);
    if (!claims) return reply;
    const wish = wishIn(request.body);
    if (wish === null) return reply.code(400).headers(plain(headers)).send('Nothing was asked for.\n');
    try {
      await inbox.record({ ...eventOf(request, claims, wish), id: nextId() });
    } catch {
      refuse(request, reply, 'unavailable');
      return reply;
    }
    if (wish === 'one-click') return reply.code(200).headers(plain(headers)).send('Unsubscribed.\n');
    page(request, reply, wish === 'unsubscribe' ? 'done' : 'undone', claims);
    return reply;
  };

  function page(request: FastifyRequest, reply: FastifyReply, name: OptOutPage, claims: Claims): void {
    const language = languageOf(request.headers['accept-language']);
    const preferences = `${pathOf.preferences}${links.sign(claims, 'preferences')}`;
    void reply
      .code(200)
      .headers({
        ...Object.fromEntries(pairs(headers)),
        // Browsers would otherwise say that the button stands on a page of nobody.
        'referrer-policy': 'same-origin',
        'content-type': 'text/html; charset=utf-8',
        'content-language': language,
        vary: 'accept-language',
        'content-security-policy': optOutPolicy,
      })
      .send(optOutPage(language, name, preferences));
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, name: 'unknown' | 'tooMany' | 'unavailable'): void {
    reply.hijack();
    answers[name] += 1;
    answerPage(reply.raw, name, request.headers['accept-language'], headers);
  }

  return { show, act };
}

const eventOf = (request: FastifyRequest, claims: Claims, wish: Exclude<Wish, null>): Omit<InboxEvent, 'id'> => ({
  organizationId: claims.organizationId,
  clientId: null,
  kind: wish === 'resubscribe' ? 'resubscribe' : 'unsubscribe',
  subjectId: claims.campaignId,
  happenedAt: Date.now(),
  signals: { ...signalsOf(request.ip, request.raw.headers), sendId: claims.sendId },
});

/** One field decides. Providers may send it as a form of either kind (RFC 8058, section 3.2). */
function wishIn(body: unknown): Wish {
  if (typeof body !== 'string') return null;
  if (/name="?List-Unsubscribe"?\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\r?\n/i.test(body)) return 'one-click';
  const fields = new URLSearchParams(body);
  if (fields.get('List-Unsubscribe') === 'One-Click') return 'one-click';
  const wish = fields.get('do');
  return wish === 'unsubscribe' || wish === 'resubscribe' ? wish : null;
}

const plain = (headers: readonly string[]) => ({
  ...Object.fromEntries(pairs(headers)),
  'content-type': 'text/plain; charset=utf-8',
});

function* pairs(flat: readonly string[]): Generator<[string, string]> {
  for (let at = 0; at < flat.length; at += 2) yield [flat[at]!, flat[at + 1]!];
}
