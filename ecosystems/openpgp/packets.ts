import { limits } from './limits.ts';

/** Maximum number of packets. A key that signs releases has fewer; reading a packet takes time. */
export const maxPackets = limits.packets.count;

/**
 * Whether the number of packets (RFC 9580, 4.2) is within `maxPackets`. False also for partial and indeterminate
 * lengths, which no key has, and for an incomplete last packet.
 */
export function hasFewPackets(bytes: Buffer): boolean {
  let at = 0;
  for (let count = 0; at < bytes.length; count++) {
    const end = findEnd(bytes, at);
    if (end === null || end > bytes.length || count >= maxPackets) return false;
    at = end;
  }
  return true;
}

/** Offset of the next packet; null for an invalid tag or an unsupported length. */
function findEnd(bytes: Buffer, at: number): number | null {
  const [tag = 0, first = 0, second = 0] = bytes.subarray(at, at + 3);
  if (tag < 0x80) return null;
  if ((tag & 0x40) === 0) {
    const octets = [1, 2, 4][tag & 3];
    return octets === undefined ? null : readEnd(bytes, at + 1, octets);
  }
  if (first < 192) return at + 2 + first;
  if (first < 224) return at + 3 + ((first - 192) << 8) + second + 192;
  return first === 255 ? readEnd(bytes, at + 2, 4) : null;
}

function readEnd(bytes: Buffer, at: number, octets: number): number | null {
  return at + octets > bytes.length ? null : at + octets + bytes.readUIntBE(at, octets);
}
