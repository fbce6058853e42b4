import type { Attacks } from '../archives/tgz-attacks.ts';
import { base256, longName, paxHeader, tarEnd, tarEntry } from '../archives/tar-bytes.ts';

const good = tarEntry({ name: 'package/good.txt', body: 'good' });
const evil = tarEntry({ name: '../../evil.sh', body: 'echo evil' });
const zeros = Buffer.alloc(512);
const whole = (...parts: Buffer[]) => Buffer.concat([...parts, tarEnd]);
/** A header whose content is a tar header: a reader that does not skip the content sees another entry. */
const carrying = (type: string, name = 'package/carrier') =>
  tarEntry({ name, type, body: evil, linkname: 'package/good.txt' });

/** Plain tars in which readers may see different names. */
export function tarCorpus(): Attacks {
  return {
    whole: () => whole(good),
    'a pax path': () => whole(paxHeader({ path: 'package/pax.txt' }), good),
    'a pax path upwards': () => whole(paxHeader({ path: '../evil' }), good),
    'a long name': () => whole(longName('package/long.txt'), good),
    'a long name and a pax path': () =>
      whole(longName('package/long.txt'), paxHeader({ path: '../evil' }), good),
    'a pax path and a long name': () =>
      whole(paxHeader({ path: '../evil' }), longName('package/long.txt'), good),
    'two pax headers': () =>
      whole(paxHeader({ path: '../evil' }), paxHeader({ path: 'package/pax.txt' }), good),
    'two pax headers with different keys': () =>
      whole(paxHeader({ path: '../evil' }), paxHeader({ mtime: '1' }), good),
    'a pax path twice in one header': () => whole(twice('path', '../evil', 'package/b'), good),
    'a pax path that is empty': () => whole(paxHeader({ path: '' }), good),
    'a pax path with a NUL': () => whole(paxHeader({ path: '../evil\0.txt' }), good),
    'a pax link target': () => whole(paxHeader({ linkpath: '../evil' }), good),
    'a global pax path': () => whole(paxHeader({ path: '../evil' }, 'g'), good),
    'a global pax size': () =>
      whole(paxHeader({ size: '0' }, 'g'), tarEntry({ name: 'package/a', body: evil })),
    'a global comment': () => whole(paxHeader({ comment: 'of git' }, 'g'), good),
    'a pax size of nothing': () =>
      whole(paxHeader({ size: '0' }), tarEntry({ name: 'package/a', body: evil })),
    'a pax size that is larger': () =>
      whole(paxHeader({ size: '1024' }), tarEntry({ name: 'package/a', size: 0 }), evil, good),
    'a pax size that is no number': () => whole(paxHeader({ size: '-512' }), good),
    'a pax header that is broken': () =>
      whole(tarEntry({ name: 'pax', type: 'x', body: '99 path=../evil\n' }), good),
    'a pax header of an old kind': () =>
      whole(tarEntry({ name: 'pax', type: 'X', body: '16 path=../evil\n' }), good),
    'a pax map of a sparse file': () =>
      whole(
        paxHeader({
          'GNU.sparse.major': '1',
          'GNU.sparse.minor': '0',
          'GNU.sparse.name': '../evil',
          'GNU.sparse.realsize': '4',
        }),
        tarEntry({
          name: 'package/a',
          body: Buffer.concat([Buffer.from('1\n0\n4\n'), Buffer.alloc(506), Buffer.from('data')]),
        }),
      ),
    'a sparse file of GNU': () => whole(tarEntry({ name: 'package/a', type: 'S', magic: 'ustar  \0' }), evil),

    'a size in base 256': () =>
      whole(tarEntry({ name: 'package/a', size: base256(0x80, 512n), body: Buffer.alloc(512) }), evil),
    'a huge size': () => whole(tarEntry({ name: 'package/a', size: base256(0x80, 2n ** 62n) }), evil),
    'a negative size': () => whole(tarEntry({ name: 'package/a', size: base256(0xff, -512n) }), evil),
    'a size with a sign': () =>
      whole(tarEntry({ name: 'package/a', size: Buffer.from('-0000001000\0') }), evil),
    'a size with blanks': () =>
      whole(
        tarEntry({ name: 'package/a', size: Buffer.from('      1000 \0'), body: Buffer.alloc(512) }),
        evil,
      ),
    'a size behind a NUL': () =>
      whole(tarEntry({ name: 'package/a', size: Buffer.from('\x000000001000\0') }), evil),
    'a size with letters': () =>
      whole(tarEntry({ name: 'package/a', size: Buffer.from('0000x001000\0') }), evil),

    'a hard link with content': () => whole(good, carrying('1')),
    'a symbolic link with content': () => whole(good, carrying('2')),
    'a device with content': () => whole(good, carrying('3')),
    'a folder with content': () => whole(good, carrying('5')),
    'a pipe with content': () => whole(good, carrying('6')),
    'a contiguous file': () => whole(good, carrying('7')),
    'an unknown type': () => whole(good, carrying('Z')),
    'a type of a digit': () => whole(good, carrying('9')),
    'a volume label': () => whole(carrying('V'), good),
    'a list of a folder': () => whole(carrying('D'), good),
    'a continued file': () => whole(carrying('M'), good),
    'a file with a link target': () => whole(carrying('0'), good),
    'an old file with a link target': () => whole(carrying('\0'), good),
    'a long name with a link target': () => whole(carrying('L', '././@LongLink'), good),
    'a pax header with a link target': () => whole(carrying('x', 'pax'), good),
    'a long link': () => whole(carrying('K', '././@LongLink'), good),
    'a link': () => whole(good, tarEntry({ name: 'package/link', type: '2', linkname: 'good.txt' })),
    'an old file that is a folder': () =>
      whole(tarEntry({ name: 'package/a/', type: '\0', body: evil }), good),

    'one block of zeros': () => whole(good, zeros, evil),
    'data behind the end': () => Buffer.concat([whole(good), Buffer.from('behind'), Buffer.alloc(506)]),
    'a piece of a block behind the end': () => Buffer.concat([whole(good), Buffer.from('behind')]),
    'a tar behind the end': () => Buffer.concat([whole(good), whole(evil)]),
    'a tar far behind the end': () => Buffer.concat([whole(good), Buffer.alloc(10_240), whole(evil)]),
    'a damaged header': () => whole(good, tarEntry({ name: 'package/a', checksum: 1 }), evil),
    'a block between entries': () => whole(good, Buffer.alloc(512, 'x'), evil),
    'no end': () => Buffer.concat([good, evil]),
    'half an end': () => Buffer.concat([good, zeros]),
    'half a header': () => Buffer.concat([good, evil.subarray(0, 300)]),
    'half a file': () => Buffer.concat([good, evil.subarray(0, 516)]),

    'a format of old': () =>
      whole(tarEntry({ name: 'package/a', body: 'x', magic: '\0\0\0\0\0\0\0\0' }), evil),
    'a prefix with the magic of GNU': () => whole(withPrefix('..', 'ustar  \0'), good),
    'a prefix': () => whole(withPrefix('package/sub', 'ustar\x0000'), good),
    'a name with more behind a NUL': () => whole(tarEntry({ name: '../evil\0.txt', body: 'x' }), good),
    'a name that comes twice': () => whole(good, good),
    'a name that is no UTF-8': () => whole(tarEntry({ name: Buffer.from([0x61, 0xff]), body: 'x' }), good),
    'a name that begins with a dot': () => whole(tarEntry({ name: './package/a', body: 'x' }), good),
    'a name with a dot segment': () => whole(tarEntry({ name: 'package/./a', body: 'x' }), good),
    'a name with an empty segment': () => whole(tarEntry({ name: 'package//a', body: 'x' }), good),
    'a file with a slash at its end': () => whole(tarEntry({ name: 'package/a/', body: evil }), good),
    'a name from the root': () => whole(tarEntry({ name: '/etc/a', body: 'x' }), good),
    'an empty name': () => whole(tarEntry({ name: '', body: 'x' }), good),
  };
}

/** `prefix` is the POSIX field for the beginning of the path. */
function withPrefix(prefix: string, magic: string): Buffer {
  const entry = tarEntry({ name: 'a.txt', body: 'x', magic });
  entry.write(prefix, 345);
  entry.write('        ', 148);
  const sum = entry.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  entry.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return entry;
}

function twice(key: string, ...values: string[]): Buffer {
  const records = values.map((value) => {
    const rest = ` ${key}=${value}\n`;
    return `${rest.length + 2}${rest}`;
  });
  return tarEntry({ name: 'pax', type: 'x', body: records.join('') });
}
