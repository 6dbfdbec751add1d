import { createHmac } from 'node:crypto';

/**
 * The time in seconds and the HMAC-SHA256 of time and body, so that a receiver can refuse what is old: `t=1763467200,v1=9f86d0...`.
 * What is signed is the time, a dot and the body as it was sent.
 */
export function signatureOf(secret: string, body: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1_000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}
