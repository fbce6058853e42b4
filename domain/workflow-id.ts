import { sha256Hex } from './digest.ts';

/** The maximum length of an id in the workflow service, in bytes. */
const maxBytes = 255;

/**
 * Bounds an id that is made of names and versions, which some protocols allow to be long: a long id ends with a hash.
 */
export function boundedId(id: string): string {
  if (Buffer.byteLength(id) <= maxBytes) return id;
  const hash = sha256Hex(id);
  return `${Buffer.from(id)
    .subarray(0, maxBytes - hash.length - 4)
    .toString()
    .replace(/\uFFFD$/, '')}#${hash}`;
}
