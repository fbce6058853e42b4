import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../domain/digest.ts';
import { isBlocking } from '../../domain/findings.ts';
import { matryoshka } from '../../test/security/archives/bombs.ts';
import { scanBody } from '../../test/security/archives/on-disk.ts';
import { eicar, ownToken } from '../../test/security/archives/payloads.ts';
import { tarEnd, tarEntry, tgz } from '../../test/security/archives/tar-bytes.ts';
import { zip } from '../../test/security/archives/zip-bytes.ts';
import { layerBzip2, layerXz } from '../packed/fixtures/samples.ts';
import { eicarBzip2, eicarXz } from './fixtures/samples.ts';
import { createInsideBudget } from './budget.ts';

const tar = Buffer.concat([
  tarEntry({ name: 'a.txt', body: eicar }),
  tarEntry({ name: 'b', body: ownToken }),
  tarEnd,
]);
const inZip = zip([
  { name: 'a.txt', body: eicar },
  { name: 'b', body: ownToken },
]);
const script = Buffer.from('#!/bin/sh\nexec java -jar "$0" "$@"\nexit 1\n');

function ar(...members: (readonly [string, Buffer])[]): Buffer {
  const parts = members.map(([name, body]) => {
    const header = `${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'644'.padEnd(8)}`;
    return Buffer.concat([
      Buffer.from(`${header}${String(body.length).padEnd(10)}\`\n`),
      body,
      Buffer.alloc(body.length % 2, '\n'),
    ]);
  });
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts]);
}

/** The body as the entries of a package: below another name, or alone. */
const inPackage = (body: Buffer) =>
  tgz(tarEntry({ name: 'package/package.json', body: '{}' }), tarEntry({ name: 'package/data', body }));

const containers: readonly (readonly [string, Buffer, string])[] = [
  ['a zip', inZip, '/a.txt'],
  ['a zip behind one byte', Buffer.concat([Buffer.from('x'), inZip]), '/a.txt'],
  ['a zip behind a script', Buffer.concat([script, inZip]), '/a.txt'],
  [
    'a zip behind a script that its offsets count',
    zip([{ name: 'a.txt', body: eicar }], { prefix: script }),
    '/a.txt',
  ],
  [
    'a zip behind a picture',
    Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(5000), inZip]),
    '/a.txt',
  ],
  ['a zip behind compressed data', Buffer.concat([gzipSync('x'), inZip]), '/a.txt'],
  ['a zip with bytes behind it', Buffer.concat([inZip, Buffer.alloc(100, 7)]), '/a.txt'],
  ['a tar', tar, '/a.txt'],
  [
    'a tar behind the end of a tar',
    Buffer.concat([tarEntry({ name: 'x', body: 'x' }), tarEnd, tar]),
    '/a.txt',
  ],
  ['a compressed tar', gzipSync(tar), '/a.txt'],
  [
    'a compressed tar of two members',
    Buffer.concat([gzipSync(tar.subarray(0, 700)), gzipSync(tar.subarray(700))]),
    '/a.txt',
  ],
  ['a tar packed by zstd', zstdCompressSync(tar), '/a.txt'],
  ['xz data', eicarXz, ''],
  ['bzip2 data', eicarBzip2, ''],
  ['an ar archive', ar(['x', Buffer.from('odd')], ['a.txt', eicar]), '/a.txt'],
  ['a tar in a zip', zip([{ name: 'in.tar', body: tar }]), '/in.tar/a.txt'],
  [
    'a zip in a tar packed twice',
    zstdCompressSync(gzipSync(Buffer.concat([tarEntry({ name: 'in', body: inZip }), tarEnd]))),
    '/in/a.txt',
  ],
  [
    'an entry of zip that is packed by zstd',
    zip([{ name: 'a.txt', body: eicar, method: 93, stored: zstdCompressSync(eicar) }]),
    '/a.txt',
  ],
];

describe('malware inside a file of a package', () => {
  it.each(containers)('is found in %s', async (_what, body, inside) => {
    const { findings } = await scanBody(inPackage(body), 'tgz');

    expect(findings).toContainEqual(
      expect.objectContaining({ kind: 'malware', file: `package/data${inside}` }),
    );
  });

  it.each(containers)('is found in %s where the file is the whole upload', async (_what, body, inside) => {
    const { findings } = await scanBody(body, 'any', { filename: 'data' });

    const file = inside === '' ? 'data' : inside.slice(1);
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'malware', file }));
  });

  it.each([
    ['zip', Buffer.concat([script, inZip])],
    ['tar', gzipSync(tar)],
  ])('does not keep a token of this registry beside it from being revoked: %s', async (_what, body) => {
    for (const format of ['tgz', 'any'] as const) {
      const { leakedTokenHashes } = await scanBody(format === 'tgz' ? inPackage(body) : body, format);

      expect(leakedTokenHashes).toEqual([sha256Hex(ownToken)]);
    }
  });
});

describe('what no decoder opens inside a package', () => {
  const notZip = zip([{ name: 'a', body: 'x'.repeat(99) }]);
  it.each<[string, Buffer]>([
    ['a 7z archive', Buffer.from('7z\xbc\xaf\x27\x1c\0\x04', 'latin1')],
    ['a RAR archive', Buffer.from('Rar!\x1a\x07\x01\0', 'latin1')],
    ['an encrypted entry', zip([{ name: 'a', body: 'x', flags: 0x801 }])],
    ['an unknown compression method', zip([{ name: 'a', body: 'x', method: 14, stored: Buffer.from('x') }])],
    ['a zip without its end', notZip.subarray(0, -10)],
    ['bytes that belong to no entry', zip([{ name: 'a', body: 'x', after: Buffer.from('hidden') }])],
    ['names that differ', zip([{ name: 'a', body: 'x', local: { name: Buffer.from('b') } }])],
    ['a wrong size', zip([{ name: 'a', body: 'x'.repeat(99), both: { size: 9 } }])],
    ['damaged gzip', gzipSync('x'.repeat(99)).subarray(0, 15)],
    ['something behind gzip', Buffer.concat([gzipSync('x'), Buffer.from('behind')])],
    ['a tar that is cut off', tarEntry({ name: 'a', body: 'x'.repeat(600) }).subarray(0, 700)],
    ['a link with content in a tar', Buffer.concat([tarEntry({ name: 'a', type: '2', body: 'x' }), tarEnd])],
  ])('is told, and holds the release where the policy says so: %s', async (_what, body) => {
    for (const format of ['tgz', 'any'] as const) {
      const file = format === 'tgz' ? inPackage(body) : body;
      const where = format === 'tgz' ? 'package/data' : 'archive';
      const told = { title: 'Nested archive not inspected', file: where };

      const recorded = await scanBody(file, format);
      const held = await scanBody(file, format, { uninspected: 'hold' });

      expect(recorded.findings).toContainEqual(expect.objectContaining({ ...told, severity: 'low' }));
      expect(recorded.findings.filter(isBlocking)).toEqual([]);
      expect(held.findings).toContainEqual(expect.objectContaining({ ...told, severity: 'critical' }));
    }
  });
});

it.each<[string, Buffer]>([
  ['another archive in the comment', zip([{ name: 'a', body: 'x' }], { comment: zip([]) })],
  ['one archive behind another', Buffer.concat([zip([{ name: 'a', body: 'x' }]), inZip])],
])('a zip of which clients read different entries is held by every policy: %s', async (_what, body) => {
  for (const format of ['tgz', 'any'] as const) {
    const { findings } = await scanBody(format === 'tgz' ? inPackage(body) : body, format);

    const title = 'Nested archive that clients read in different ways';
    expect(findings).toContainEqual(expect.objectContaining({ title, severity: 'critical' }));
  }
});

describe('what costs too much inside a package', () => {
  const bounds = { title: 'Nested archive bomb', severity: 'critical' };

  it('is held when it expands too far', async () => {
    const { findings } = await scanBody(inPackage(gzipSync(Buffer.alloc(2 ** 24))), 'tgz');

    expect(findings).toMatchObject([bounds]);
  });

  it.each([
    ['bytes', { totalBytes: 100 }],
    ['entries', { entries: 0 }],
    ['time', { milliseconds: -1 }],
  ])('is held when there is no room for its %s', async (_what, limits) => {
    const { findings } = await scanBody(inPackage(gzipSync(tar)), 'tgz', {
      budget: createInsideBudget(limits),
    });

    expect(findings).toMatchObject([bounds]);
  });

  it('is held when it lies too deep, and looked at before', async () => {
    const deep = await scanBody(inPackage(matryoshka(4)), 'tgz');
    const fine = await scanBody(inPackage(matryoshka(3)), 'tgz');

    expect(deep.findings).toMatchObject([{ title: 'Archives nested too deep', severity: 'critical' }]);
    expect(fine.findings).toEqual([]);
  });

  it('is held when it is made of empty pieces', async () => {
    const { findings } = await scanBody(
      inPackage(Buffer.concat(Array.from({ length: 200 }, () => gzipSync('')))),
      'tgz',
    );

    expect(findings).toMatchObject([bounds]);
  });
});

it.each([
  ['xz', layerXz],
  ['bzip2', layerBzip2],
])('an ordinary tar packed by %s is nothing to tell of', async (_what, body) => {
  const { findings } = await scanBody(inPackage(body), 'tgz');

  expect(findings.filter(isBlocking)).toEqual([]);
  expect(findings.filter(({ title }) => title.includes('not inspected'))).toEqual([]);
});
