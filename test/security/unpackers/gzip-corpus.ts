import { deflateRawSync, gzipSync } from 'node:zlib';
import type { Attacks } from '../archives/tgz-attacks.ts';
import { tarEnd, tarEntry } from '../archives/tar-bytes.ts';

const good = tarEntry({ name: 'package/good.txt', body: 'good' });
const evil = tarEntry({ name: '../../evil.sh', body: 'echo evil' });
const whole = Buffer.concat([good, tarEnd]);
const other = Buffer.concat([evil, tarEnd]);

/** Tars in gzip data whose end readers find at different places. */
export function gzipCorpus(): Attacks {
  return {
    whole: () => gzipSync(whole),
    'a tar in two members': () => Buffer.concat([gzipSync(good), gzipSync(other)]),
    'a member behind the end': () => Buffer.concat([gzipSync(whole), gzipSync(other)]),
    'an empty member in front': () => Buffer.concat([gzipSync(''), gzipSync(other)]),
    'zeros between members': () => Buffer.concat([gzipSync(whole), Buffer.alloc(600), gzipSync(other)]),
    'bytes between members': () => Buffer.concat([gzipSync(whole), Buffer.from('between'), gzipSync(other)]),
    'bytes behind': () => Buffer.concat([gzipSync(whole), Buffer.from('behind')]),
    'a plain tar behind': () => Buffer.concat([gzipSync(whole), other]),
    'a name, a comment and an extra field': () =>
      withHeader(4 + 8 + 16, Buffer.from('\x03\0abcname\0comment\0', 'latin1')),
    'a checksum of its header': () => withHeader(2, Buffer.alloc(2)),
    'unknown flags': () => withHeader(0xe0, Buffer.alloc(0)),
    'a wrong checksum': () => Buffer.concat([gzipSync(other).subarray(0, -8), Buffer.alloc(8)]),
    'its end cut off': () => gzipSync(other).subarray(0, -12),
    'gzip in gzip': () => gzipSync(gzipSync(other)),
    'a tar that is not packed': () => other,
  };
}

function withHeader(flags: number, fields: Buffer): Buffer {
  const packed = gzipSync(whole);
  return Buffer.concat([
    Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3]),
    fields,
    deflateRawSync(whole),
    packed.subarray(-8),
  ]);
}
