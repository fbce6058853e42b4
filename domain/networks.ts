import { BlockList, isIP, isIPv4 } from 'node:net';
import { z } from 'zod';
import type { UserActor } from './actor.ts';
import { DomainError } from './errors.ts';
import { fieldLimits } from './limits/fields.ts';

const longest = { 4: 32, 6: 128 } as const;

interface Network {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

/** `address` or `address/prefix`; undefined for anything else. */
function parseNetwork(text: string): Network | undefined {
  const [address = '', digits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || address.includes('%')) return undefined;
  const most = longest[version as 4 | 6];
  if (digits !== undefined && !/^\d{1,3}$/.test(digits)) return undefined;
  const prefix = digits === undefined ? most : Number(digits);
  return prefix > most ? undefined : { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** A network in CIDR notation (RFC 4632), or a single address. */
export const Cidr = z
  .string()
  .trim()
  .max(fieldLimits['token networks'].characters)
  .refine(
    (text) => parseNetwork(text) !== undefined,
    'must be a network such as 192.0.2.0/24 or 2001:db8::/32',
  );

/** Whether an address is in one of the networks. An IPv4-mapped IPv6 address counts as its IPv4 address. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  const [, mapped] = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address) ?? [];
  const plain = mapped ?? address;
  if (isIP(plain) === 0) return false;
  const list = new BlockList();
  for (const text of networks) {
    const network = parseNetwork(text);
    if (network) list.addSubnet(network.address, network.prefix, network.family);
  }
  return list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
}

/** Whether every address of the inner networks is in one of the outer ones. */
export function areWithin(inner: readonly string[], outer: readonly string[]): boolean {
  return inner.every((text) => {
    const network = parseNetwork(text);
    if (!network) return false;
    const wider = outer.filter((each) => (parseNetwork(each)?.prefix ?? Infinity) <= network.prefix);
    return isInNetworks(network.address, wider);
  });
}

/** Checks the networks of a token. @throws DomainError `cidr_denied` */
export function requireNetwork({ allowedNetworks }: UserActor, address: string | null): void {
  if (allowedNetworks === undefined) return;
  if (address !== null && isInNetworks(address, allowedNetworks)) return;
  throw new DomainError('cidr_denied', `this token is not accepted from ${address ?? 'an unknown address'}`);
}
