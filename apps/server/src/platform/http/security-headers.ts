import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** The same on every answer, so they are worded once at start and not for each request. */
export function setSecurityHeaders(config: Pick<Config, 'PUBLIC_URL' | 'LINK_URL'>) {
  const https = config.PUBLIC_URL.startsWith('https://');
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    // Radix sets sizes and scroll locks through style elements; no style can run code.
    "style-src 'self' 'unsafe-inline'",
    // A preview shows the pictures of an email from wherever they are, and those of the library from the edge.
    `img-src 'self' data: blob: https: ${new URL(config.LINK_URL ?? config.PUBLIC_URL).origin}`,
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
  const headers = {
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // Reset and invitation pages carry a token in their address; it must not travel on as a referrer.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };

  return (_request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    reply.headers(headers);
    done();
  };
}
