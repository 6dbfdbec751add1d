import type { FastifyReply, FastifyRequest } from 'fastify';
import { createUuidV7 } from '../../platform/uuid-v7.ts';
import type { InboxEvent, TopicSignal } from '../../platform/inbox/event.ts';
import { isForgotten, type OptOutClaims, type OptOutPurpose } from '../../platform/tracking/opt-out-token.ts';
import { answerPage } from '../pages.ts';
import { signalsOf } from '../signals.ts';
import { type MailParts, tokenIn } from './hits.ts';
import { createPageAnswer, type PageAnswerParts, pairs } from './page-answer.ts';
import type { OptOutPage } from './opt-out-texts.ts';
import { type Preference, preferenceIn } from './pause-preference.ts';

export type OptOutParts = MailParts & PageAnswerParts;

/**
 * The way out of a mail. A GET only shows a page: filters and mail programs follow every link they see. A POST is recorded
 * for good before it is answered, and needs no cookie and no script (RFC 8058).
 */
export function createOptOut(parts: OptOutParts) {
  const { links, walls, inbox, answers, allow, headers } = parts;
  const nextId = createUuidV7();
  const page = createPageAnswer(parts);

  /** Answers by itself and with nothing when the request leads nowhere. */
  async function claimsOf(
    request: FastifyRequest,
    reply: FastifyReply,
    place: OptOutPurpose,
  ): Promise<OptOutClaims | null> {
    const claims = allow(request.ip) ? await readHere(request, place) : undefined;
    // Without the hash and without a ledger nobody could be found: rather no answer than a wrong one.
    const isLost = claims && claims !== 'unreadable' && claims.hashed === null && isForgotten(claims, Date.now());
    if (claims && claims !== 'unreadable' && !isLost) return claims;
    if (claims === 'unreadable') refuse(request, reply, 'unavailable');
    else refuse(request, reply, claims === undefined ? 'tooMany' : 'unknown');
    return null;
  }

  /** A link of somebody else than whose host name was called is none. */
  async function readHere(request: FastifyRequest, place: OptOutPurpose) {
    const claims = await links.readOptOut(tokenIn(request.raw.url!, place), place);
    if (!claims || claims === 'unreadable') return claims;
    return walls.admitsMark(request, claims.organizationId, claims.hashed?.clientMark) ? claims : null;
  }

  const show = (place: OptOutPurpose) => async (request: FastifyRequest, reply: FastifyReply) => {
    const claims = await claimsOf(request, reply, place);
    if (claims) await page(request, reply, claims, { name: place === 'unsubscribe' ? 'ask' : 'preferences' });
    return reply;
  };

  const act = (place: OptOutPurpose) => async (request: FastifyRequest, reply: FastifyReply) => {
    const claims = await claimsOf(request, reply, place);
    if (!claims) return reply;
    const preference = preferenceIn(request.body);
    if (preference === null) return reply.code(400).headers(plain(headers)).send('Nothing was asked for.\n');
    const at = Date.now();
    const events = wishesIn(preference).map((wish) => ({ ...eventOf(request, claims, wish, at), id: nextId() }));
    try {
      await Promise.all(events.map((event) => inbox.record(event)));
    } catch {
      refuse(request, reply, 'unavailable');
      return reply;
    }
    if (preference.do === 'one-click') return reply.code(200).headers(plain(headers)).send('Unsubscribed.\n');
    const name = pageAfter(preference, isForgotten(claims, at));
    await page(request, reply, claims, { name, ...saidIn(preference, at) });
    return reply;
  };

  function refuse(request: FastifyRequest, reply: FastifyReply, name: 'unknown' | 'tooMany' | 'unavailable'): void {
    reply.hijack();
    answers[name] += 1;
    answerPage(reply.raw, name, request.headers['accept-language'], headers);
  }

  return { show, act };
}

type Wish = Exclude<Preference, { do: 'save' }> | { do: 'topics'; topics: TopicSignal[] };

/** What one form says is told as what it is about: topics and a break are two things. */
function wishesIn(preference: Preference): Wish[] {
  if (preference.do !== 'save') return [preference];
  const { topics, days } = preference;
  return [{ do: 'topics', topics }, ...(days === null ? [] : [{ do: 'pause' as const, days }])];
}

const eventOf = (
  request: FastifyRequest,
  claims: OptOutClaims,
  preference: Wish,
  happenedAt: number,
): Omit<InboxEvent, 'id'> => ({
  organizationId: claims.organizationId,
  clientId: null,
  kind: preference.do === 'one-click' ? 'unsubscribe' : preference.do,
  subjectId: claims.campaignId ?? claims.sendId,
  happenedAt,
  signals: {
    ...signalsOf(request.ip, request.raw.headers),
    sendId: claims.sendId,
    ...(claims.hashed && {
      addressHash: claims.hashed.addressHash.toString('hex'),
      clientMark: claims.hashed.clientMark.toString('hex'),
    }),
    ...(preference.do === 'pause' ? { pauseDays: preference.days } : {}),
    ...(preference.do === 'topics' ? { topics: preference.topics } : {}),
  },
});

/** What the page repeats: the topics, and when a break that was asked for ends, in milliseconds since 1970; at once is over. */
function saidIn(preference: Preference, at: number): { until?: number; saved?: TopicSignal[] } {
  if (preference.do !== 'pause' && preference.do !== 'save') return {};
  const { days } = preference;
  return {
    ...(days === null ? {} : { until: at + days * 86_400_000 }),
    ...(preference.do === 'save' && { saved: preference.topics }),
  };
}

/** What a mail without a ledger has ended stays ended. */
function pageAfter(preference: Preference, isFinal: boolean): OptOutPage {
  if (preference.do === 'save') return 'saved';
  if (preference.do === 'pause') return preference.days === 0 ? 'resumed' : 'paused';
  if (isFinal) return 'final';
  return preference.do === 'resubscribe' ? 'undone' : 'done';
}

const plain = (headers: readonly string[]) => ({
  ...Object.fromEntries(pairs(headers)),
  'content-type': 'text/plain; charset=utf-8',
});
