import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildNupkg, buildNuspec } from '../fixtures/nupkg.ts';
import { buildZip } from '../../zip-of-files.ts';
import { identityReader, peekNuspec } from './peek.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'peek-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function peek(bytes: Buffer) {
  const path = join(folder, 'upload');
  await writeFile(path, bytes);
  return identityReader.read(await peekNuspec(path), null);
}

const nuspec = buildNuspec({ id: 'Probe', version: '1.0-RC' });

test.each([
  ['a packed manifest', buildNupkg({ id: 'Probe', version: '1.0-RC' })],
  ['a stored manifest', buildZip([{ path: 'p.NuSpec', body: nuspec, isStored: true }])],
  [
    'another manifest further down',
    buildZip([
      { path: 'content/x.nuspec', body: 'x' },
      { path: 'p.nuspec', body: nuspec },
    ]),
  ],
])('id and version are read from %s', async (_title, bytes) => {
  expect(await peek(bytes)).toEqual({ id: 'Probe', version: '1.0-RC' });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['noise', Buffer.alloc(5000, 'noise')],
  ['half an archive', buildNupkg({ id: 'Probe', version: '1.0.0' }).subarray(0, 500)],
  ['no manifest', buildZip([{ path: 'a.txt', body: 'x' }])],
  ['a manifest below the root', buildZip([{ path: 'a/p.nuspec', body: nuspec }])],
  ['a huge manifest', buildZip([{ path: 'p.nuspec', body: nuspec + ' '.repeat(2 * 1024 * 1024) }])],
  ['an empty manifest', buildZip([{ path: 'p.nuspec', body: '' }])],
  ['a path outside', buildZip([{ path: '../p.nuspec', body: nuspec }])],
])('an upload with %s is refused', async (_title, bytes) => {
  await expect(peek(bytes)).rejects.toMatchObject({ code: 'invalid_archive' });
});

test('an upload with damaged bytes is refused', async () => {
  const manifestFirst = buildZip([{ path: 'p.nuspec', body: nuspec }]);
  manifestFirst.fill(0xff, 45, 95);

  await expect(peek(manifestFirst)).rejects.toMatchObject({ code: 'invalid_archive' });
});

test('a disk that fails is not the fault of the package', async () => {
  await expect(peekNuspec(join(folder, 'missing'))).rejects.toMatchObject({ code: 'ENOENT' });
});
