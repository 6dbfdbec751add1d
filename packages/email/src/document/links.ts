import { preferencesHref, unsubscribeHref, viewHref } from '@waggle/contracts/email-document';

const allowed = /^(?:https?:\/\/[^/?#]|mailto:.|tel:.|sms:.)/i;
const hostEnd = /[:/?#]/;
const label = /^[a-z0-9][a-z0-9-]{0,62}$/i;
const lastLabel = /^[a-z]{2,24}$/i;
const afterHost = /^(?::\d{1,5})?(?:[/?#]|$)/;

/** Filled in for each reader when the email is sent. */
const own = new Set<string>([unsubscribeHref, preferencesHref, viewHref]);

/** The address a link leads to, or null where it would lead nowhere. Braces are encoded, or they would begin a tag. */
export function linkAddress(href: string | undefined): string | null {
  const written = (href ?? '').replaceAll(/[\p{Cc}\u2028\u2029]/gu, '').trim();
  if (own.has(written)) return written;
  const url = startsWithHost(written) ? `https://${written}` : written;
  return allowed.test(url) ? url.replaceAll('{', '%7B').replaceAll('}', '%7D') : null;
}

/** As people type it: example.com, or example.com:8080/shop. */
function startsWithHost(written: string): boolean {
  const host = written.split(hostEnd, 1)[0] ?? '';
  const labels = host.split('.');
  const isHost = labels.length > 1 && labels.every((one) => label.test(one) && !one.endsWith('-'));
  return isHost && lastLabel.test(labels.at(-1)!) && afterHost.test(written.slice(host.length));
}
