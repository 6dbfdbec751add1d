import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export type ShopKind = 'stripe' | 'shopify' | 'signed';

/** Seconds between the shop's clock and ours; later, somebody may have kept the report and sends it again. */
const tolerance = 300;

/** Whether the body is the shop's own. Each shop signs in its own way; none is believed without. */
export function isSigned(
  kind: ShopKind,
  { headers, body, secret, now }: { headers: IncomingHttpHeaders; body: string; secret: string; now: number },
): boolean {
  if (kind === 'shopify') return isSame(one(headers['x-shopify-hmac-sha256']), hmac(secret, body).toString('base64'));
  const said = one(headers[kind === 'stripe' ? 'stripe-signature' : 'waggle-signature']);
  const parts = said.split(',').map((part) => part.trim().split('=', 2) as [string, string?]);
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1_000 - Number(time)) > tolerance) return false;
  const expected = hmac(secret, `${time}.${body}`).toString('hex');
  // A secret that is being replaced signs twice.
  return parts.slice(0, 10).some(([name, value = '']) => name === 'v1' && isSame(value, expected));
}

/** What the report is about, where the shop says so beside it. */
export const topicOf = (kind: ShopKind, headers: IncomingHttpHeaders): string =>
  kind === 'shopify' ? one(headers['x-shopify-topic']).slice(0, 60) : '';

const one = (header: string | string[] | undefined): string => (typeof header === 'string' ? header : '');

const hmac = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest();

/** Of the same time whatever differs. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
