import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import yauzl from 'yauzl';
import { packCrate } from './pack-crate.ts';
import { packNupkg } from './pack-nupkg.ts';
import { zip } from './zip.ts';

const file = (path: string, text: string) => ({ path, content: Buffer.from(text) });

const crateFiles = [
  file('Cargo.toml', '# mine\n[package]\nname = "a-b"\nversion = "1.2.3"\nreadme = "README.md"\n'),
  file('README.md', '# Hällo'),
  file('src/lib.rs', 'pub fn f() {}'),
];

test('a crate is framed as length, metadata, length, archive', async () => {
  const { body, archive } = await packCrate(crateFiles);

  const jsonLength = body.readUInt32LE(0);
  const metadata: unknown = JSON.parse(body.subarray(4, 4 + jsonLength).toString());
  expect(metadata).toMatchObject({ name: 'a-b', vers: '1.2.3', deps: [], readme: '# Hällo' });
  expect(body.readUInt32LE(4 + jsonLength)).toBe(archive.length);
  expect(body.subarray(8 + jsonLength)).toEqual(archive);
});

test('a crate holds the normalised manifest and the author’s own', async () => {
  const tar = gunzipSync((await packCrate(crateFiles)).archive).toString();

  expect(tar).toContain('a-b-1.2.3/Cargo.toml\0');
  expect(tar).toContain('a-b-1.2.3/Cargo.toml.orig\0');
  expect(tar.match(/# mine/g)).toHaveLength(1);
});

test('equal folders give equal archives', async () => {
  expect((await packCrate(crateFiles)).archive).toEqual((await packCrate(crateFiles)).archive);
  expect(await zip(crateFiles)).toEqual(await zip(crateFiles));
});

test('a crate with dependencies is refused instead of published wrong', async () => {
  const manifest = '[package]\nname = "a"\nversion = "1.0.0"\n[dependencies]\nserde = "1"\n';

  await expect(packCrate([file('Cargo.toml', manifest)])).rejects.toThrow('no dependencies');
});

test('a package reads its identity from the nuspec and keeps the version as text', async () => {
  const nuspec = '<package><metadata><id>A.B</id><version>1.10</version></metadata></package>';

  expect(await packNupkg([file('A.B.nuspec', nuspec)])).toMatchObject({ id: 'A.B', version: '1.10' });
});

test('a zip opens with every name and byte', async () => {
  const files = [file('a/b.txt', 'one'), file('ä.txt', 'x'.repeat(10_000)), file('empty', '')];

  expect(await unzip(await zip(files))).toEqual(files.map(({ path, content }) => [path, content.toString()]));
});

async function unzip(archive: Buffer): Promise<[string, string][]> {
  const opened = await yauzl.fromBufferPromise(archive);
  const found: [string, string][] = [];
  for await (const entry of opened.eachEntry()) {
    const stream = await opened.openReadStreamPromise(entry);
    found.push([entry.fileName, Buffer.concat(await stream.toArray()).toString()]);
  }
  return found;
}
