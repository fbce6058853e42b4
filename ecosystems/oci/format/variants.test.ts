import { expect, it } from 'vitest';
import { variants } from './variants.ts';

const mediaType = 'application/vnd.oci.image.manifest.v1+json';
const manifest = (digest: string, more: object) => ({ mediaType, digest, size: 500, ...more });
const index = (...manifests: object[]) => ({
  metadata: {
    mediaType: 'application/vnd.oci.image.index.v1+json',
    kind: 'index',
    size: 900,
    artifactType: null,
    config: null,
    layers: [],
    manifests,
    subject: null,
    annotations: {},
  },
});

it('names the images of an index by what they run on', () => {
  const found = variants(
    index(
      manifest('sha256:aa', { platform: { os: 'linux', architecture: 'amd64' } }),
      manifest('sha256:bb', { platform: { os: 'linux', architecture: 'arm', variant: 'v7' } }),
      manifest('sha256:cc', {
        platform: { os: 'unknown', architecture: 'unknown' },
        annotations: { 'vnd.docker.reference.type': 'attestation-manifest' },
      }),
      manifest('sha256:dd', {}),
    ),
  );

  expect(found.map(({ versionKey, platform }) => [versionKey, platform])).toEqual([
    ['sha256:aa', 'linux/amd64'],
    ['sha256:bb', 'linux/arm/v7'],
    ['sha256:cc', 'attestation-manifest'],
    ['sha256:dd', mediaType],
  ]);
});

it('knows none of an image, nor of what is no manifest', () => {
  expect(variants(index())).toEqual([]);
  expect(variants({ metadata: { anything: 'else' } })).toEqual([]);
});
