import type { Config } from '#platform/config.ts';
import { installationHosts } from '#platform/hosts/host-name.ts';
import { registeredDomain } from '../domains/verdicts/dmarc.ts';

/** Names that lead nowhere but to the asker's own machine or network. */
const localEndings = ['localhost', 'local', 'internal', 'home.arpa'];

const isUnder = (host: string, name: string): boolean => host === name || host.endsWith(`.${name}`);

/** Why nobody may claim this name; undefined for one that can be claimed. */
export function refusalOf(config: Config, host: string): string | undefined {
  if (installationHosts(config).some((name) => isUnder(host, name)))
    return 'This name belongs to this installation. Use one of your own.';
  if (localEndings.some((name) => isUnder(host, name)) || registeredDomain(host) === null)
    return 'Enter a host name under a domain you own, such as go.example.com';
  return undefined;
}
