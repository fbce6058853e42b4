import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Networks without public servers (IANA special-purpose registries, and multicast). */
const inward: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** The only routed part of IPv6, and the networks inside it that are not routed or embed an IPv4 address. */
const routed: readonly [network: string, prefix: number] = ['2000::', 3];
const inwardInRouted: readonly [network: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const refused = new BlockList();
for (const [network, prefix] of inward) refused.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of inwardInRouted) refused.addSubnet(network, prefix, 'ipv6');

const unicast = new BlockList();
unicast.addSubnet(...routed, 'ipv6');

/** False for loopback, private, link-local and all other addresses outside of the internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refused.check(address, 'ipv4');
  if (!isIPv6(address)) return false;
  return unicast.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}
