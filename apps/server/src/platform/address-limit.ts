import { clientNetwork } from './client-network.ts';

/** Requests one address may make in a second; a whole office behind one address makes a few. */
const mostPerSecond = 300;

/** Counted in this process alone and forgotten every second: a brake for one runaway program, cheap enough for each request. */
export function createAddressLimit(off: boolean, now: () => number = Date.now): (address: string) => boolean {
  if (off) return () => true;
  let second = 0;
  let counts = new Map<string, number>();
  return (address) => {
    const current = Math.floor(now() / 1_000);
    if (current !== second) {
      second = current;
      counts = new Map();
    }
    const network = clientNetwork(address);
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    return count <= mostPerSecond;
  };
}
