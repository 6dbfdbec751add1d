import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerPage } from '../../pages.ts';

export type BrowserScriptParts = {
  allow: (address: string) => boolean;
  headers: Record<string, string>;
};

/** `embed` is loaded by other sites, `page` by the pages of forms. */
type ScriptName = 'embed' | 'page';

/** The build puts them beside the program; sources find what the last build has written. */
const folder = new URL(import.meta.url.endsWith('.ts') ? '../../../../dist/browser/' : './browser/', import.meta.url);

/**
 * A script at an address that never changes, so browsers ask again after an hour and are told by the tag whether there is
 * another one.
 */
export function createBrowserScript({ allow, headers }: BrowserScriptParts, name: ScriptName) {
  const file = new URL(`${name}.js`, folder);
  const script = existsSync(file) ? readFileSync(file) : undefined;
  const packed = script && gzipSync(script, { level: 9 });
  const etag = script && `"${createHash('sha256').update(script).digest('base64url').slice(0, 22)}"`;

  return function show(request: FastifyRequest, reply: FastifyReply): void {
    reply.hijack();
    const language = request.headers['accept-language'];
    if (!allow(request.ip)) return answerPage(reply.raw, 'tooMany', language, Object.entries(headers).flat());
    if (!script || !packed || !etag) return answerPage(reply.raw, 'unknown', language, Object.entries(headers).flat());
    const isKnown = request.headers['if-none-match'] === etag;
    const isPacked = /\bgzip\b/.test(String(request.headers['accept-encoding']));
    const body = isPacked ? packed : script;
    reply.raw.writeHead(isKnown ? 304 : 200, {
      ...headers,
      'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
      etag,
      vary: 'accept-encoding',
      // Every site may load it, with an integrity check too.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-type': 'text/javascript; charset=utf-8',
      ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
      ...(isKnown ? {} : { 'content-length': String(body.length) }),
    });
    reply.raw.end(isKnown ? undefined : body);
  };
}
