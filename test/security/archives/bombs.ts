import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { zip } from './zip-bytes.ts';

const MiB = 1024 * 1024;
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * A gzip file of `start` and then `mebibytes` of zeros, built without compressing them: one flushed
 * deflate block of a mebibyte ends on a byte and can be repeated.
 */
export function gzipBomb(start: Buffer, mebibytes: number): Buffer {
  const head = flushed(start);
  const block = flushed(Buffer.alloc(MiB));
  const last = Buffer.from([3, 0]);
  return Buffer.concat([
    gzipHeader,
    head,
    Buffer.alloc(block.length * mebibytes, block),
    last,
    Buffer.alloc(8),
  ]);
}

function flushed(body: Buffer): Buffer {
  return deflateRawSync(body, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
}

/** Small enough for any package, large enough for any disk. */
export function nestedGzipBomb(): Buffer {
  return gzipSync(Buffer.alloc(64 * MiB), { level: 9 });
}

export function nestedZipBomb(): Buffer {
  return zip([{ name: 'zeros.bin', body: Buffer.alloc(32 * MiB) }]);
}

/** Archives inside archives, `depth` of them. */
export function matryoshka(depth: number): Buffer {
  let body: Buffer = Buffer.from('the end');
  for (let level = 0; level < depth; level++) body = zip([{ name: `level-${level}.zip`, body, method: 0 }]);
  return body;
}
