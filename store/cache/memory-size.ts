const pointerBytes = 8;
/** The memory of an empty object, list or table. */
const objectBytes = 48;

/**
 * The approximate size of a plain value in memory, rather over- than underestimated: texts count two bytes per
 * character, objects the sum of their members. Functions and system handles count as one object.
 */
export function heldBytes(value: unknown): number {
  if (typeof value === 'string') return objectBytes + 2 * value.length;
  if (typeof value !== 'object' || value === null) return pointerBytes;
  if (ArrayBuffer.isView(value)) return objectBytes + value.byteLength;
  if (value instanceof Map) return sum([...value.keys(), ...value.values()]);
  if (value instanceof Set || Array.isArray(value)) return sum(value);
  return sum(Object.values(value));
}

function sum(members: Iterable<unknown>): number {
  let bytes = objectBytes;
  for (const member of members) bytes += pointerBytes + heldBytes(member);
  return bytes;
}
