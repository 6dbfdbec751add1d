import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '../../platform/client-network.ts';
import { createFairQueue } from '../../platform/fair-queue.ts';
import type { Log } from '../../platform/log.ts';
import { fileNameIn, fileNameOf } from '../../platform/storage/public-address.ts';
import type { Walls } from '../hosts/walls.ts';
import type { Answers } from '../metrics.ts';
import { answerPage, type PageName } from '../pages.ts';
import { refuseMethod } from '../refuse-method.ts';
import type { PublicFile, PublicFiles } from './public-files.ts';

type Parts = {
  files: PublicFiles;
  walls: Pick<Walls, 'admits'>;
  answers: Answers;
  /** Whether this address may ask once more in this second. */
  allow: (address: string) => boolean;
  /** On every answer, no-store among them. */
  headers: Readonly<Record<string, string>>;
  log: Log;
};

/** Large files on their way at once: each takes up to 10 MB of memory until it is read. */
const large = { most: 16, mostPerKey: 4, waitingPerKey: 20, waitMs: 2_000 };

/** No script runs, nothing is loaded, and a page that shows it as a document has no origin. */
const policy = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** Uploaded pictures, for everybody who knows their address. No cookie is read or set. */
export function serveFiles(app: FastifyInstance, { files, walls, answers, allow, headers, log }: Parts): void {
  const places = createFairQueue(large);
  const common = Object.entries(headers).flat();

  function refuse(request: FastifyRequest, reply: FastifyReply, page: PageName): void {
    answers[page] += 1;
    answerPage(reply.raw, page, request.raw.headers['accept-language'], common);
  }

  function answer(request: FastifyRequest, { raw }: FastifyReply, file: PublicFile, content: Buffer | null): void {
    answers.file += 1;
    const isKnown = knows(request, file);
    raw.writeHead(isKnown ? 304 : 200, {
      ...headers,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': file.contentType,
      'content-disposition': `inline; filename="${fileNameOf(file.token, file.contentType)}"`,
      'content-security-policy': policy,
      // Mail programs in browsers show it on pages of their own.
      'cross-origin-resource-policy': 'cross-origin',
      etag: etagOf(file),
      ...(isKnown ? {} : { 'content-length': String(file.bytes) }),
    });
    raw.end(isKnown ? undefined : content);
  }

  /** From the copy, or read for this answer and held in memory until it is gone. */
  async function answerWith(request: FastifyRequest, reply: FastifyReply, file: PublicFile): Promise<void> {
    if (file.content || request.method === 'HEAD' || knows(request, file))
      return answer(request, reply, file, file.content);
    const leave = await places.enter(clientNetwork(request.ip));
    // Who waited may be gone by now.
    if (reply.raw.closed) return leave();
    reply.raw.once('close', leave);
    const content = await files.read(file);
    if (content) return answer(request, reply, file, content);
    log.error({ place: file.place, contentId: file.contentId }, 'the bytes of a file are missing');
    refuse(request, reply, 'unknown');
  }

  async function find(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!allow(request.ip)) return refuse(request, reply, 'tooMany');
    const name = fileNameIn(request.raw.url!);
    const found = name ? await files.find(name.token, request.ip) : 'unknown';
    if (typeof found === 'string') return refuse(request, reply, found);
    const { organizationId, clientId } = found;
    // Clients use pictures of their organization, too.
    if (!walls.admits(request, { organizationId, ...(clientId !== null && { clientId }) }))
      return refuse(request, reply, 'unknown');
    // A file has one address, so that caches keep it once.
    if (fileNameOf(found.token, found.contentType) !== `${name!.token}.${name!.extension}`)
      return refuse(request, reply, 'unknown');
    await answerWith(request, reply, found);
  }

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.hijack();
    try {
      await find(request, reply);
    } catch (error) {
      log.warn({ err: error }, 'a file could not be read');
      if (!reply.raw.headersSent) refuse(request, reply, 'unavailable');
    }
  }

  app.route({ method: ['GET', 'HEAD'], url: '/f/*', config: { ownHost: 'owner' } as object, handler: show });
  refuseMethod(app, ['/f/*'], ['GET', 'HEAD']);
}

const etagOf = ({ sha256 }: PublicFile): string => `"${sha256.toString('base64url')}"`;
const knows = (request: FastifyRequest, file: PublicFile): boolean => request.headers['if-none-match'] === etagOf(file);
