import { describeEcosystem } from '../conformance.ts';
import type { Declared } from '../format.ts';
import { digestOf } from './format/digest.ts';
import { emptyConfig, imageOf, indexOf, manifestType, packageOf, releaseOf } from './fixtures/samples.ts';
import { oci } from './index.ts';

const image = imageOf({ annotations: { 'org.opencontainers.image.description': 'A probe' } });

function declaredFor(bytes: Buffer, more: Partial<Declared> = {}): Declared {
  return { name: 'acme/probe', version: digestOf(bytes), metadata: { mediaType: manifestType }, ...more };
}

function sample(bytes: Buffer, more: Partial<Declared> = {}) {
  return { files: { upload: bytes }, declared: declaredFor(bytes, more) };
}

function version(letter: string, algorithm: 'sha256' | 'sha512' = 'sha256'): string {
  return `${algorithm}:${letter.repeat(algorithm === 'sha256' ? 64 : 128)}`;
}

const releases = ['a', 'b', 'c'].map((title) =>
  releaseOf(imageOf({ annotations: { 'org.opencontainers.image.title': title } })),
);

describeEcosystem(oci, {
  names: [
    { raw: 'probe', key: 'probe' },
    { raw: 'acme/api', key: 'acme/api' },
    { raw: 'a/b-c/d_e/f__g/h.i/j---k', key: 'a/b-c/d_e/f__g/h.i/j---k' },
    { raw: '0', key: '0' },
    { raw: 'blobs/manifests/tags', key: 'blobs/manifests/tags' },
    { raw: 'a'.repeat(255), key: 'a'.repeat(255) },
  ],
  badNames: [
    'Acme/api',
    'a/',
    '/a',
    'a//b',
    'a___b',
    'a..b',
    '-a',
    'a-',
    'a:b',
    'a@b',
    'a%2Fb',
    'a'.repeat(256),
  ],
  equalVersions: [[version('a'), version('a')]],
  badVersions: [
    'latest',
    '1.0.0',
    version('a').toUpperCase(),
    version('g'),
    `${version('a')}a`,
    version('a').slice(0, -1),
    `sha512:${'a'.repeat(64)}`,
    'sha384:aa',
    'md5:d41d8cd98f00b204e9800998ecf8427e',
    'sha256:',
  ],
  ascendingVersions: [
    version('0'),
    version('1'),
    version('a'),
    version('0', 'sha512'),
    version('f', 'sha512'),
  ],
  stableVersions: [version('a')],
  unstableVersions: [],
  render: {
    package: packageOf('acme/probe'),
    releases,
    tags: new Map([['latest', releases[1]?.version ?? '']]),
    mounts: [],
    baseUrl: 'https://registry.test',
  },
  archive: sample(image),
  refused: {
    'a manifest with another digest': sample(image, { version: version('a') }),
    'a manifest of another type': sample(image, {
      metadata: { mediaType: 'application/vnd.oci.image.index.v1+json' },
    }),
    'a manifest of no type': sample(image, { metadata: {} }),
    'the first schema of Docker': sample(Buffer.from('{"schemaVersion":1,"fsLayers":[]}'), {
      metadata: { mediaType: 'application/vnd.docker.distribution.manifest.v1+json' },
    }),
    'an image that is an index as well': sample(imageOf({ manifests: [] })),
    'an index as an image': sample(indexOf([image], { mediaType: manifestType })),
    'a layer with a digest of an unsupported algorithm': sample(
      imageOf({ layers: [{ ...emptyConfig, digest: 'md5:1234' }] }),
    ),
    'a negative size': sample(imageOf({ layers: [{ ...emptyConfig, size: -1 }] })),
    'half a character': sample(Buffer.from('{"schemaVersion":2,"config":{"mediaType":"\\ud800"}}')),
    'a name in capitals': sample(image, { name: 'Acme/probe' }),
    'bytes that are no UTF-8': sample(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])),
  },
  contradicted: {
    'another digest': sample(image, { version: version('a') }),
    'the request application/vnd.oci.image.index.v1+json': sample(image, {
      metadata: { mediaType: 'application/vnd.oci.image.index.v1+json' },
    }),
  },
  smuggled: {
    annotations: { 'org.opencontainers.image.licenses': 'Evil' },
    layers: [emptyConfig],
    config: null,
  },
});
