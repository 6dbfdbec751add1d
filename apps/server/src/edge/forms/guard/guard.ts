import { pageHeader, proofHeader, trapHeader } from '@waggle/forms/proof';
import type { Answers } from '@waggle/forms/visible';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../platform/config.ts';
import { createBoundedCache } from '../../../platform/bounded-cache.ts';
import { createUuidV7 } from '../../../platform/uuid-v7.ts';
import type { AskedVersion } from '../published-forms.ts';
import { createCaps } from './caps.ts';
import { createChallenges } from './challenges.ts';
import { idFrom } from './ids.ts';
import { createPageTokens, type ShownPage } from './page-tokens.ts';
import { createSeal } from './seal.ts';

/** Nobody reads a form, fills it in and sends it in less. */
const fastestMs = 2_000;
/** Proofs a process remembers until they end: those of ten minutes at 400 a second would be 240,000. */
const mostSpent = 250_000;

export type Guarded = {
  /** Of the record: the same for what is sent twice. */
  id: string;
  /** Why it looks like spam; none for what does not. */
  spam: readonly string[];
  /** No email goes to the address it names. */
  isQuiet: boolean;
  /** From the page by its script, from the page alone, or by a program that calls. */
  way: 'script' | 'page' | 'call';
};
export type Refused = 'tooMany' | 'challenge';
type Sent = { asked: AskedVersion; answers: Answers };

/** What stands between a public form and whoever sends it. Needs no database, and nothing of the person but the request. */
export function createGuard(config: Config, now: () => number = Date.now) {
  const seal = createSeal(config);
  const isOff = config.UNSAFE_NO_RATE_LIMITS;
  const challenges = createChallenges(seal, isOff, now);
  const pages = createPageTokens(seal, now);
  const caps = createCaps(isOff, now);
  const spent = createBoundedCache<true>(mostSpent);
  const nextId = createUuidV7(now);

  const isTooFast = (page: ShownPage | undefined) => !isOff && page !== undefined && now() - page.shownAt < fastestMs;

  function judge(request: FastifyRequest, { asked, answers }: Sent, given: Pick<Guarded, 'id' | 'way'> & Given) {
    const { page, isTrapped, isPlain, ...of } = given;
    const { over, isTooMuch, isQuiet } = caps.count({
      address: request.ip,
      formId: asked.id,
      emails: emailsIn(asked, answers),
      isPlain,
    });
    if (isTooMuch) return 'tooMany' as const;
    const spam = [...(isTrapped ? ['trap'] : []), ...(isTooFast(page) ? ['fast'] : []), ...over];
    return { ...of, spam, isQuiet };
  }

  return {
    challenge: (formId: string) => challenges.create(formId, caps.isBusy(formId) ? 4 : 1),
    newPage: (formId: string) => pages.create(formId),
    pageOf: (formId: string, token: string | undefined) => pages.read(formId, token),

    /** A page that was sent without its script. */
    judgePage(request: FastifyRequest, sent: Sent, { page, trap }: { page: ShownPage; trap: string }) {
      const id = idFrom(page.id, textOf(sent.answers));
      return judge(request, sent, { id, way: 'page', page, isTrapped: trap !== '', isPlain: true });
    },

    /** A call, by the script of the page or by a program. */
    judgeCall(request: FastifyRequest, sent: Sent): Guarded | Refused {
      const { asked } = sent;
      const page = pages.read(asked.id, headerOf(request, pageHeader));
      const isTrapped = (headerOf(request, trapHeader) ?? '') !== '';
      const way = page ? 'script' : 'call';
      if (!asked.definition.settings.protection.proofOfWork) {
        const id = page ? idFrom(page.id, textOf(sent.answers)) : nextId();
        return judge(request, sent, { id, way, page, isTrapped, isPlain: true });
      }
      const proof = challenges.check(asked.id, headerOf(request, proofHeader));
      if (typeof proof === 'string') return 'challenge';
      // Told again, it is the same record: what it costs is counted once.
      if (spent.get(proof.id)) return { id: proof.id, spam: [], isQuiet: true, way };
      return judge(request, sent, { id: proof.id, way, page, isTrapped, isPlain: false });
    },

    /** Whether a call with this proof was recorded by this process. Another one finds the record. */
    isSpent: (id: string): boolean => spent.get(id) === true,
    spend: (id: string): void => spent.set(id, true),
  };
}
export type Guard = ReturnType<typeof createGuard>;

type Given = { page: ShownPage | undefined; isTrapped: boolean; isPlain: boolean };

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' ? value.slice(0, 500) : undefined;
};
const textOf = (answers: Answers): string => JSON.stringify([...answers]);
const emailsIn = ({ definition: { fields } }: AskedVersion, answers: Answers): string[] =>
  fields.flatMap(({ id, type }) => {
    const answer = type === 'email' ? answers.get(id) : undefined;
    return typeof answer === 'string' ? [answer] : [];
  });
