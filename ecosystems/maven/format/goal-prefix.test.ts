import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { wholeFile } from '../../../domain/archive.ts';
import { createDigestBuilder } from '../../../domain/digest.ts';
import type { OpenedFile } from '../../../domain/release-file.ts';
import { archiveOf } from '../../archive-of-files.ts';
import { jarOf, pluginJar } from '../fixtures/jar.ts';
import { pomOf } from '../fixtures/pom.ts';
import { goalPrefixOf } from './goal-prefix.ts';
import { inspect } from './inspect.ts';
import { limits } from './limits.ts';

function fileOf(filename: string, body: Buffer | string, sizeBytes = Buffer.byteLength(body)): OpenedFile {
  const facts = { format: 'any' as const, kind: 'jar', filename, sizeBytes };
  const digests = createDigestBuilder().digest();
  return {
    ...archiveOf(new Map([[wholeFile, Buffer.from(body)]])),
    ...facts,
    ...digests,
    pieces: () => Readable.from([]),
  };
}

const path = 'META-INF/maven/plugin.xml';

describe('the prefix of a plugin', () => {
  test.each([
    ['is what its descriptor says', 'shout', 'shout'],
    ['has no space around it', ' my.tool-2 ', 'my.tool-2'],
    ['is none where none is said', null, null],
    ['is no markup', 'a&lt;b', null],
    ['is no path', 'a/b', null],
    ['is short', 'a'.repeat(101), null],
  ])('%s', async (_what, said, expected) => {
    expect(await goalPrefixOf(fileOf('probe-1.0.jar', await pluginJar(said)))).toBe(expected);
  });

  test.each([
    ['a broken one', '<plugin><goalPrefix>shout</plugin>'],
    ['one with entities', '<!DOCTYPE p [<!ENTITY a "b">]><plugin><goalPrefix>shout</goalPrefix></plugin>'],
    [
      'a large one',
      `<plugin><goalPrefix>shout</goalPrefix>${' '.repeat(limits['plugin.xml'].bytes)}</plugin>`,
    ],
  ])('is not read from %s', async (_what, descriptor) => {
    expect(await goalPrefixOf(fileOf('probe-1.0.jar', await jarOf({ [path]: descriptor })))).toBeNull();
  });

  test('is not looked for in noise, in a jar without a descriptor, and in a large one', async () => {
    const jar = await pluginJar('shout');
    const files = [
      undefined,
      fileOf('probe-1.0.jar', 'noise'),
      fileOf('probe-1.0.jar', await jarOf({ 'plugin.xml': 'x' })),
      fileOf('probe-1.0.jar', jar, limits.plugin.bytes + 1),
    ];

    expect(await Promise.all(files.map((file) => goalPrefixOf(file)))).toEqual([null, null, null, null]);
  });

  test.each([
    ['maven-plugin', 'shout'],
    ['jar', null],
  ])('of packaging %s is kept as %s', async (packaging, goalPrefix) => {
    const at = { group: 'org.acme', artifact: 'probe', version: '1.0' };
    const jar = await pluginJar('shout');
    const files = [fileOf('probe-1.0.jar', jar), fileOf('probe-1.0.pom', pomOf({ ...at, packaging }))];

    const { publication } = await inspect(files, { name: 'org.acme:probe', version: '1.0', metadata: {} });

    expect(publication.metadata).toMatchObject({ packaging, goalPrefix });
  });
});
