import { expect, it } from 'vitest';
import { createEcosystems } from './index.ts';

const ecosystems = createEcosystems();

it.each([
  ['cargo', 'probe-1.0.0.crate', true],
  ['composer', 'acme-probe-1.0.0.zip', true],
  ['generic', 'docs/guide.pdf', true],
  ['maven', 'probe-1.0.jar', true],
  ['maven', 'probe-1.0.pom', true],
  ['npm', 'probe-1.0.0.tgz', true],
  ['npm', 'attestations.json', false],
  ['nuget', 'probe.1.0.0.nupkg', true],
  ['nuget', 'probe.1.0.0.snupkg', false],
  ['nuget', 'probe.nuspec', false],
  ['nuget', 'readme', false],
  ['pypi', 'probe-1.0-py3-none-any.whl', true],
  ['pypi', 'probe-1.0-py3-none-any.whl.metadata', false],
  ['pypi', 'probe-1.0.tar.gz.provenance', false],
  ['rubygems', 'probe-1.0.gem', true],
  ['rubygems', 'attestations.json', false],
] as const)('%s: sending %s is a download: %s', (id, filename, isDownload) => {
  expect(ecosystems.get(id).isDownload(filename)).toBe(isDownload);
});
