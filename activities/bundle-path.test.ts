import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBundle } from './bundle-path.ts';

test('a server without its bundle says what to run, and makes none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-bundle-'));
  try {
    await expect(findBundle(folder)).rejects.toThrow(
      /the workflows are not bundled .*: run npm run setup once/,
    );
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
