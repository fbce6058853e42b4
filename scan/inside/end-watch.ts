import { endRecordReach } from '../zip-end.ts';

const signature = Buffer.from('PK\x05\x06', 'latin1');

/**
 * Checks a stream for the signature of a zip's end record at the place where clients look for one, without keeping
 * the bytes. `size`: the length of the stream, if known.
 * @returns takes the next piece, and returns whether the signature was found
 */
export function createEndWatch(size?: number): (chunk: Buffer) => boolean {
  let passed = 0;
  let last = -1;
  let before: Buffer = Buffer.alloc(0);

  return (chunk) => {
    const at = chunk.lastIndexOf(signature);
    const seam = at === -1 ? Buffer.concat([before, chunk.subarray(0, 3)]).lastIndexOf(signature) : -1;
    if (at !== -1) last = passed + at;
    else if (seam !== -1) last = passed - before.length + seam;
    passed += chunk.length;
    before = Buffer.concat([before, chunk.subarray(-3)]).subarray(-3);
    return last !== -1 && (size ?? passed) - last <= endRecordReach;
  };
}
