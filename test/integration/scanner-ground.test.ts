import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findGroundProblems } from '../../activities/scanner-ground.ts';
import { createBlobs } from '../../store/blobs/open.ts';
import { type Management, seedCrate, startManagement } from '../support/management.ts';

let api: Management;
let folder: string;
beforeAll(async () => {
  api = await startManagement();
  folder = await mkdtemp(join(tmpdir(), 'rookery-ground-'));
});
afterAll(async () => {
  await api.stop();
  await rm(folder, { recursive: true });
});

/** A scanner with another DATA_DIR. */
function elsewhere() {
  const { config, pool } = api.platform;
  const blobs = { kind: 'disk', path: folder, fsync: false } as const;
  return { config: { ...config, blobs }, pool, blobs: createBlobs(blobs) };
}

test('a scanner takes work on a store that has nothing yet, or the newest files', async () => {
  expect(await findGroundProblems(elsewhere())).toEqual([]);

  const { repositoryId } = await api.createPerson();
  await seedCrate(api, { repositoryId, name: 'grounded', releases: [{ version: '1.0.0' }] });

  expect(await findGroundProblems(api.platform)).toEqual([]);
});

test('a folder without the files of the database is not the store', async () => {
  expect(await findGroundProblems(elsewhere())).toEqual([
    `${folder} has none of the newest files: it is not the store that the api writes to`,
  ]);
});

test('a folder that is not there, and can not be made, is said', async () => {
  const { config, pool } = elsewhere();
  const blobs = { kind: 'disk', path: '/dev/null/blobs', fsync: false } as const;
  const ground = { config: { ...config, blobs }, pool, blobs: createBlobs(blobs) };

  await expect(findGroundProblems(ground)).rejects.toThrow('/dev/null/blobs');
});
