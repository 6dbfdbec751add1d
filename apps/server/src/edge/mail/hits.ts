import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Inbox } from '../../platform/inbox/append.ts';
import { createUuidV7 } from '../../platform/uuid-v7.ts';
import type { Touches } from '../../platform/tracking/touch-token.ts';
import { type Claims, pathOf, type Purpose } from '../../platform/tracking/token.ts';
import { withTouch } from '../forms/touch/with-touch.ts';
import type { Walls } from '../hosts/walls.ts';
import type { Answers } from '../metrics.ts';
import { answerPage, type PageName } from '../pages.ts';
import { asksNotToBeTracked, signalsOf } from '../signals.ts';
import type { MailLink, MailLinks } from './links.ts';

export type MailParts = {
  links: MailLinks;
  walls: Pick<Walls, 'admits' | 'admitsMark'>;
  inbox: Inbox;
  /** Signs what tells a form which click led to it. */
  touches: Pick<Touches, 'sign'>;
  answers: Answers;
  /** Whether this address may ask once more in this second. */
  allow: (address: string) => boolean;
  /** On every answer: name, value, name, value. */
  headers: readonly string[];
};

/** One transparent point. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** The picture in a mail and the links of a mail: check the signature, one cached read, answer, one append. */
export function createHits({ links, walls, inbox, touches, answers, allow, headers }: MailParts) {
  const { newHit, note } = createNotes(inbox);
  type OnHit = (request: FastifyRequest, reply: FastifyReply, claims: Claims) => void;

  const hit = (purpose: Purpose, onHit: OnHit) => (request: FastifyRequest, reply: FastifyReply) => {
    // Written straight to the socket: the framework's way there costs more than all the rest.
    reply.hijack();
    if (!allow(request.ip)) return refuse(request, reply, 'tooMany');
    const token = tokenIn(request.raw.url!, purpose);
    const known = links.read(token, purpose);
    const go = (claims: Claims | null | 'unreadable') => {
      if (claims === 'unreadable') return refuse(request, reply, 'unavailable');
      // Which client it is of stands with the link; the picture of an open shows nobody's name.
      const isAdmitted = claims !== null && walls.admits(request, { organizationId: claims.organizationId });
      return isAdmitted ? onHit(request, reply, claims) : refuse(request, reply, 'unknown');
    };
    if (known !== undefined) return go(known);
    void links.readOrAsk(token, purpose).then(go);
  };

  function open(request: FastifyRequest, reply: FastifyReply, claims: Claims): void {
    reply.raw.writeHead(200, ['content-type', 'image/gif', 'content-length', String(gif.length), ...headers]);
    reply.raw.end(gif);
    if (!asksNotToBeTracked(request.raw.headers)) note(request, claims, { ...newHit(), clientId: null, kind: 'open' });
  }

  function click(request: FastifyRequest, reply: FastifyReply, claims: Claims): void {
    const known = links.find(claims);
    if (known !== undefined) return follow(request, reply, claims, known);
    void links
      .ask(claims)
      .then((asked) =>
        typeof asked === 'string' ? refuse(request, reply, asked) : follow(request, reply, claims, asked),
      );
  }

  function follow(request: FastifyRequest, reply: FastifyReply, claims: Claims, link: MailLink): void {
    const { clientId, location, formId } = link;
    const { organizationId, campaignId: subjectId } = claims;
    if (!walls.admits(request, { organizationId, clientId })) return refuse(request, reply, 'unknown');
    const hit = newHit();
    const touch = formId && touches.sign({ kind: 'click', ...hit, subjectId }, { organizationId, formId });
    reply.raw.writeHead(302, [
      'location',
      touch ? withTouch(location, touch) : location,
      'content-length',
      '0',
      ...headers,
    ]);
    reply.raw.end();
    if (request.raw.method === 'GET') answers.redirected += 1;
    note(request, claims, { ...hit, clientId, kind: 'click' });
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, page: PageName): void {
    answers[page] += 1;
    answerPage(reply.raw, page, request.raw.headers['accept-language'], headers);
  }

  return { open: hit('open', open), click: hit('click', click) };
}

type Hit = { id: string; at: number };
type NotedHit = Hit & { clientId: string | null; kind: 'open' | 'click' };

function createNotes(inbox: Inbox) {
  const nextId = createUuidV7();
  const newHit = (): Hit => ({ id: nextId(), at: Date.now() });

  function note(request: FastifyRequest, claims: Claims, { id, at, clientId, kind }: NotedHit): void {
    // A HEAD asks what would happen; nobody came.
    if (request.raw.method !== 'GET') return;
    const { organizationId, campaignId: subjectId, sendId, linkNo } = claims;
    const signals = { ...signalsOf(request.ip, request.raw.headers), sendId, linkNo };
    inbox.append({ id, organizationId, clientId, kind, subjectId, happenedAt: at, signals });
  }
  return { newHit, note };
}

/** Whatever a query says, and with or without a slash behind it: mail programs and filters add both. */
export function tokenIn(url: string, purpose: Purpose): string {
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  const token = path.slice(pathOf[purpose].length);
  return token.endsWith('/') ? token.slice(0, -1) : token;
}
