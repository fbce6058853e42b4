import { gzipSync } from 'node:zlib';
import { gzipBomb } from './bombs.ts';
import { base256, longName, paxHeader, tarEnd, tarEntry, tgz, type TarSpec } from './tar-bytes.ts';

/** A function for each attack that builds an otherwise valid package. */
export type Attacks = Record<string, () => Buffer>;

export function tgzAttacks(root: string, manifest: string, manifestName = 'Cargo.toml'): Attacks {
  const good = tarEntry({ name: `${root}/${manifestName}`, body: manifest });
  const lib = tarEntry({ name: `${root}/src/lib.rs`, body: 'pub fn answer() -> u32 { 42 }\n' });
  const whole = () => tgz(good, lib);
  const withEntry = (spec: TarSpec) => () => tgz(good, tarEntry(spec));
  const named = (name: string | Buffer) => withEntry({ name, body: 'x' });
  const inside = (name: string) => named(`${root}/${name}`);
  const special = (type: string, linkname = '') => withEntry({ name: `${root}/special`, type, linkname });
  const both = (a: string, b: string) => () =>
    tgz(good, tarEntry({ name: `${root}/${a}` }), tarEntry({ name: `${root}/${b}` }));
  const zeros = (size: number) => tarEntry({ name: `${root}/zeros.bin`, size });

  return {
    'absolute path': named('/etc/cron.d/job'),
    'parent traversal': named('../../etc/passwd'),
    'inner traversal': inside('src/../../../escape'),
    'traversal behind a dot segment': inside('./../../escape'),
    'traversal behind an empty segment': inside('src//../../../escape'),
    'absolute path with two slashes': named('//etc/cron.d/job'),
    'one path by a dot segment': both('src/x', './src/./x'),
    'one path by an empty segment': both('src/x', 'src//x'),
    'one path by a dot in front': () =>
      tgz(good, tarEntry({ name: `${root}/a` }), tarEntry({ name: `./${root}/a` })),
    'file with the name of a directory': inside('src/.'),
    'file with a slash at its end': withEntry({ name: `${root}/src/`, body: 'x' }),
    'path of dots alone': named('./.'),
    'backslash traversal': inside('..\\..\\escape'),
    'escaped traversal': inside('%2e%2e/%2e%2e/escape'),
    'escaped backslash': inside('..%5c..%5cescape'),
    'drive letter': named('C:/Windows/job'),
    'alternate stream': inside(`${manifestName}:hidden`),
    'bytes behind a nul in a name': named(Buffer.from(`${root}/a.txt\0.exe`)),
    'control character': inside('a\u001b[2Jb'),
    'text direction override': inside('a\u202etxt.exe'),
    'invalid utf-8 name': named(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xc3, 0x28])])),
    'overlong utf-8 slash': named(Buffer.concat([Buffer.from(`${root}/..`), Buffer.from([0xc0, 0xaf])])),
    'name too long': () => tgz(good, longName(`${root}/${'a/'.repeat(700)}x`), tarEntry({ name: 'x' })),
    'segment too long': () => tgz(good, longName(`${root}/${'a'.repeat(300)}`), tarEntry({ name: 'x' })),
    'too deep': () => tgz(good, longName(`${root}/${'a/'.repeat(100)}x`), tarEntry({ name: 'x' })),
    'symbolic link': special('2', '/etc/passwd'),
    'hard link': special('1', `${root}/${manifestName}`),
    'character device': special('3'),
    'block device': special('4'),
    'named pipe': special('6'),
    'sparse file': special('S'),
    'unknown entry type': special('Z'),
    'link with a long target': special('K'),
    'duplicate name': both(manifestName, 'README.md'),
    'two manifests': inside(manifestName),
    'case collision': both('src/Main.rs', 'src/main.rs'),
    'unicode collision': both('src/caf\u00e9.rs', 'src/cafe\u0301.rs'),
    'trailing dot collision': both('src/a', 'src/a.'),
    'file used as directory': both('src', 'src/lib.rs'),
    'directory with content': withEntry({ name: `${root}/dir/`, type: '5', body: 'x' }),
    'wrong header checksum': withEntry({ name: `${root}/x`, checksum: 1 }),
    'unknown tar format': withEntry({ name: `${root}/x`, magic: 'star' }),
    'base-256 huge size': withEntry({ name: `${root}/x`, size: base256(0x80, 2n ** 60n) }),
    'base-256 negative size': withEntry({ name: `${root}/x`, size: base256(0xff, -512n) }),
    'size that is no number': withEntry({ name: `${root}/x`, size: Buffer.from('-0000000512\0') }),
    'declared size too large': withEntry({ name: `${root}/x`, size: 8 ** 11 - 1 }),
    'pax size differs': () =>
      tgz(good, paxHeader({ size: '512' }), tarEntry({ name: `${root}/x`, body: 'x' }), lib),
    'pax negative size': () => tgz(good, paxHeader({ size: '-1' }), tarEntry({ name: `${root}/x` })),
    'pax traversal': () => tgz(good, paxHeader({ path: '../../escape' }), tarEntry({ name: `${root}/x` })),
    'pax link': () => tgz(good, paxHeader({ linkpath: '/etc' }), tarEntry({ name: `${root}/x` })),
    'pax sparse': () =>
      tgz(good, paxHeader({ 'GNU.sparse.name': '/etc/x' }), tarEntry({ name: `${root}/x` })),
    'pax global path': () => tgz(paxHeader({ path: `${root}/y` }, 'g'), good),
    'pax malformed': () => tgz(good, tarEntry({ name: 'p', type: 'x', body: '99 path=x\n' }), lib),
    'pax and long name': () => tgz(good, longName(`${root}/a`), paxHeader({ path: `${root}/b` }), lib),
    'pax at the end': () => tgz(good, paxHeader({ path: `${root}/b` })),
    'long name traversal': () =>
      tgz(good, longName(`../${'a/'.repeat(60)}x`), tarEntry({ name: `${root}/x` })),
    'no end mark': () => gzipSync(Buffer.concat([good, lib])),
    'truncated tar': () => gzipSync(Buffer.concat([good, lib.subarray(0, 600)])),
    'data behind the tar end': () => gzipSync(Buffer.concat([good, tarEnd, lib, tarEnd])),
    'truncated gzip': () => whole().subarray(0, -20),
    'gzip without trailer': () => whole().subarray(0, -8),
    'garbage behind gzip': () => Buffer.concat([whole(), Buffer.from('garbage')]),
    'two gzip members': () => Buffer.concat([gzipSync(good), gzipSync(Buffer.concat([lib, tarEnd]))]),
    'wrong gzip checksum': () => flipped(whole(), -8),
    'wrong gzip length': () => flipped(whole(), -4),
    'reserved gzip flags': () => flipped(whole(), 3, 0x80),
    'not an archive': () => Buffer.from('this is not a package at all'),
    'zip instead of tar': () => gzipSync(Buffer.from('PK\x03\x04')),
    empty: () => Buffer.alloc(0),
    'no entries': () => tgz(),
    'gzip bomb of 10 GB in one file': () =>
      gzipBomb(Buffer.concat([good, zeros(1000 * 1024 * 1024)]), 10_240),
    'gzip bomb of 10 GB behind the end': () => gzipBomb(Buffer.concat([good, tarEnd]), 10_240),
    'too many entries': () => tgz(good, ...manyEntries(root)),
  };
}

/** Random modes keep the compression ratio low: only the number of entries is a fault. */
function manyEntries(root: string): Buffer[] {
  return Array.from({ length: 100_001 }, (_, index) => {
    return tarEntry({ name: `${root}/${index.toString(36)}`, mode: (index * 7919) % 0o1000 });
  });
}

function flipped(body: Buffer, at: number, bits = 0xff): Buffer {
  const copy = Buffer.from(body);
  const index = at < 0 ? copy.length + at : at;
  copy[index] = (copy[index] ?? 0) ^ bits;
  return copy;
}
