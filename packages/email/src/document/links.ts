import { preferencesHref, unsubscribeHref } from '@waggle/contracts/email-document';

const allowed = /^(?:https?:\/\/[^/?#]|mailto:.|tel:.|sms:.)/i;
const bareHost = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}(?::\d{1,5})?(?:[/?#]|$)/i;

/** Filled in for each reader when the email is sent. */
const own = new Set<string>([unsubscribeHref, preferencesHref]);

/** The address a link leads to, or null where it would lead nowhere. Braces are encoded, or they would begin a tag. */
export function linkAddress(href: string | undefined): string | null {
  const written = (href ?? '').replaceAll(/[\p{Cc}\u2028\u2029]/gu, '').trim();
  if (own.has(written)) return written;
  const url = bareHost.test(written) ? `https://${written}` : written;
  return allowed.test(url) ? url.replaceAll('{', '%7B').replaceAll('}', '%7D') : null;
}
