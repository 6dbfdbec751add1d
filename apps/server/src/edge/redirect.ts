import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Inbox } from '../platform/inbox/append.ts';
import { createEventIds } from '../platform/inbox/event-id.ts';
import type { Answers } from './metrics.ts';
import { answerPage, type PageName } from './pages.ts';
import { shortCodeIn } from './short-code.ts';
import { signalsOf } from './signals.ts';
import type { Target, Targets } from './targets.ts';

export type RedirectParts = {
  targets: Targets;
  inbox: Inbox;
  answers: Answers;
  /** Whether this address may ask once more in this second. */
  allow: (address: string) => boolean;
  /** On every answer: name, value, name, value. */
  headers: readonly string[];
};

/** Where a scanned code leads: parse, one cached read, answer, one append. */
export function createRedirect({ targets, inbox, answers, allow, headers }: RedirectParts) {
  const nextId = createEventIds();

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
    if (target.location === null) return refuse(request, reply, 'inactive');
    reply.raw.writeHead(302, ['location', target.location, 'content-length', '0', ...headers]);
    reply.raw.end();
    // A HEAD asks what would happen; nobody came.
    if (request.raw.method !== 'GET') return;

    answers.redirected += 1;
    const { organizationId, clientId, refId: subjectId } = target;
    const signals = signalsOf(request.ip, request.raw.headers);
    inbox.append({ id: nextId(), organizationId, clientId, kind: 'scan', subjectId, happenedAt: Date.now(), signals });
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, page: PageName): void {
    answers[page] += 1;
    answerPage(reply.raw, page, request.raw.headers['accept-language'], headers);
  }

  return redirect;
}
