import { limits } from './limits.ts';
import { enums, type Key, type Subkey } from 'openpgp';

const rsa: ReadonlySet<enums.publicKey> = new Set([
  enums.publicKey.rsaEncryptSign,
  enums.publicKey.rsaEncrypt,
  enums.publicKey.rsaSign,
]);
const minRsaBits = 2048;
/** The more bits, the longer a check takes. */
const maxRsaBits = limits['RSA key'].bits;
/** Maximum bytes of an exponent. Common exponents have three; a long one makes a check as slow as a signature. */
const maxExponentBytes = limits.exponent.bytes;

/** Algorithms with a fixed key size. */
const modern: ReadonlySet<enums.publicKey> = new Set([enums.publicKey.ed25519, enums.publicKey.x25519]);

const curves: ReadonlySet<string> = new Set([
  'ed25519Legacy',
  'curve25519Legacy',
  'nistP256',
  'nistP384',
  'nistP521',
  'brainpoolP256r1',
  'brainpoolP384r1',
  'brainpoolP512r1',
]);

const maxSubkeys = limits.subkeys.count;
const maxUserIds = limits['user ids'].count;
const maxSignatures = limits['key signatures'].count;

type KeyPacket = Key['keyPacket'] | Subkey['keyPacket'];

/**
 * Why no signature of the key should be checked, as a sentence without subject; null: suitable. Calculates nothing.
 */
export function findUnsuitable(key: Key): string | null {
  if (key.subkeys.length > maxSubkeys) return `has more than ${maxSubkeys} subkeys`;
  if (key.users.length > maxUserIds) return `has more than ${maxUserIds} user ids`;
  if (countSignatures(key) > maxSignatures) {
    return `has more than ${maxSignatures} signatures: export it with export-minimal`;
  }
  const packets: KeyPacket[] = [key.keyPacket, ...key.subkeys.map(({ keyPacket }) => keyPacket)];
  return packets.every(isSuitable)
    ? null
    : `or a subkey of it is of another kind than RSA of ${minRsaBits} to ${maxRsaBits} bits, Ed25519, or a NIST or Brainpool curve`;
}

function isSuitable(packet: KeyPacket): boolean {
  if (modern.has(packet.algorithm)) return true;
  const { bits = 0, curve } = packet.getAlgorithmInfo();
  if (!rsa.has(packet.algorithm)) return curve !== undefined && curves.has(curve);
  return bits >= minRsaBits && bits <= maxRsaBits && hasShortExponent(packet.publicParams);
}

function hasShortExponent(parameters: object): boolean {
  const exponent: unknown = 'e' in parameters ? parameters.e : undefined;
  return exponent instanceof Uint8Array && exponent.length <= maxExponentBytes;
}

function countSignatures({ users, subkeys, revocationSignatures, ...key }: Key): number {
  // the types omit this list
  const direct: unknown = 'directSignatures' in key ? key.directSignatures : [];
  const lists = [
    revocationSignatures,
    Array.isArray(direct) ? direct : [],
    ...users.flatMap((user) => [
      user.selfCertifications,
      user.otherCertifications,
      user.revocationSignatures,
    ]),
    ...subkeys.flatMap((subkey) => [subkey.bindingSignatures, subkey.revocationSignatures]),
  ];
  return lists.reduce((sum, { length }) => sum + length, 0);
}
