import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { wholeFile } from '../../../domain/archive.ts';
import { createCollector } from '../../../domain/byte-collector.ts';
import type { OpenedFile } from '../../../domain/release-file.ts';
import { child, parseXml, textOf } from '../../xml/document.ts';
import { limits } from './limits.ts';

const descriptor = 'META-INF/maven/plugin.xml';

/** Prefixes that documents can show unescaped and people can type. */
const shape = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$/;

const kind = { title: descriptor, legacy: ['iso-8859-1', 'windows-1252'] } as const;

/**
 * The prefix in the descriptor of a plugin's jar; null for a jar that is too large or has no readable descriptor. A
 * prefix is optional: its absence does not refuse a release.
 */
export async function goalPrefixOf(jar: OpenedFile | undefined): Promise<string | null> {
  if (jar === undefined || jar.sizeBytes > limits.plugin.bytes) return null;
  const bytes = await jar.read(wholeFile, limits.plugin.bytes);
  const text = await readDescriptor(bytes).catch(() => null);
  const prefix = text === null ? '' : prefixIn(text);
  return shape.test(prefix) ? prefix : null;
}

async function readDescriptor(bytes: Buffer): Promise<Buffer | null> {
  const archive = await fromBufferPromise(bytes, { lazyEntries: true });
  try {
    if (archive.entryCount > limits.plugin.count) return null;
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName === descriptor) return await readBounded(archive, entry);
    }
    return null;
  } finally {
    archive.close();
  }
}

async function readBounded(archive: ZipFile, entry: Entry): Promise<Buffer | null> {
  if (entry.uncompressedSize > limits['plugin.xml'].bytes) return null;
  const text = createCollector(limits['plugin.xml'].bytes);
  for await (const chunk of await archive.openReadStreamPromise(entry)) {
    if (text.size + chunk.length > limits['plugin.xml'].bytes) return null;
    text.push(chunk);
  }
  return text.bytes();
}

function prefixIn(text: Buffer): string {
  try {
    return textOf(child(parseXml(text, kind), 'plugin'), 'goalPrefix');
  } catch {
    return '';
  }
}
