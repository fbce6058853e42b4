import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createDigestBuilder } from '../../../domain/digest.ts';
import { zip } from '../../../test/security/archives/zip-bytes.ts';
import { withBuildHooks } from './build-hooks.ts';

const script = Buffer.from('#!/bin/sh\nexec java -jar "$0"\n');

async function countIn(body: Buffer, filename = 'probe-1.0.jar'): Promise<number | undefined> {
  const facts = { filename, format: 'any' as const, kind: 'jar', sizeBytes: body.length };
  const file = {
    ...facts,
    ...createDigestBuilder().digest(),
    entries: [],
    read: () => Promise.resolve(body),
    pieces: () => Readable.from([body]),
  };
  return (await withBuildHooks([file], {}))[filename]?.installScripts;
}

const jarOf = (...names: string[]) => zip(names.map((name) => ({ name, body: 'x' })));

test.each([
  ['META-INF/maven/plugin.xml', 1],
  ['META-INF/maven/extension.xml', 1],
  ['META-INF/services/javax.annotation.processing.Processor', 1],
  ['Meta-Inf/Maven/Plugin.xml', 1],
  ['META-INF/services/java.sql.Driver', undefined],
  ['META-INF/maven/com.acme/probe/pom.xml', undefined],
])('of a jar with %s builds run: %s', async (name, count) => {
  expect(await countIn(jarOf('a.class', name))).toBe(count);
});

test('a jar that this reader can not open is taken for one that runs something, and a file that is none is not', async () => {
  expect(await countIn(Buffer.concat([script, jarOf('META-INF/maven/plugin.xml')]))).toBe(1);
  expect(await countIn(Buffer.from('no jar'))).toBeUndefined();
});

test('sources are not run', async () => {
  expect(await countIn(jarOf('META-INF/maven/plugin.xml'), 'probe-1.0-sources.jar')).toBeUndefined();
});
