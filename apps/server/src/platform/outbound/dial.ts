import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { ipBytes, isPublicIp } from '@waggle/contracts/private-networks';
import type { HostLookup } from './host-lookup.ts';

/** The host or port leads where nobody outside may be connected to. */
export class DestinationRefused extends Error {}

export type Destination = { host: string; port: number; timeoutMs: number };

/** An open connection to a public server. */
export type Dial = (to: Destination) => Promise<Socket>;

/** What mail servers listen on: relay, implicit TLS, submission, and its usual substitute. */
export const mailPorts: readonly number[] = [25, 465, 587, 2525];

/**
 * Connects to a host that somebody else named. The name is resolved once, every address is judged by its bytes, and
 * only these addresses are connected to: a name that answers differently the next time (DNS rebinding) gains nothing.
 */
export function createDial(
  lookup: HostLookup,
  ports: readonly number[] | 'any' = mailPorts,
  isAllowed: AddressRule = isPublic,
): Dial {
  return async ({ host, port, timeoutMs }) => {
    if (ports !== 'any' && !ports.includes(port)) throw new DestinationRefused(`Port ${port} is not open to others.`);
    const deadline = performance.now() + timeoutMs;
    const addresses = await within(timeoutMs, lookup(host));
    if (addresses.length === 0 || !addresses.every(isAllowed))
      throw new DestinationRefused('The host has an address on a private network.');
    return connectTo({ addresses, port, isAllowed }, Math.max(1, deadline - performance.now()));
  };
}

/** Whether somebody else may have us connect there, judged by the bytes of the address. */
type AddressRule = (address: string | undefined) => boolean;

const isPublic: AddressRule = (address) => {
  const bytes = ipBytes(address ?? '');
  return bytes !== null && isPublicIp(bytes);
};

type Found = { addresses: readonly string[]; port: number; isAllowed: AddressRule };

function connectTo({ addresses, port, isAllowed }: Found, timeoutMs: number): Promise<Socket> {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  const pinned = ((_host, options, callback) =>
    options.all ? callback(null, known) : callback(null, known[0]!.address, known[0]!.family)) as LookupFunction;
  return new Promise((resolve, reject) => {
    // The name is only a label here: `pinned` answers for it.
    const socket = connect({ host: 'resolved.invalid', port, lookup: pinned, autoSelectFamily: true });
    const timer = setTimeout(() => socket.destroy(new Error('The connection timed out.')), timeoutMs);
    socket.once('error', reject);
    socket.once('close', () => clearTimeout(timer));
    socket.once('connect', () => {
      clearTimeout(timer);
      // The socket knows best where it leads.
      if (!isAllowed(socket.remoteAddress))
        socket.destroy(new DestinationRefused('The address is on a private network.'));
      else resolve(socket.off('error', reject).pause());
    });
  });
}

async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('DNS did not answer.')), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
