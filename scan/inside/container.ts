import type { ByteSource } from '../byte-source.ts';
import { packingBytes, unpackerOf } from '../packed/detect-packing.ts';
import { isTarHeader } from '../parts/entry-header.ts';
import { unopenedFormat } from '../parts/unsupported-formats.ts';
import { BLOCK } from '../tar-header.ts';
import { hasZipEnd } from '../zip-end.ts';
import { isAr } from './ar-members.ts';

/** The formats that this scanner opens. */
export type OpenedContainer = 'packed' | 'tar' | 'ar' | 'zip';

/** The format of a file in the view of some program that unpacks it. */
export type Container = OpenedContainer | { unopened: string };

/**
 * The signatures of an entry, of the end record of an empty zip, and of an archive that was or could have been split.
 */
const zipStarts = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08', 'PK00'];

/** The format that the first bytes of a file identify. */
export function frontContainer(head: Buffer): Container | undefined {
  if (isPacked(head)) return 'packed';
  if (isTar(head)) return 'tar';
  if (isAr(head)) return 'ar';
  if (zipStarts.some((start) => head.toString('latin1', 0, 4) === start)) return 'zip';
  const unopened = unopenedFormat(head);
  return unopened === undefined ? undefined : { unopened };
}

/** All formats of a file: an archive by its first bytes may also be a zip by its end. */
export function containersOf(head: Buffer, bytes: ByteSource): Container[] {
  const front = frontContainer(head);
  const isZip = front === 'zip' || hasZipEnd(bytes);
  return [...(front === undefined || front === 'zip' ? [] : [front]), ...(isZip ? ['zip' as const] : [])];
}

/** Two bytes are not enough to identify gzip: other files begin with them. */
function isPacked(head: Buffer): boolean {
  const isOtherMethod = head[0] === 0x1f && head[2] !== 8;
  return !isOtherMethod && unpackerOf(head.subarray(0, packingBytes)) !== undefined;
}

export function isTar(head: Buffer): boolean {
  return head.length >= BLOCK && isTarHeader(head.subarray(0, BLOCK)) && head.some((byte) => byte !== 0);
}
