import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { wholeFile } from '../../../domain/archive.ts';
import { createDigestBuilder } from '../../../domain/digest.ts';
import type { OpenedFile } from '../../../domain/release-file.ts';
import { archiveOf } from '../../archive-of-files.ts';
import { pomOf } from '../fixtures/pom.ts';
import { inspect } from './inspect.ts';

const at = { group: 'org.acme', artifact: 'probe', version: '1.0' };
const relocation =
  '<distributionManagement><relocation><groupId>org.new</groupId></relocation></distributionManagement>';

function fileOf(filename: string, body: string): OpenedFile {
  const facts = { format: 'any' as const, kind: 'file', filename, sizeBytes: Buffer.byteLength(body) };
  return {
    ...archiveOf(new Map([[wholeFile, Buffer.from(body)]])),
    ...facts,
    ...createDigestBuilder().digest(),
    pieces: () => Readable.from([]),
  };
}

async function findings(pom: { packaging?: string; inside?: string }, beside: readonly string[]) {
  const files = [
    fileOf('probe-1.0.pom', pomOf({ ...at, ...pom })),
    ...beside.map((name) => fileOf(name, 'x')),
  ];
  return (await inspect(files, { name: 'org.acme:probe', version: '1.0', metadata: {} })).findings;
}

describe('a POM', () => {
  test.each([
    ['of a parent or a BOM has no file', { packaging: 'pom' }, []],
    ['of a relocation has no file', { inside: relocation }, []],
    ['has the file of its packaging', { packaging: 'war' }, ['probe-1.0.war']],
    ['has a file that its plugin names', { packaging: 'bundle' }, ['probe-1.0.jar']],
    ['has a file of another ending', { packaging: 'eclipse-feature' }, ['probe-1.0.zip']],
    ['has files with classifiers alone', { packaging: 'jar' }, ['probe-1.0-jdk15.jar']],
  ])('%s', async (_what, pom, beside) => {
    expect(await findings(pom, beside)).toEqual([]);
  });

  test.each([['jar'], ['maven-plugin'], ['war']])('of packaging %s alone is on record', async (packaging) => {
    expect(await findings({ packaging }, [])).toMatchObject([{ severity: 'low', kind: 'policy_violation' }]);
  });
});
