import { describe, expect, it } from 'vitest';
import { createEcosystems } from './index.ts';

const { all, get } = createEcosystems();
const npm = { publisher: null, fileCount: 1, unpackedSize: 1, provenance: null };
const crate = { deps: [], features: {}, features2: null, authors: [], documentation: null, categories: [] };
const python = {
  summary: '',
  author: '',
  authorEmail: '',
  maintainer: '',
  maintainerEmail: '',
  license: '',
  keywords: '',
  classifiers: [],
  projectUrls: [],
  requiresDist: [],
  descriptionType: '',
};

describe('what a release asks for', () => {
  it.each([
    [
      'npm',
      { ...npm, manifest: { engines: { node: '>=20', npm: 7 }, os: ['linux', 1], cpu: 'x64' } },
      { node: '>=20', os: 'linux', cpu: 'x64' },
    ],
    ['npm', { ...npm, manifest: { engines: ['node >= 4'], os: [] } }, { node: '>= 4' }],
    ['npm', { ...npm, manifest: { engines: null } }, {}],
    ['pypi', { ...python, requiresPython: '>=3.10' }, { 'Requires-Python': '>=3.10' }],
    ['pypi', { ...python, requiresPython: '' }, {}],
    [
      'cargo',
      { ...crate, links: null, rust_version: '1.70', edition: '2021', license_file: null },
      { 'rust-version': '1.70', edition: '2021' },
    ],
  ] as const)('%s %o: %o', (id, metadata, expected) => {
    expect(get(id).requirements(metadata)).toEqual(expected);
  });

  it.each(all.map(({ id }) => id))('is nothing for metadata that %s does not understand', (id) => {
    for (const metadata of [undefined, null, 'text', {}, []]) {
      expect(get(id).requirements(metadata)).toEqual({});
    }
  });
});
