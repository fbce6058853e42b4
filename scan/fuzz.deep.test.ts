import { describe, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import { crateManifest, nuspec } from '../test/security/archives/build.ts';
import { scanBody } from '../test/security/archives/on-disk.ts';
import { longName, paxHeader, tarEnd, tarEntry } from '../test/security/archives/tar-bytes.ts';
import { zip } from '../test/security/archives/zip-bytes.ts';
import { DomainError } from '../domain/errors.ts';
import { archiveLimits } from './limits.ts';

const limits = { ...archiveLimits(2 ** 24), keepFileBytes: 40 };
const nested = zip([{ name: 'in.gz', body: gzipSync('text') }]);
const tar = Buffer.concat([
  tarEntry({ name: 'a-1.0.0/Cargo.toml', body: crateManifest('a') }),
  paxHeader({ path: 'a-1.0.0/pax.txt', mtime: '1' }),
  tarEntry({ name: 'x', body: 'pax' }),
  longName(`a-1.0.0/${'long/'.repeat(30)}name`),
  tarEntry({ name: 'y', body: nested }),
  tarEnd,
]);
const plainZip = zip(
  [
    { name: 'A.nuspec', body: nuspec('A') },
    { name: 'lib/in.zip', body: nested, method: 0 },
  ],
  { zip64Count: 2, comment: Buffer.from('comment') },
);

describe('archives with random damage', () => {
  it.each([
    ['tar', 'tgz', tar, (body: Buffer) => gzipSync(body, { level: 1 })],
    ['gzip', 'tgz', gzipSync(tar), (body: Buffer) => body],
    ['zip', 'zip', plainZip, (body: Buffer) => body],
  ] as const)('are opened or refused, and never crash the scanner: %s', async (_, format, sound, wrap) => {
    const random = seeded(42);
    const crashes: unknown[] = [];
    let refused = 0;

    for (let round = 0; round < 400; round++) {
      const outcome = await open(format, wrap(damaged(sound, random)));
      if (outcome instanceof DomainError) refused += 1;
      else if (outcome !== undefined) crashes.push(outcome);
    }

    expect(crashes).toEqual([]);
    expect(refused).toBeGreaterThan(100);
  });
});

async function open(format: 'tgz' | 'zip', body: Buffer): Promise<unknown> {
  try {
    await scanBody(body, format, { limits });
    return undefined;
  } catch (error) {
    return error;
  }
}

/** A copy with a few changed bytes, sometimes without its end. */
function damaged(sound: Buffer, random: () => number): Buffer {
  const copy = Buffer.from(sound);
  const changes = 1 + Math.floor(random() * 4);
  for (let change = 0; change < changes; change++) {
    copy[Math.floor(random() * copy.length)] = [0, 0xff, 0x30, Math.floor(random() * 256)][change % 4] ?? 0;
  }
  return random() < 0.1 ? copy.subarray(0, Math.floor(random() * copy.length)) : copy;
}

/** Mulberry32: the same damage in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
