import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Inbox } from '../platform/inbox/append.ts';
import type { Touches } from '../platform/tracking/touch-token.ts';
import { createUuidV7 } from '../platform/uuid-v7.ts';
import type { Brands } from './brands/brands.ts';
import { withTouch } from './forms/touch/with-touch.ts';
import type { FormAddresses } from './forms/touch/form-addresses.ts';
import type { Walls } from './hosts/walls.ts';
import type { Answers } from './metrics.ts';
import { answerInactive, answerPage, type PageName } from './pages.ts';
import { shortCodeIn } from './short-code.ts';
import { signalsOf } from './signals.ts';
import type { Target, Targets } from './targets.ts';

export type RedirectParts = {
  targets: Targets;
  walls: Pick<Walls, 'admits'>;
  /** Where the form of a code answers now. */
  addresses: Pick<FormAddresses, 'nowAt'>;
  /** Whose page an inactive code shows. */
  brands: Pick<Brands, 'of'>;
  inbox: Inbox;
  /** Signs what tells a form which scan led to it. */
  touches: Pick<Touches, 'sign'>;
  answers: Answers;
  /** Whether this address may ask once more in this second. */
  allow: (address: string) => boolean;
  /** On every answer: name, value, name, value. */
  headers: readonly string[];
};

/** Where a scanned code leads: parse, one cached read, answer, one append. */
export function createRedirect(parts: RedirectParts) {
  const { targets, walls, addresses, brands, inbox, touches, answers, allow, headers } = parts;
  const nextId = createUuidV7();

  function redirect(request: FastifyRequest, reply: FastifyReply): void {
    // Written straight to the socket: the framework's way there costs more than all the rest.
    reply.hijack();
    if (!allow(request.ip)) return refuse(request, reply, 'tooMany');
    const shortCode = shortCodeIn(request.raw.url!);
    if (shortCode === undefined) return refuse(request, reply, 'unknown');
    const known = targets.find(shortCode);
    if (known !== undefined) return answer(request, reply, known);
    void targets
      .ask(shortCode)
      .then((asked) => (typeof asked === 'string' ? refuse(request, reply, asked) : answer(request, reply, asked)));
  }

  function answer(request: FastifyRequest, reply: FastifyReply, target: Target): void {
    if (!walls.admits(request, target)) return refuse(request, reply, 'unknown');
    const { organizationId, clientId, refId: subjectId, location, formId } = target;
    if (location === null) return inactive(request, reply, target);
    const [id, at] = [nextId(), Date.now()];
    const touch = formId && touches.sign({ kind: 'scan', id, subjectId, at }, { organizationId, formId });
    reply.raw.writeHead(302, [
      'location',
      touch ? withTouch(addresses.nowAt(location, formId), touch) : location,
      'content-length',
      '0',
      ...headers,
    ]);
    reply.raw.end();
    // A HEAD asks what would happen; nobody came.
    if (request.raw.method !== 'GET') return;

    answers.redirected += 1;
    const signals = signalsOf(request.ip, request.raw.headers);
    inbox.append({ id, organizationId, clientId, kind: 'scan', subjectId, happenedAt: at, signals });
  }

  function inactive(request: FastifyRequest, reply: FastifyReply, { organizationId, clientId }: Target): void {
    void brands
      .of(organizationId, clientId)
      .catch(() => null)
      .then((brand) => {
        if (!brand) return refuse(request, reply, 'inactive');
        answers.inactive += 1;
        answerInactive(reply.raw, brand, request.raw.headers['accept-language'], headers);
      });
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, page: PageName): void {
    answers[page] += 1;
    answerPage(reply.raw, page, request.raw.headers['accept-language'], headers);
  }

  return redirect;
}
