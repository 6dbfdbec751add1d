import type { FastifyReply, FastifyRequest } from 'fastify';
import { createEventIds } from '../../platform/inbox/event-id.ts';
import type { InboxEvent } from '../../platform/inbox/event.ts';
import { isForgotten, type OptOutClaims, type OptOutPurpose } from '../../platform/tracking/opt-out-token.ts';
import { pathOf } from '../../platform/tracking/token.ts';
import { answerPage, languageOf } from '../pages.ts';
import { signalsOf } from '../signals.ts';
import { type MailParts, tokenIn } from './hits.ts';
import { optOutPage, optOutPolicy } from './opt-out-pages.ts';
import type { OptOutPage } from './opt-out-texts.ts';
import { type Wish, wishIn } from './wish.ts';

/**
 * The way out of a mail. A GET only shows a page: filters and mail programs follow every link they see. A POST is recorded
 * for good before it is answered, and needs no cookie and no script (RFC 8058).
 */
export function createOptOut({ links, inbox, answers, allow, headers }: MailParts) {
  const nextId = createEventIds();

  /** Answers by itself and with nothing when the request leads nowhere. */
  async function claimsOf(
    request: FastifyRequest,
    reply: FastifyReply,
    place: OptOutPurpose,
  ): Promise<OptOutClaims | null> {
    const claims = allow(request.ip) ? await links.readOptOut(tokenIn(request.raw.url!, place), place) : undefined;
    // Without the hash and without a ledger nobody could be found: rather no answer than a wrong one.
    const isLost = claims && claims !== 'unreadable' && claims.hashed === null && isForgotten(claims, Date.now());
    if (claims && claims !== 'unreadable' && !isLost) return claims;
    if (claims === 'unreadable') refuse(request, reply, 'unavailable');
    else refuse(request, reply, claims === undefined ? 'tooMany' : 'unknown');
    return null;
  }

  const show = (place: OptOutPurpose) => async (request: FastifyRequest, reply: FastifyReply) => {
    const claims = await claimsOf(request, reply, place);
    if (claims) page(request, reply, claims, { name: place === 'unsubscribe' ? 'ask' : 'preferences' });
    return reply;
  };

  const act = (place: OptOutPurpose) => async (request: FastifyRequest, reply: FastifyReply) => {
    const claims = await claimsOf(request, reply, place);
    if (!claims) return reply;
    const wish = wishIn(request.body);
    if (wish === null) return reply.code(400).headers(plain(headers)).send('Nothing was asked for.\n');
    const event = { ...eventOf(request, claims, wish), id: nextId() };
    try {
      await inbox.record(event);
    } catch {
      refuse(request, reply, 'unavailable');
      return reply;
    }
    if (wish.do === 'one-click') return reply.code(200).headers(plain(headers)).send('Unsubscribed.\n');
    page(request, reply, claims, { name: pageAfter(wish, isForgotten(claims, event.happenedAt)), until: endOf(event) });
    return reply;
  };

  type Shown = { name: OptOutPage; until?: number };
  function page(request: FastifyRequest, reply: FastifyReply, claims: OptOutClaims, { name, until = 0 }: Shown): void {
    const language = languageOf(request.headers['accept-language']);
    const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(until);
    const preferences = `${pathOf.preferences}${links.signOptOut(claims, 'preferences')}`;
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
      .send(optOutPage(language, name, preferences, day));
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, name: 'unknown' | 'tooMany' | 'unavailable'): void {
    reply.hijack();
    answers[name] += 1;
    answerPage(reply.raw, name, request.headers['accept-language'], headers);
  }

  return { show, act };
}

const eventOf = (request: FastifyRequest, claims: OptOutClaims, wish: Wish): Omit<InboxEvent, 'id'> => ({
  organizationId: claims.organizationId,
  clientId: null,
  kind: wish.do === 'one-click' ? 'unsubscribe' : wish.do,
  subjectId: claims.campaignId ?? claims.sendId,
  happenedAt: Date.now(),
  signals: {
    ...signalsOf(request.ip, request.raw.headers),
    sendId: claims.sendId,
    ...(claims.hashed && {
      addressHash: claims.hashed.addressHash.toString('hex'),
      clientMark: claims.hashed.clientMark.toString('hex'),
    }),
    ...(wish.do === 'pause' ? { pauseDays: wish.days } : {}),
  },
});

/** When a break that is asked for ends. */
const endOf = ({ happenedAt, signals: { pauseDays = 0 } }: Pick<InboxEvent, 'happenedAt' | 'signals'>): number =>
  happenedAt + pauseDays * 86_400_000;

/** What a mail without a ledger has ended stays ended. */
function pageAfter(wish: Wish, isFinal: boolean): OptOutPage {
  if (wish.do === 'pause') return wish.days === 0 ? 'resumed' : 'paused';
  if (isFinal) return 'final';
  return wish.do === 'resubscribe' ? 'undone' : 'done';
}

const plain = (headers: readonly string[]) => ({
  ...Object.fromEntries(pairs(headers)),
  'content-type': 'text/plain; charset=utf-8',
});

function* pairs(flat: readonly string[]): Generator<[string, string]> {
  for (let at = 0; at < flat.length; at += 2) yield [flat[at]!, flat[at + 1]!];
}
