import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packagesToPublish } from '../support/every-publish.ts';
import { type CombinedPlatform, startCombinedPlatform } from '../support/platform.ts';

let platform: CombinedPlatform;
beforeAll(async () => {
  // the file system lets the test's user write to the code: Node's permissions deny it to the process
  const allowed = ['fs-read=*', `fs-write=${tmpdir()}`, 'child-process', 'worker', 'addons'];
  platform = await startCombinedPlatform({
    NODE_OPTIONS: ['--permission', ...allowed.map((it) => `--allow-${it}`)].join(' '),
  });
});
afterAll(() => platform?.stop());

test('processes that can not write into the folder of the code publish and read', async () => {
  const author = await platform.createUser();
  const packages = await packagesToPublish(platform, author);

  const published = await Promise.all(packages.map(({ publish }) => publish()));
  const reads = await Promise.all(packages.map(({ read }) => read()));

  expect(published.filter((status) => !status.startsWith('20'))).toEqual([]);
  expect(reads.filter((status) => status !== 200)).toEqual([]);
});
