import { createHash } from 'node:crypto';
import { maxAddressLength, publicAddress } from '@waggle/contracts/web-address';
import type { Config } from '#platform/config.ts';
import type { HostIndex } from '#platform/hosts/host-index.ts';
import { portOf, webPorts } from '#platform/outbound/web-probe.ts';

/** Links of one email that are asked; the rest is left to the author. */
const mostAddresses = 100;

/** Names that belong to nobody (RFC 2606), in every template and guide. */
const forExamples = /(?:^|\.)(?:example|example\.(?:com|net|org))$/;

type Where = Pick<Config, 'LINK_CHECKS' | 'PUBLIC_URL' | 'LINK_URL'>;

/** Which links of an email a worker asks, each once: pages of others, wherever on the page they lead. */
export function checkableAddresses(
  config: Where,
  addresses: readonly string[],
  hosts?: Pick<HostIndex, 'find'>,
): string[] {
  if (config.LINK_CHECKS === 'off') return [];
  const others = addresses.filter((address) => !hosts?.find(URL.parse(address)?.host));
  const pages = others.map((address) => pageOf(config, address)).filter((page) => page !== null);
  return [...new Set(pages)].slice(0, mostAddresses);
}

function pageOf(config: Where, address: string): string | null {
  const url = URL.parse(address);
  if (!url || address.length > maxAddressLength || !/^https?:$/.test(url.protocol)) return null;
  if (forExamples.test(url.hostname) || isOwn(config, url)) return null;
  url.hash = '';
  if (config.LINK_CHECKS === 'private') return url.href;
  return webPorts.includes(portOf(url)) ? publicAddress(url.href) : null;
}

/** What we answer ourselves is known, and to ask for it would count as a click. */
export const isOwn = ({ PUBLIC_URL, LINK_URL }: Where, { host }: URL): boolean =>
  [PUBLIC_URL, LINK_URL].some((own) => own !== undefined && new URL(own).host === host);

export const hashOf = (address: string): Buffer => createHash('sha256').update(address).digest();
