import { BlockList, isIP } from 'node:net';

const nearby = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  nearby.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
] as const)
  nearby.addSubnet(network, prefix, 'ipv6');

/** A server on this machine or network: a private address, or a name no public DNS can hold. */
export function isPrivateHost(host: string): boolean {
  const version = isIP(host);
  if (version !== 0) return nearby.check(host, version === 6 ? 'ipv6' : 'ipv4');
  return /^[a-z0-9-]+$/.test(host) || /\.(?:internal|local|localhost|lan|home\.arpa)$/.test(host);
}
