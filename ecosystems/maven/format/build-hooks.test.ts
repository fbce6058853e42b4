import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { wholeFile } from '../../../domain/archive.ts';
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
    readAll: () => Promise.resolve(new Map([[wholeFile, body]])),
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
  ['META-INF/gradle-plugins/com.acme.probe.properties', 1],
  ['META-INF/services/org.jetbrains.kotlin.compiler.plugin.CompilerPluginRegistrar', 1],
  ['META-INF/services/org.jetbrains.kotlin.compiler.plugin.ComponentRegistrar', 1],
  ['META-INF/services/com.google.devtools.ksp.processing.SymbolProcessorProvider', 1],
  ['META-INF/services/com.sun.source.util.Plugin', 1],
  ['META-INF/services/org.codehaus.groovy.transform.ASTTransformation', 1],
  ['META-INF/services/com.google.errorprone.bugpatterns.BugChecker', 1],
  ['META-INF/services/com.android.tools.lint.client.api.IssueRegistry', 1],
  ['META-INF/sisu/javax.inject.Named', 1],
  ['META-INF/plexus/components.xml', 1],
  ['scalac-plugin.xml', 1],
  ['META-INF/gradle-plugins/readme.md', undefined],
  ['META-INF/gradle-plugins/below/a.properties', undefined],
  ['META-INF/services/java.sql.Driver', undefined],
  ['META-INF/maven/com.acme/probe/pom.xml', undefined],
])('of a jar with %s builds run: %s', async (name, count) => {
  expect(await countIn(jarOf('a.class', name))).toBe(count);
});

test('a jar that this reader can not open is taken for one that runs something, and a file that is none is not', async () => {
  expect(await countIn(Buffer.concat([script, jarOf('META-INF/maven/plugin.xml')]))).toBe(1);
  expect(await countIn(Buffer.from('no jar'))).toBeUndefined();
});

const processor = 'META-INF/services/javax.annotation.processing.Processor';

test.each<[string, number | undefined, Record<string, Buffer>]>([
  ['its classes', 1, { 'classes.jar': jarOf('a.class', processor) }],
  ['checks of lint', 1, { 'lint.jar': jarOf('a.class') }],
  [
    'checks of lint and a processor of annotations',
    2,
    { 'Lint.jar': jarOf(processor), 'classes.jar': jarOf('a') },
  ],
  ['another jar', 1, { 'libs/a.jar': jarOf(processor) }],
  ['a jar that this reader can not open', 1, { 'libs/a.jar': Buffer.concat([script, jarOf(processor)]) }],
  [
    'a processor that is no part of a jar',
    undefined,
    { 'assets/a.txt': Buffer.from('x'), 'classes.jar': jarOf('a') },
  ],
  [
    'more jars than are opened',
    8,
    Object.fromEntries(Array.from({ length: 72 }, (_, at) => [`libs/${at}.jar`, jarOf('a.class')])),
  ],
  ['a jar that expands', 1, { 'classes.jar': Buffer.alloc(80 * 1024 * 1024) }],
])('of a library for Android, %s: %s', async (_what, count, jars) => {
  const aar = zip(Object.entries(jars).map(([name, body]) => ({ name, body })));

  expect(await countIn(aar, 'probe-1.0.aar')).toBe(count);
});

test('sources are not run', async () => {
  expect(await countIn(jarOf('META-INF/maven/plugin.xml'), 'probe-1.0-sources.jar')).toBeUndefined();
});
