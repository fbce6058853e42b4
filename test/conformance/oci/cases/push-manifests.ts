import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { may, must, should, type Case } from '../case.ts';
import {
  artifactOf,
  blobOf,
  contentOf,
  descriptorOf,
  emptyBlob,
  indexOf,
  manifestOf,
  pushBlob,
  pushImage,
  pushManifest,
  putManifest,
  types,
} from '../content.ts';
import { codesOf, digestOf, header } from '../registry.ts';

const maxManifestBytes = 4 * 1024 * 1024;

export const pushManifestCases: Case[] = [
  must('a manifest is pushed under a tag and answers with a location that pulls it', async (registry) => {
    const [name, config] = [registry.newName(), blobOf('{}')];
    await pushBlob(registry, name, config);
    const manifest = manifestOf(config, [config], { nonce: name });

    const answer = await putManifest(registry, name, 'v1', manifest);

    expect(answer.status).toBe(201);
    expect(header(answer, 'docker-content-digest')).toBe(manifest.digest);
    expect(header(answer, 'location')).toBe(`${registry.mount}/${name}/manifests/${manifest.digest}`);
    expect((await registry.ask('GET', header(answer, 'location'))).body).toEqual(manifest.bytes);
  }),
  must('a tag moves to what is pushed last', async (registry) => {
    const name = registry.newName();
    const first = await pushImage(registry, name, 'latest');
    const second = await pushImage(registry, name, 'latest');
    const read = async () =>
      (await registry.ask('HEAD', `${name}/manifests/latest`)).headers.get('docker-content-digest');

    expect(await read()).toBe(second.digest);
    await pushManifest(registry, name, first, 'latest');

    expect(await read()).toBe(first.digest);
  }),
  must('what was pushed may be pushed again', async (registry) => {
    const name = registry.newName();
    const manifest = await pushImage(registry, name, 'latest');

    for (const reference of ['latest', manifest.digest, 'other']) {
      const answer = await putManifest(registry, name, reference, manifest);
      expect([answer.status, answer.headers.get('docker-content-digest')]).toEqual([201, manifest.digest]);
    }
  }),
  must('a digest that is not that of the manifest is refused, and nothing is stored', async (registry) => {
    const name = registry.newName();
    const manifest = await pushImage(registry, name);
    const wrong = digestOf('wrong');
    const other = manifestOf(emptyBlob, [], { nonce: name });

    const answer = await putManifest(registry, name, wrong, other);

    expect([answer.status, codesOf(answer)]).toEqual([400, ['DIGEST_INVALID']]);
    for (const digest of [wrong, other.digest]) {
      expect(await registry.ask('HEAD', `${name}/manifests/${digest}`)).toMatchObject({ status: 404 });
    }
    expect(await registry.ask('HEAD', `${name}/manifests/${manifest.digest}`)).toMatchObject({ status: 200 });
  }),
  must('a manifest without its blobs is refused and told which one is missing', async (registry) => {
    const [name, config, layer] = [registry.newName(), blobOf('{}'), blobOf()];
    await pushBlob(registry, name, config);

    const answer = await putManifest(registry, name, 'v1', manifestOf(config, [layer]));

    expect([answer.status, codesOf(answer)]).toEqual([404, ['MANIFEST_BLOB_UNKNOWN']]);
    expect(answer.body.toString()).toContain(layer.digest);
  }),
  must('a blob of another repository does not count', async (registry) => {
    const [name, other, layer] = [registry.newName(), registry.newName(), blobOf()];
    await pushBlob(registry, other, layer);

    expect(await putManifest(registry, name, 'v1', manifestOf(layer, []))).toMatchObject({ status: 404 });
  }),
  must('an index is pushed after its children', async (registry) => {
    const name = registry.newName();
    const children = await Promise.all([pushImage(registry, name), pushImage(registry, name)]);
    const index = indexOf(children);

    await pushManifest(registry, name, index, 'multi');

    const answer = await registry.ask('GET', `${name}/manifests/multi`);
    expect([answer.headers.get('content-type'), answer.body]).toEqual([types.index, index.bytes]);
  }),
  must('an index of indexes is an index', async (registry) => {
    const name = registry.newName();
    const inner = indexOf([await pushImage(registry, name)]);
    await pushManifest(registry, name, inner);
    const outer = indexOf([inner]);

    await pushManifest(registry, name, outer, 'nested');

    expect((await registry.ask('GET', `${name}/manifests/nested`)).body).toEqual(outer.bytes);
  }),
  must('an index whose child is missing is refused', async (registry) => {
    const name = registry.newName();
    const child = await pushImage(registry, name);
    const missing = manifestOf(emptyBlob, [], { nonce: name });

    const answer = await putManifest(registry, name, 'multi', indexOf([child, missing]));

    expect([answer.status, codesOf(answer)]).toEqual([404, ['MANIFEST_UNKNOWN']]);
  }),
  must('an empty index is an index', async (registry) => {
    const name = registry.newName();

    await pushManifest(registry, name, indexOf([], { annotations: { name } }), 'empty');

    expect(await registry.ask('HEAD', `${name}/manifests/empty`)).toMatchObject({ status: 200 });
  }),
  must('the types of Docker are taken and kept', async (registry) => {
    const [name, config] = [registry.newName(), blobOf('{}')];
    await pushBlob(registry, name, config);
    const image = contentOf(types.dockerManifest, {
      schemaVersion: 2,
      mediaType: types.dockerManifest,
      config: descriptorOf(config, 'application/vnd.docker.container.image.v1+json'),
      layers: [],
      nonce: name,
    });
    await pushManifest(registry, name, image, 'image');
    const list = contentOf(types.dockerList, {
      schemaVersion: 2,
      mediaType: types.dockerList,
      manifests: [
        { ...descriptorOf(image, types.dockerManifest), platform: { os: 'linux', architecture: 'amd64' } },
      ],
    });
    await pushManifest(registry, name, list, 'list');

    for (const [tag, { mediaType, bytes }] of [
      ['image', image],
      ['list', list],
    ] as const) {
      const answer = await registry.ask('GET', `${name}/manifests/${tag}`);
      expect([answer.headers.get('content-type'), answer.body]).toEqual([mediaType, bytes]);
    }
  }),
  must('an artifact without layers or a configuration of its own is taken', async (registry) => {
    const name = registry.newName();
    await pushBlob(registry, name, emptyBlob);
    const artifact = artifactOf('application/vnd.example+type', { layers: [] });

    await pushManifest(registry, name, artifact, 'artifact');

    expect((await registry.ask('GET', `${name}/manifests/artifact`)).body).toEqual(artifact.bytes);
  }),
  must('one blob may be several layers', async (registry) => {
    const [name, blob] = [registry.newName(), blobOf()];
    await pushBlob(registry, name, blob);

    await pushManifest(registry, name, manifestOf(blob, [blob, blob, blob]), 'repeated');

    expect(await registry.ask('HEAD', `${name}/manifests/repeated`)).toMatchObject({ status: 200 });
  }),
  must('a manifest with a subject is answered with the subject, which need not exist', async (registry) => {
    const name = registry.newName();
    await pushBlob(registry, name, emptyBlob);
    const subject = { mediaType: types.manifest, digest: digestOf(name), size: 7 };

    const answer = await pushManifest(registry, name, artifactOf('text/plain', { subject }));

    expect(answer.headers.get('oci-subject')).toBe(subject.digest);
  }),
  must('what is no manifest is refused', async (registry) => {
    const name = registry.newName();
    const type = types.manifest;
    await pushBlob(registry, name, emptyBlob);
    const sound = JSON.parse(manifestOf(emptyBlob, []).bytes.toString()) as object;

    for (const document of [
      [],
      {},
      { ...sound, schemaVersion: 1 },
      { ...sound, mediaType: types.index },
      { ...sound, config: undefined, layers: undefined },
      { ...sound, manifests: [] },
      { ...sound, layers: [{ digest: 'sha256:1', mediaType: type, size: 1 }] },
      { ...sound, annotations: { a: 1 } },
    ]) {
      const answer = await putManifest(registry, name, 'broken', contentOf(type, document));
      expect([JSON.stringify(document), answer.status, codesOf(answer)]).toEqual([
        JSON.stringify(document),
        400,
        ['MANIFEST_INVALID'],
      ]);
    }
    const noise = { bytes: Buffer.from('{"schemaVersion":2'), digest: '', mediaType: type };
    expect(await putManifest(registry, name, 'broken', noise)).toMatchObject({ status: 400 });
    expect(await registry.ask('HEAD', `${name}/manifests/broken`)).toMatchObject({ status: 404 });
  }),
  must('types that are not served are refused', async (registry) => {
    const name = registry.newName();

    for (const type of [
      'application/vnd.docker.distribution.manifest.v1+prettyjws',
      'application/json',
      'text/plain',
    ]) {
      const answer = await putManifest(registry, name, 'v1', contentOf(type, { schemaVersion: 2 }));
      expect([answer.status, codesOf(answer)]).toEqual([400, ['MANIFEST_INVALID']]);
    }
  }),
  should('a manifest of four megabytes is taken, a larger one is 413', async (registry) => {
    const name = registry.newName();
    await pushBlob(registry, name, emptyBlob);
    const sized = (bytes: number) => {
      const frame = manifestOf(emptyBlob, [], { padding: '' }).bytes.length;
      return manifestOf(emptyBlob, [], {
        padding: randomBytes(bytes)
          .toString('hex')
          .slice(0, bytes - frame),
      });
    };

    const fits = await putManifest(registry, name, 'large', sized(maxManifestBytes));
    const over = await putManifest(registry, name, 'larger', sized(maxManifestBytes + 1));

    expect(fits.status).toBe(201);
    expect([over.status, codesOf(over)]).toEqual([413, ['MANIFEST_INVALID']]);
  }),
  must('a tag that is none is refused', async (registry) => {
    const name = registry.newName();
    const manifest = await pushImage(registry, name);

    for (const tag of ['.dot', '-dash', 'a'.repeat(129), 'a+b']) {
      expect([tag, (await putManifest(registry, name, tag, manifest)).status]).toEqual([tag, 400]);
    }
    expect(await putManifest(registry, name, 'a'.repeat(128), manifest)).toMatchObject({ status: 201 });
  }),
  must(
    'layers that may not be spread, and those the manifest holds itself, need no push',
    async (registry) => {
      const [name, foreign, held] = [registry.newName(), blobOf(), blobOf('held')];
      await pushBlob(registry, name, emptyBlob);
      const layers = [
        descriptorOf(foreign, 'application/vnd.oci.image.layer.nondistributable.v1.tar+gzip'),
        { ...descriptorOf(held, 'text/plain'), data: held.bytes.toString('base64') },
      ];

      await pushManifest(registry, name, manifestOf(emptyBlob, [], { layers }), 'foreign');

      const forged = { ...descriptorOf(blobOf(), 'text/plain'), data: held.bytes.toString('base64') };
      const answer = await putManifest(
        registry,
        name,
        'forged',
        manifestOf(emptyBlob, [], { layers: [forged] }),
      );
      expect(codesOf(answer)).toEqual(['MANIFEST_BLOB_UNKNOWN']);
    },
  ),
  should('manifests may have SHA-512 digests', async (registry) => {
    const name = registry.newName();
    await pushBlob(registry, name, emptyBlob);
    const manifest = manifestOf(emptyBlob, [], { nonce: name });
    const digest = digestOf(manifest.bytes, 'sha512');

    const answer = await putManifest(registry, name, digest, manifest);

    expect([answer.status, answer.headers.get('docker-content-digest')]).toEqual([201, digest]);
    expect((await registry.ask('GET', `${name}/manifests/${digest}`)).body).toEqual(manifest.bytes);
  }),
  may('one push sets several tags', async (registry) => {
    const name = registry.newName();
    const manifest = await pushImage(registry, name);
    const tags = Array.from({ length: 12 }, (_, index) => `t${index}`);
    const query = tags.map((tag) => `tag=${tag}`).join('&');

    const answer = await putManifest(registry, name, `${manifest.digest}?${query}`, manifest);

    expect([answer.status, header(answer, 'oci-tag').split(', ')]).toEqual([201, tags]);
    for (const tag of tags) {
      expect(await registry.ask('HEAD', `${name}/manifests/${tag}`)).toMatchObject({ status: 200 });
    }
  }),
];
