import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TopicSignal } from '../../platform/inbox/event.ts';
import type { OptOutClaims } from '../../platform/tracking/opt-out-token.ts';
import { pathOf } from '../../platform/tracking/token.ts';
import type { Brands, PageBrand } from '../brands/brands.ts';
import { languageOf } from '../pages.ts';
import type { Readers } from '../reader/reader.ts';
import type { MailLinks } from './links.ts';
import { optOutPage } from './opt-out-pages.ts';
import type { OptOutPage } from './opt-out-texts.ts';

export type PageAnswerParts = {
  links: Pick<MailLinks, 'find' | 'ask' | 'signOptOut'>;
  brands: Pick<Brands, 'of' | 'byMark'>;
  readers: Readers;
  /** On every answer: name, value, name, value. */
  headers: readonly string[];
};

type Shown = { name: OptOutPage; until?: number; saved?: readonly TopicSignal[] };

/** Pages that name topics; the others ask for none. */
const withTopics: readonly OptOutPage[] = ['preferences', 'saved'];

/** Milliseconds a page waits for a name: it is whole without. */
const patienceMs = 400;

/** Answers with a page in the sender's brand and the reader's language. */
export function createPageAnswer({ links, brands, readers, headers }: PageAnswerParts) {
  /** Whose email it was: by its link, or by where the links of its campaign belong. Null shows a page without a name. */
  async function brandOf({ organizationId, campaignId, hashed, ...claims }: OptOutClaims): Promise<PageBrand | null> {
    if (hashed) return brands.byMark(organizationId, hashed.clientMark);
    const link = { ...claims, organizationId, campaignId: campaignId ?? claims.sendId, linkNo: 1 };
    const known = links.find(link) ?? (await links.ask(link));
    return typeof known === 'string' ? null : brands.of(organizationId, known.clientId);
  }

  return async function page(
    request: FastifyRequest,
    reply: FastifyReply,
    claims: OptOutClaims,
    { name, until, saved }: Shown,
  ): Promise<void> {
    const language = languageOf(request.headers['accept-language']);
    const named = Promise.race([brandOf(claims).catch(() => null), pause(patienceMs, null, { ref: false })]);
    const asked = withTopics.includes(name) ? readers.topics(claims) : null;
    const [brand, reader, topics] = await Promise.all([named, readers.of(claims), asked]);
    const preferences = `${pathOf.preferences}${links.signOptOut(claims, 'preferences')}`;
    const shown = { brand, reader, topics, preferences, until, saved, now: Date.now() };
    const { html, policy } = optOutPage(language, name, shown);
    void reply
      .code(200)
      .headers({
        ...Object.fromEntries(pairs(headers)),
        // Browsers would otherwise say that the button stands on a page of nobody.
        'referrer-policy': 'same-origin',
        'content-type': 'text/html; charset=utf-8',
        'content-language': language,
        vary: 'accept-language',
        'content-security-policy': policy,
      })
      .send(html);
  };
}

export function* pairs(flat: readonly string[]): Generator<[string, string]> {
  for (let at = 0; at < flat.length; at += 2) yield [flat[at]!, flat[at + 1]!];
}
