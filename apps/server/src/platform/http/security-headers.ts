import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

type Settings = Pick<Config, 'PUBLIC_URL' | 'LINK_URL' | 'STRIPE_SECRET_KEY' | 'STRIPE_API_URL' | 'STRIPE_SCRIPT_URL'>;

/** Where a card is typed, the only document that may load the script for it. */
const billingPage = /^\/dashboard\/billing(?:[/?]|$)/;

/** Of guests of a client. Its address is the whole authority: no search engine lists it, and it travels nowhere as a referrer. */
const guestPage = /^\/guest(?:[/?]|$)/;
const onGuestPage = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' };

/** Worded once at start and not for each request: one for every answer, one for the page on which people pay, one for guests. */
export function setSecurityHeaders(config: Settings) {
  const everywhere = headersOf(config, []);
  const onBilling = config.STRIPE_SECRET_KEY === '' ? everywhere : headersOf(config, paymentSources(config));
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    reply.headers(billingPage.test(request.url) ? onBilling : everywhere);
    if (guestPage.test(request.url)) reply.headers(onGuestPage);
    done();
  };
}

/** The card is typed into frames of whoever takes the payment, so that we never see it. */
function paymentSources({ STRIPE_API_URL, STRIPE_SCRIPT_URL }: Settings): string[] {
  const script = new URL(STRIPE_SCRIPT_URL).origin;
  const isStripe = script === 'https://js.stripe.com';
  const scripts = isStripe ? `${script} https://*.js.stripe.com` : script;
  return [
    `script-src 'self' ${scripts}`,
    `frame-src ${scripts}${isStripe ? ' https://hooks.stripe.com' : ''}`,
    `connect-src 'self' ${new URL(STRIPE_API_URL ?? 'https://api.stripe.com').origin}`,
  ];
}

function headersOf(config: Settings, sources: readonly string[]): Record<string, string> {
  const https = config.PUBLIC_URL.startsWith('https://');
  const replaced = new Set(sources.map((source) => source.split(' ')[0]));
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
  ].filter((source) => !replaced.has(source.split(' ')[0]));
  return {
    'content-security-policy': [...policy, ...sources].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    // Reset and invitation pages carry a token in their address; it must not travel on as a referrer.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}
