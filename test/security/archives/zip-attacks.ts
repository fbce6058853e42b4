import { crc32, deflateRawSync } from 'node:zlib';
import type { Attacks } from './tgz-attacks.ts';
import { descriptor, unicodePath, zip, type ZipSpec } from './zip-bytes.ts';

const MiB = 1024 * 1024;

export function zipAttacks(id: string, manifest: string, manifestName = `${id}.nuspec`): Attacks {
  const good: ZipSpec = { name: manifestName, body: manifest };
  const text = 'the body of an entry, long enough to be compressed, compressed, compressed';
  const whole = () => zip([good, { name: 'lib/a.txt', body: text }]);
  const withEntry = (spec: Partial<ZipSpec>) => () => zip([good, { name: 'lib/a.txt', body: text, ...spec }]);
  const named = (name: string | Buffer) => withEntry({ name });
  const both = (a: string, b: string) => () => zip([good, { name: a, body: text }, { name: b, body: text }]);

  return {
    'absolute path': named('/etc/cron.d/job'),
    'parent traversal': named('../../etc/passwd'),
    'inner traversal': named('lib/../../escape'),
    'backslash traversal': named('..\\..\\escape'),
    'escaped traversal': named('%2e%2e%2f%2e%2e%2fescape'),
    'drive letter': named('C:/Windows/job'),
    'alternate stream': named('lib/a.dll:hidden'),
    'nul in a name': named('lib/a.txt\0.exe'),
    'control character': named('lib/a\nb'),
    'text direction override': named('lib/a\u202etxt.exe'),
    'invalid utf-8 name': named(Buffer.from([0x6c, 0xff, 0xfe])),
    'empty name': named(''),
    'name too long': named(`${'a/'.repeat(700)}x`),
    'second name in an extra field': withEntry({ both: { extra: unicodePath('../escape') } }),
    'malformed extra field': withEntry({ both: { extra: Buffer.from([1, 0, 99, 0]) } }),
    'symbolic link': withEntry({ mode: 0o120777, body: '/etc/passwd' }),
    'named pipe': withEntry({ mode: 0o010644 }),
    'block device': withEntry({ mode: 0o060644 }),
    'duplicate name': both('lib/a.txt', 'lib/a.txt'),
    'one path by a dot segment': both('lib/a.txt', 'lib/./a.txt'),
    'one path by an empty segment': both('lib/a.txt', 'lib//a.txt'),
    'one path by a dot in front': both('lib/a.txt', './lib/a.txt'),
    'one path by an escaped dot segment': both('lib/a.txt', 'lib/%2e/a.txt'),
    'traversal behind a dot segment': named('./../escape'),
    'absolute path with two slashes': named('//etc/cron.d/job'),
    'file with the name of a directory': named('lib/.'),
    'two manifests': both(manifestName, 'lib/a.txt'),
    'case collision': both('lib/A.txt', 'lib/a.txt'),
    'unicode collision': both('lib/caf\u00e9.txt', 'lib/cafe\u0301.txt'),
    'escaped collision': both('lib/a b.txt', 'lib/a%20b.txt'),
    'file used as directory': both('lib', 'lib/a.txt'),
    'directory with content': withEntry({ name: 'lib/', mode: 0o040755 }),
    'local name differs': withEntry({ local: { name: Buffer.from('lib/b.txt') } }),
    'local method differs': withEntry({ local: { method: 0 } }),
    'local size differs': withEntry({ local: { size: 1 } }),
    'local compressed size differs': withEntry({ local: { compressedSize: 1 } }),
    'local checksum differs': withEntry({ local: { crc: 1 } }),
    'local flags differ': withEntry({ local: { flags: 0x801 } }),
    'wrong checksum': withEntry({ both: { crc: 1 } }),
    'real size is larger': withEntry({ both: { size: 10 } }),
    'real size is smaller': withEntry({ both: { size: 1000 } }),
    'stored with two sizes': withEntry({ method: 0, both: { size: 10 } }),
    'data behind the compressed end': withEntry({
      stored: Buffer.concat([deflateRawSync(Buffer.from(text)), Buffer.from('hidden')]),
    }),
    'damaged compressed data': withEntry({ stored: Buffer.alloc(40, 0xff) }),
    encrypted: withEntry({ flags: 0x801 }),
    'strongly encrypted': withEntry({ flags: 0x841 }),
    'masked directory': withEntry({ flags: 0x2800 }),
    'unknown method': withEntry({ both: { method: 12 } }),
    'wrong data descriptor': withEntry({ flags: 0x808, after: descriptor(1, 2, 3) }),
    'missing data descriptor': withEntry({ flags: 0x808 }),
    'bytes between entries': () =>
      zip([
        { ...good, after: Buffer.from('hidden') },
        { name: 'lib/a.txt', body: text },
      ]),
    'bytes before the directory': withEntry({ after: Buffer.from('hidden') }),
    'entries share one body': () => overlapping(good),
    'entry points outside': withEntry({ central: { offset: 0x7fffffff } }),
    'entry points at another': withEntry({ central: { offset: 0 } }),
    'several disks': withEntry({ central: { disk: 1 } }),
    'prepended data': () => Buffer.concat([Buffer.from('#!/bin/sh\nexit\n'), whole()]),
    'prepended data with right offsets': () => zip([good], { prefix: Buffer.from('#!/bin/sh\nexit\n') }),
    'appended data': () => Buffer.concat([whole(), Buffer.from('appended')]),
    'archive behind the archive': () => Buffer.concat([whole(), whole()]),
    'archive in the comment': () => zip([good], { comment: whole() }),
    'directory count too small': () => zip([good, { name: 'lib/a.txt', body: text }], { count: 1 }),
    'directory count too large': () => zip([good, { name: 'lib/a.txt', body: text }], { count: 3 }),
    'zip64 record disagrees': () => zip([good, { name: 'lib/a.txt', body: text }], { zip64Count: 1 }),
    'zip64 size missing': withEntry({ both: { size: 0xffffffff } }),
    'bomb in one entry': () => zip([good, { name: 'zeros.bin', body: Buffer.alloc(32 * MiB) }]),
    'declared size too large': withEntry({ both: { size: 0xfffffffe } }),
    'declared small, expands large': withEntry({
      body: Buffer.alloc(32 * MiB),
      both: { size: 100, crc: crc32(Buffer.alloc(100)) },
    }),
    truncated: () => whole().subarray(0, -30),
    'end record cut off': () => whole().subarray(0, -4),
    'not an archive': () => Buffer.from('this is not a package at all'),
    empty: () => Buffer.alloc(0),
    'no entries': () => zip([]),
    'too many entries': () => zip([good, ...manyEntries()], { count: 0xffff, zip64Count: 100_002 }),
  };
}

/** Many entries that share one compressed body: the directory claims gigabytes, the file has kilobytes. */
function overlapping(good: ZipSpec): Buffer {
  const start = zip([good]);
  const offset = start.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  const kernel = Buffer.alloc(MiB);
  const specs = Array.from({ length: 5 }, (_, index) => ({
    name: `zeros-${index}`,
    body: kernel,
    central: { offset },
  }));
  return zip([good, ...specs]);
}

function manyEntries(): ZipSpec[] {
  return Array.from({ length: 100_001 }, (_, index) => ({ name: index.toString(36) }));
}
