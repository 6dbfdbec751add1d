import type { IncomingHttpHeaders } from 'node:http';
import type { Signals } from '../platform/inbox/event.ts';

const longest = 512;
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const control = /[\x00-\x1f\x7f-\x9f]/;
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const controls = /[\x00-\x1f\x7f-\x9f]+/g;

/** What is kept of a request. Absent headers stay undefined, and undefined is left out when the event is written. */
export function signalsOf(address: string, headers: IncomingHttpHeaders): Signals {
  return {
    address,
    userAgent: short(headers['user-agent']),
    accept: short(headers.accept),
    language: short(headers['accept-language']),
    referrer: short(headers.referer),
    purpose: short(headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-purpose'] ?? headers['x-moz']),
    fetchMode: short(headers['sec-fetch-mode']),
    fetchDest: short(headers['sec-fetch-dest']),
    fetchSite: short(headers['sec-fetch-site']),
    fetchUser: short(headers['sec-fetch-user']),
    brands: short(headers['sec-ch-ua']),
    mobile: short(headers['sec-ch-ua-mobile']),
    platform: short(headers['sec-ch-ua-platform']),
  } as Signals;
}

/**
 * Global Privacy Control or Do Not Track. A mail program loads a picture without its reader's doing, so such an open is
 * not recorded; following a link is the reader's own act.
 */
export const asksNotToBeTracked = (headers: IncomingHttpHeaders): boolean =>
  isOn(headers['sec-gpc']) || isOn(headers['dnt']);

const isOn = (value: string | string[] | undefined): boolean =>
  value !== undefined && [value].flat().some((one) => one.split(',').some((part) => part.trim() === '1'));

function short(value: string | string[] | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : value.join(', ');
  const cut = text.length > longest ? text.slice(0, longest) : text;
  return control.test(cut) ? cut.replace(controls, ' ') : cut;
}
