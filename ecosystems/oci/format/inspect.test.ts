import { describe, expect, it } from 'vitest';
import { archiveOf } from '../../archive-of-files.ts';
import type { Declared } from '../../format.ts';
import { digestOf } from './digest.ts';
import { emptyConfig, imageOf, indexOf, indexType, manifestType } from '../fixtures/samples.ts';
import { inspect } from './inspect.ts';
import { readManifest } from './manifest.ts';

function read(bytes: Buffer, mediaType = manifestType, more: Partial<Declared> = {}) {
  const declared = { name: 'acme/api', version: digestOf(bytes), metadata: { mediaType }, ...more };
  return inspect(archiveOf(new Map([['upload', bytes]])), declared);
}

function layer(mediaType: string, text: string) {
  return { mediaType, digest: digestOf(Buffer.from(text)), size: text.length };
}

describe('a manifest', () => {
  it('describes itself by its annotations', async () => {
    const annotations = {
      'org.opencontainers.image.description': ' About it ',
      'org.opencontainers.image.licenses': 'MIT',
      'org.opencontainers.image.source': 'https://example.com/source',
      'org.opencontainers.image.url': 'https://example.com',
    };

    const { publication } = await read(imageOf({ annotations, artifactType: 'application/spdx+json' }));

    expect(publication).toMatchObject({
      name: 'acme/api',
      description: 'About it',
      license: 'MIT',
      repositoryUrl: 'https://example.com/source',
      homepage: 'https://example.com',
      dependencies: [],
      metadata: { kind: 'image', artifactType: 'application/spdx+json', annotations, config: emptyConfig },
    });
  });

  it('names the parts that were pushed, each with the way it is opened', async () => {
    const layers = [
      layer('application/vnd.oci.image.layer.v1.tar', '1'),
      layer('application/vnd.oci.image.layer.v1.tar+gzip', '2'),
      layer('application/vnd.oci.image.layer.v1.tar+zstd', '3'),
      layer('application/vnd.docker.image.rootfs.diff.tar.gzip', '4'),
      layer('application/vnd.cncf.helm.chart.content.v1.tar+gzip', '5'),
      layer('text/spdx', '6'),
      layer('application/vnd.docker.image.rootfs.foreign.diff.tar.gzip', 'elsewhere'),
    ];
    const pushed = [emptyConfig, ...layers.slice(0, -1)];
    const blobs = pushed.map(({ digest, size }) => ({ digest, sizeBytes: size }));

    const { parts } = await read(imageOf({ layers }), manifestType, { blobs });

    expect(parts?.map(({ format }) => format)).toEqual([
      'file',
      'layer',
      'layer',
      'layer',
      'layer',
      'layer',
      'file',
    ]);
  });

  it('may be an index, which has no parts of its own', async () => {
    const child = imageOf();

    const { publication, parts } = await read(indexOf([child]), indexType);

    expect(publication.metadata).toMatchObject({ kind: 'index', manifests: [{ digest: digestOf(child) }] });
    expect(parts).toEqual([]);
  });

  it('has the digest that its pusher named it by', async () => {
    const bytes = imageOf();

    await expect(read(bytes, manifestType, { version: digestOf(bytes, 'sha512') })).resolves.toBeDefined();
    await expect(read(bytes, manifestType, { version: digestOf(Buffer.from('')) })).rejects.toMatchObject({
      code: 'manifest_mismatch',
    });
  });

  it('needs no part that it embeds or that others must serve', () => {
    const embedded = { ...layer('text/plain', 'hello'), data: Buffer.from('hello').toString('base64') };
    const forged = { ...layer('text/plain', 'other'), data: Buffer.from('hello').toString('base64') };
    const foreign = layer('application/vnd.oci.image.layer.nondistributable.v1.tar+gzip', 'x');

    const { exempt } = readManifest(imageOf({ layers: [embedded, forged, foreign] }), manifestType);

    expect([...exempt]).toEqual([embedded.digest, foreign.digest]);
  });
});
