import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Extract } from 'tar-stream';
import { type OfficialArchive, officialArchive } from './archives.ts';

const answerMs = 8_000;
const transferMs = 300_000;

/**
 * Downloads the official archive of this version and writes the binary to `target`.
 * @throws Error without an archive for this machine, on a network failure, and for another digest
 */
export async function downloadTemporal(version: string, target: string): Promise<void> {
  const archive = officialArchive(version, process.platform, process.arch);
  if (archive === undefined) {
    throw new Error(`no official build of ${version} for ${process.platform} ${process.arch}`);
  }
  await downloadArchive(archive, target);
}

/** Do not use the binary at `target` when this throws: the digest is known only at the end. */
export async function downloadArchive(archive: OfficialArchive, target: string): Promise<void> {
  const response = await fetchWithin(archive.url);
  if (!response.ok || response.body === null)
    throw new Error(`the download server answered ${response.status}`);
  const digest = await unpack(Readable.fromWeb(response.body), target);
  if (digest !== archive.sha256) throw new Error(`the downloaded archive has the digest ${digest}: not used`);
}

/** Limits the time until the answer starts; the body may take minutes. */
async function fetchWithin(url: string): Promise<Response> {
  const control = new AbortController();
  const firstByte = setTimeout(() => control.abort(new Error('no answer in time')), answerMs);
  try {
    return await fetch(url, { signal: AbortSignal.any([control.signal, AbortSignal.timeout(transferMs)]) });
  } finally {
    clearTimeout(firstByte);
  }
}

/** Writes the binary; returns the SHA-256 (hex) of the whole archive. */
async function unpack(archive: Readable, target: string): Promise<string> {
  const hash = createHash('sha256');
  const tar = extract();
  const reading = pipeline(
    archive,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createGunzip(),
    tar,
  );
  const [found] = await Promise.all([writeBinary(tar, target), reading]);
  if (!found) throw new Error('the archive has no temporal binary');
  return hash.digest('hex');
}

async function writeBinary(tar: Extract, target: string): Promise<boolean> {
  let found = false;
  for await (const entry of tar) {
    if (entry.header.type === 'file' && basename(entry.header.name) === 'temporal') {
      await pipeline(entry, createWriteStream(target, { mode: 0o755 }));
      found = true;
    } else {
      entry.resume();
    }
  }
  return found;
}
