import { ipBytes, isPublicIp } from '@waggle/contracts/private-networks';
import { Problem } from '#platform/problem.ts';
import { type Dial, mailPorts } from '#platform/outbound/dial.ts';
import type { Settings } from '../settings.ts';
import { isPrivateHost } from '#platform/outbound/private-host.ts';
import type { TransportSettings } from './route.ts';

type Config = Pick<Settings['config'], 'ALLOW_PRIVATE_MAIL_SERVERS'>;

/** Told while somebody types. Where a name leads is judged by its addresses, each time it is connected to. */
export function refuseDestination(config: Config, { host, port }: { host: string; port: number }): void {
  if (config.ALLOW_PRIVATE_MAIL_SERVERS) return;
  const bytes = ipBytes(host);
  if (isPrivateHost(host) || (bytes !== null && !isPublicIp(bytes)))
    throw wrong('host', "Enter a public email server. This installation doesn't allow servers on private networks.");
  if (!mailPorts.includes(port)) throw wrong('port', 'Use port 25, 465, 587 or 2525.');
}

/** How a transport is connected to: checked when an organization named the server, freely when the operator did. */
export const dialFor = ({ config, dial }: Settings, { connectionId }: TransportSettings): Dial | null =>
  connectionId === null || config.ALLOW_PRIVATE_MAIL_SERVERS ? null : dial;

const wrong = (field: string, message: string) =>
  new Problem('invalid_input', message, { fields: { [field]: message } });
