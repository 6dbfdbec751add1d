import type { Config } from '../config.ts';

const unusual = /[A-Z:]|\.$/;

/**
 * The name in a Host header: in lower case, without the port and without the dot that may stand at the end, with which
 * browsers show the same name.
 */
export function hostIn(header: string): string {
  return unusual.test(header) ? header.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '') : header;
}

type Own = Pick<Config, 'PUBLIC_URL' | 'LINK_URL' | 'HOSTS_TARGET'>;

/** Where CNAME records must lead. */
export const hostsTarget = ({ HOSTS_TARGET, PUBLIC_URL }: Own): string => HOSTS_TARGET ?? new URL(PUBLIC_URL).hostname;

/** Names of the installation itself; no organization can have one of them. */
export const installationHosts = (config: Own): string[] => [
  new URL(config.PUBLIC_URL).hostname,
  ...(config.LINK_URL === undefined ? [] : [new URL(config.LINK_URL).hostname]),
  hostsTarget(config),
];
