import { z } from 'zod';
import { line } from './fields.ts';

const value = line(100);

/** What is added to the links of an email, so that the website they lead to knows where a visit came from. An empty one is the default. */
export const Utm = z.strictObject({
  source: value.default(''),
  medium: value.default(''),
  campaign: value.default(''),
  /** Left out while empty, like the last one. */
  term: value.default(''),
  content: value.default(''),
});
export type Utm = z.output<typeof Utm>;

export const utmDefaults = { source: 'waggle', medium: 'email' } as const;

/** 'Spring: sourdough club' is spring-sourdough-club; a name without a letter has a word of its own. */
export const campaignSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join('-')
    .slice(0, 100) || 'campaign';

export type LinkParameter = readonly [name: string, value: string];

/** In the order people know from other programs. */
export function utmParameters(utm: Utm, campaignName: string): LinkParameter[] {
  const all: LinkParameter[] = [
    ['utm_source', utm.source || utmDefaults.source],
    ['utm_medium', utm.medium || utmDefaults.medium],
    ['utm_campaign', utm.campaign || campaignSlug(campaignName)],
    ['utm_term', utm.term],
    ['utm_content', utm.content],
  ];
  return all.filter(([, value]) => value !== '');
}

/**
 * The same address with parameters that it has not yet. It is not parsed and written anew: signed addresses and unusual ones
 * stay as they are, character by character, up to what is added before the fragment.
 */
export function withParameters(url: string, parameters: readonly LinkParameter[]): string {
  const hash = url.indexOf('#');
  const [before, fragment] = hash === -1 ? [url, ''] : [url.slice(0, hash), url.slice(hash)];
  const mark = before.indexOf('?');
  const query = mark === -1 ? '' : before.slice(mark + 1);
  const known = new Set(query.split('&').map(nameOf));
  const added = parameters
    .filter(([name]) => !known.has(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
  if (added.length === 0) return url;
  const joint = mark === -1 ? '?' : query === '' || query.endsWith('&') ? '' : '&';
  return `${before}${joint}${added.join('&')}${fragment}`;
}

/** `UTM_Source=x` and `utm%5Fsource=x` are the author's own too. */
function nameOf(pair: string): string {
  const [name = ''] = pair.split('=', 1);
  try {
    return decodeURIComponent(name).toLowerCase();
  } catch {
    return name.toLowerCase();
  }
}
