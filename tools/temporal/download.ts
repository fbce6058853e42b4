import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Extract } from 'tar-stream';
import { downloadUrl } from './recipe.ts';

const answerMs = 8_000;
const transferMs = 300_000;

/**
 * Fetches the official archive of this version and writes the binary to `target`.
 * @throws Error when the machine has no such archive or the network does not give it
 */
export async function downloadTemporal(version: string, target: string): Promise<void> {
  const url = downloadUrl(version, process.platform, process.arch);
  if (url === undefined) throw new Error(`no official build for ${process.platform} ${process.arch}`);
  const response = await fetchWithin(url);
  if (!response.ok || response.body === null)
    throw new Error(`the download server answered ${response.status}`);
  await unpack(Readable.fromWeb(response.body), target);
}

/** The answer must start soon; the body, once it flows, may take minutes. */
async function fetchWithin(url: string): Promise<Response> {
  const control = new AbortController();
  const firstByte = setTimeout(() => control.abort(new Error('no answer in time')), answerMs);
  try {
    return await fetch(url, { signal: AbortSignal.any([control.signal, AbortSignal.timeout(transferMs)]) });
  } finally {
    clearTimeout(firstByte);
  }
}

async function unpack(archive: Readable, target: string): Promise<void> {
  const tar = extract();
  const reading = pipeline(archive, createGunzip(), tar);
  const [found] = await Promise.all([writeBinary(tar, target), reading]);
  if (!found) throw new Error('the archive has no temporal binary');
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
