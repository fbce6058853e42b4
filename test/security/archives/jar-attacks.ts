import type { Attacks } from './tgz-attacks.ts';
import { zip, type ZipSpec } from './zip-bytes.ts';

const MiB = 1024 * 1024;
const good: ZipSpec = { name: 'META-INF/MANIFEST.MF', body: 'Manifest-Version: 1.0\r\n' };

/** Jars whose extraction would write outside the target folder, or fill it. */
export function jarAttacks(): Attacks {
  const named = (name: string) => () => zip([good, { name, body: 'x' }]);
  const behind = (oddity: ZipSpec, name: string) => () => zip([good, oddity, { name, body: 'x' }]);

  return {
    'a path upwards': named('../../etc/cron.d/job'),
    'a path upwards from inside': named('lib/../../../escape'),
    'a path upwards with backslashes': named('..\\..\\escape'),
    'a path from the root': named('/etc/cron.d/job'),
    'a path from a drive': named('C:\\Windows\\job'),
    'a NUL in a name': named('a.class\0.txt'),
    'a path upwards behind a link': behind({ name: 'link', mode: 0o120777, body: '/etc' }, '../escape'),
    'a path upwards behind a name that comes twice': behind(good, '../escape'),
    'a path upwards behind an unknown method': behind(
      { name: 'a', body: 'x', both: { method: 12 } },
      '../escape',
    ),
    'a path upwards behind a script': () =>
      Buffer.concat([
        Buffer.from('#!/bin/sh\nexec java -jar "$0"\n'),
        zip([good, { name: '../escape', body: 'x' }]),
      ]),
    'a path upwards with a record of 64 bits': () =>
      zip([good, { name: '../escape', body: 'x' }], { zip64Count: 2, count: 0xffff }),
    'zeros without end': () => zip([good, { name: 'zeros.bin', body: Buffer.alloc(32 * MiB) }]),
    'many zeros': () =>
      zip(Array.from({ length: 64 }, (_, at) => ({ name: `zeros-${at}`, body: Buffer.alloc(MiB) }))),
    'a size of gigabytes': () => zip([good, { name: 'a', body: 'x', both: { size: 0xfffffffe } }]),
  };
}

/** Unusual but harmless jars, as builds make them. */
export function oddJars(): Attacks {
  return {
    'a script in front': () => Buffer.concat([Buffer.from('#!/bin/sh\nexec java -jar "$0"\n'), zip([good])]),
    'classes that differ in case': () =>
      zip([good, { name: 'a/A.class', body: 'x' }, { name: 'a/a.class', body: 'y' }]),
    'a file that comes twice': () => zip([good, good]),
    'dots in names': () => zip([good, { name: 'a/..b/c...d', body: 'x' }]),
    'nothing in it': () => zip([]),
    'no zip': () => Buffer.from('this is no jar at all'),
  };
}
