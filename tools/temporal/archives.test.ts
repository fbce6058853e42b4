import { expect, test } from 'vitest';
import { archivesVersion, officialArchive } from './archives.ts';
import { ourRecipe } from './cache.ts';

test('the digests are those of the version that go.mod requires', () => {
  expect(archivesVersion).toBe(ourRecipe().version);
});

test.each([
  ['linux', 'x64', 'linux_amd64'],
  ['linux', 'arm64', 'linux_arm64'],
  ['darwin', 'x64', 'darwin_amd64'],
  ['darwin', 'arm64', 'darwin_arm64'],
] as const)('the official archive for %s %s has an address and a digest', (platform, arch, name) => {
  expect(officialArchive('v1.8.2', platform, arch)).toEqual({
    url: `https://github.com/temporalio/cli/releases/download/v1.8.2/temporal_cli_1.8.2_${name}.tar.gz`,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test.each([
  ['v1.8.2', 'linux', 's390x'],
  ['v1.8.2', 'freebsd', 'x64'],
  ['v1.8.3', 'linux', 'x64'],
] as const)('nothing is downloaded whose digest is not known: %s %s %s', (version, platform, arch) => {
  expect(officialArchive(version, platform, arch)).toBeUndefined();
});
