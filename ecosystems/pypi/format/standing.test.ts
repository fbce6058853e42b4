import { expect, test } from 'vitest';
import { openSample } from '../../conformance-samples.ts';
import { sdistFiles, wheelFiles } from '../fixtures/distribution.ts';
import { format } from '../format.ts';

const [name, version] = ['probe', '1.0.0'];
const [wheel, sdist] = ['probe-1.0.0-py3-none-any.whl', 'probe-1.0.0.tar.gz'];

async function standingOf(
  file: string,
  files: Record<string, string>,
  metadata: Record<string, unknown> = {},
) {
  const declared = { name, version, file, metadata };
  return (await format.inspect(openSample(format, { files, declared }), declared)).standings[file];
}

test.each([
  ['a source distribution with setup.py', sdist, { 'setup.py': '' }, 1],
  ['one that only names what builds it', sdist, { 'pyproject.toml': '' }, 0],
  ['one with a setup.py further down', sdist, { 'tests/setup.py': '' }, 0],
  ['a wheel, of which nothing is run', wheel, { 'probe/setup.py': '' }, 0],
])('of %s', async (_what, file, inside, installScripts) => {
  const distribution = { name, version, files: inside as Record<string, string> };
  const files = file === wheel ? wheelFiles(distribution) : sdistFiles(distribution);

  expect(await standingOf(file, files)).toEqual({ vouchers: [], installScripts });
});

test('attestations that came with a file vouch for it', async () => {
  const provenance = { version: 1, attestation_bundles: [] };

  expect(await standingOf(wheel, wheelFiles({ name, version }), { provenance })).toMatchObject({
    vouchers: ['attestation'],
  });
});
