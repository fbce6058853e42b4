import { sha256Hex } from './digest.ts';

/** The service takes no longer ones, in bytes. */
const maxBytes = 255;

/** Ids are made of names and versions, which some protocols allow to be long: those end with a hash instead. */
export function boundedId(id: string): string {
  if (Buffer.byteLength(id) <= maxBytes) return id;
  const hash = sha256Hex(id);
  return `${Buffer.from(id)
    .subarray(0, maxBytes - hash.length - 4)
    .toString()
    .replace(/\uFFFD$/, '')}#${hash}`;
}
