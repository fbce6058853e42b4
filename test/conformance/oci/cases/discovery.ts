import { expect } from 'vitest';
import { must, should, type Case } from '../case.ts';
import {
  artifactOf,
  blobOf,
  emptyBlob,
  indexOf,
  pushArtifact,
  pushBlob,
  pushImage,
  pushManifest,
  startUpload,
  types,
} from '../content.ts';
import { type Answer, codesOf, digestOf, header, jsonOf, type Registry } from '../registry.ts';

interface Entry {
  digest: string;
  mediaType: string;
  size: number;
  artifactType?: string;
  annotations?: Record<string, string>;
}

function tagsOf(answer: Answer): string[] {
  return (jsonOf(answer) as { tags: string[] }).tags;
}

function entriesOf(answer: Answer): Entry[] {
  return (jsonOf(answer) as { manifests: Entry[] }).manifests;
}

function nextOf(answer: Answer): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
}

/** Reads all pages of a list, by their links. */
async function collect(
  registry: Registry,
  path: string,
  read: (answer: Answer) => string[],
): Promise<string[]> {
  const found: string[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const answer: Answer = await registry.ask('GET', next);
    found.push(...read(answer));
    next = nextOf(answer);
    if (next !== undefined && !next.startsWith(`${registry.mount}/`)) throw new Error(`link to ${next}`);
  }
  return found;
}

async function pushTags(registry: Registry, name: string, tags: readonly string[]): Promise<void> {
  const manifest = await pushImage(registry, name);
  for (const tag of tags) await pushManifest(registry, name, manifest, tag);
}

async function subjectOf(registry: Registry, name: string) {
  const image = await pushImage(registry, name);
  return { mediaType: types.manifest, digest: image.digest, size: image.bytes.length };
}

export const discoveryCases: Case[] = [
  must('tags are listed in byte order', async (registry) => {
    const name = registry.newName();
    await pushTags(registry, name, ['b', 'a10', 'B', '_x', 'a2', '0']);

    const answer = await registry.ask('GET', `${name}/tags/list`);

    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(jsonOf(answer)).toEqual({ name, tags: ['0', 'B', '_x', 'a10', 'a2', 'b'] });
  }),
  must('tags are listed in pages', async (registry) => {
    const name = registry.newName();
    const tags = ['a', 'b', 'c', 'd', 'e'];
    await pushTags(registry, name, tags);
    const page = (query: string) => registry.ask('GET', `${name}/tags/list?${query}`);

    const first = await page('n=2');

    expect([tagsOf(first), nextOf(first)]).toEqual([
      ['a', 'b'],
      `${registry.mount}/${name}/tags/list?n=2&last=b`,
    ]);
    expect(tagsOf(await page('n=2&last=b'))).toEqual(['c', 'd']);
    expect(tagsOf(await page('last=bb'))).toEqual(['c', 'd', 'e']);
    expect(nextOf(await page('n=5'))).toBeUndefined();
    expect(nextOf(await page('n=2&last=d'))).toBeUndefined();
    const none = await page('n=0');
    expect([none.status, tagsOf(none), nextOf(none)]).toEqual([200, [], undefined]);
    expect(await collect(registry, `${name}/tags/list?n=2`, tagsOf)).toEqual(tags);
  }),
  should('a number of entries that is none is refused', async (registry) => {
    const name = registry.newName();
    await pushTags(registry, name, ['a']);

    for (const n of ['-1', 'x', '1.5']) {
      expect(await registry.ask('GET', `${name}/tags/list?n=${n}`)).toMatchObject({ status: 400 });
    }
  }),
  must('a repository without tags has an empty list', async (registry) => {
    const name = registry.newName();
    await pushImage(registry, name);

    const answer = await registry.ask('GET', `${name}/tags/list`);

    expect([answer.status, jsonOf(answer)]).toEqual([200, { name, tags: [] }]);
  }),
  must(
    'a repository that something was brought to has an empty list before its first manifest',
    async (registry) => {
      const [uploading, uploaded] = [registry.newName(), registry.newName()];
      await startUpload(registry, uploading);
      await pushBlob(registry, uploaded, blobOf());

      for (const name of [uploading, uploaded]) {
        const answer = await registry.ask('GET', `${name}/tags/list`);
        expect([answer.status, jsonOf(answer)]).toEqual([200, { name, tags: [] }]);
        const anybody = await registry.ask('GET', `${name}/tags/list`, { authorization: null });
        expect(anybody.status).toBe(401);
      }
    },
  ),
  must('a repository whose last manifest was deleted has an empty list', async (registry) => {
    const name = registry.newName();
    const image = await pushImage(registry, name, 'latest');
    await registry.ask('DELETE', `${name}/manifests/${image.digest}`);

    const answer = await registry.ask('GET', `${name}/tags/list`);

    expect([answer.status, jsonOf(answer)]).toEqual([200, { name, tags: [] }]);
  }),
  must('a repository that does not exist has no list of tags', async (registry) => {
    const answer = await registry.ask('GET', `${registry.newName()}/tags/list`);

    expect([answer.status, codesOf(answer)]).toEqual([404, ['NAME_UNKNOWN']]);
  }),
  must('referrers are listed as an index', async (registry) => {
    const name = registry.newName();
    const subject = await subjectOf(registry, name);
    const annotations = { 'org.example.key': 'value' };
    const { artifact, answer: pushed } = await pushArtifact(registry, name, 'application/spdx+json', {
      subject,
      annotations,
    });

    const answer = await registry.ask('GET', `${name}/referrers/${subject.digest}`);

    expect(pushed.headers.get('oci-subject')).toBe(subject.digest);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, types.index]);
    expect(jsonOf(answer)).toEqual({
      schemaVersion: 2,
      mediaType: types.index,
      manifests: [
        {
          mediaType: types.manifest,
          digest: artifact.digest,
          size: artifact.bytes.length,
          artifactType: 'application/spdx+json',
          annotations,
        },
      ],
    });
  }),
  must('an unknown digest has an empty list of referrers', async (registry) => {
    const name = registry.newName();
    await pushImage(registry, name);

    for (const repository of [name, registry.newName()]) {
      const answer = await registry.ask('GET', `${repository}/referrers/${digestOf('unknown')}`);
      expect([answer.status, answer.headers.get('content-type'), entriesOf(answer)]).toEqual([
        200,
        types.index,
        [],
      ]);
    }
  }),
  must('referrers of what is no digest are refused', async (registry) => {
    const name = registry.newName();
    await pushImage(registry, name);

    for (const digest of ['latest', 'sha256:123', 'md5:abc']) {
      expect(await registry.ask('GET', `${name}/referrers/${digest}`)).toMatchObject({ status: 400 });
    }
  }),
  must(
    'the kind of an image is that of its configuration, an index without a kind has none',
    async (registry) => {
      const name = registry.newName();
      const subject = await subjectOf(registry, name);
      const image = await pushImage(registry, name, undefined, { subject });
      const plain = indexOf([], { subject, annotations: { name } });
      const typed = indexOf([], { subject, artifactType: 'application/vnd.example.index' });
      for (const index of [plain, typed]) await pushManifest(registry, name, index);

      const entries = entriesOf(await registry.ask('GET', `${name}/referrers/${subject.digest}`));

      const kinds = new Map(entries.map((entry) => [entry.digest, entry.artifactType]));
      expect(kinds).toEqual(
        new Map([
          [image.digest, types.config],
          [plain.digest, undefined],
          [typed.digest, 'application/vnd.example.index'],
        ]),
      );
      expect(entries.find(({ digest }) => digest === plain.digest)).not.toHaveProperty('artifactType');
    },
  ),
  should('referrers are filtered by their kind, and the answer says so', async (registry) => {
    const name = registry.newName();
    const subject = await subjectOf(registry, name);
    const { artifact } = await pushArtifact(registry, name, 'text/a', { subject });
    await pushArtifact(registry, name, 'text/b', { subject });
    const path = `${name}/referrers/${subject.digest}`;

    const filtered = await registry.ask('GET', `${path}?artifactType=${encodeURIComponent('text/a')}`);
    const all = await registry.ask('GET', path);

    expect(entriesOf(filtered).map(({ digest }) => digest)).toEqual([artifact.digest]);
    expect(filtered.headers.get('oci-filters-applied')).toBe('artifactType');
    expect(entriesOf(all)).toHaveLength(2);
    expect(all.headers.get('oci-filters-applied')).toBeNull();
    expect(entriesOf(await registry.ask('GET', `${path}?artifactType=text/none`))).toEqual([]);
  }),
  must('more referrers than fit into one answer are behind a link', async (registry) => {
    const name = registry.newName();
    const subject = await subjectOf(registry, name);
    const annotations = { 'org.example.large': 'x'.repeat(1_900_000) };
    const artifacts = ['text/a', 'text/b', 'text/a'].map((type) =>
      artifactOf(type, { subject, annotations }),
    );
    await pushBlob(registry, name, emptyBlob);
    for (const artifact of artifacts) await pushManifest(registry, name, artifact);
    const path = `${name}/referrers/${subject.digest}`;
    const digests = (answer: Answer) => entriesOf(answer).map(({ digest }) => digest);

    const all = await collect(registry, path, digests);
    const some = await collect(registry, `${path}?artifactType=text/a`, digests);

    expect(header(await registry.ask('GET', path), 'link')).toContain('rel="next"');
    expect([...all].sort()).toEqual(artifacts.map(({ digest }) => digest).sort());
    expect(some).toHaveLength(2);
  }),
  must('a deleted referrer is listed no more', async (registry) => {
    const name = registry.newName();
    const subject = await subjectOf(registry, name);
    const { artifact } = await pushArtifact(registry, name, 'text/a', { subject });
    const path = `${name}/referrers/${subject.digest}`;

    await registry.ask('DELETE', `${name}/manifests/${artifact.digest}`);

    expect(entriesOf(await registry.ask('GET', path))).toEqual([]);
  }),
  should('what older clients listed under a tag is a referrer', async (registry) => {
    const name = registry.newName();
    const subject = await subjectOf(registry, name);
    const { artifact: old } = await pushArtifact(registry, name, 'text/old');
    const { artifact: own } = await pushArtifact(registry, name, 'text/own', { subject });
    const tag = subject.digest.replace(':', '-');
    await pushManifest(registry, name, indexOf([old, own]), tag);

    const entries = entriesOf(await registry.ask('GET', `${name}/referrers/${subject.digest}`));

    expect(entries.map(({ digest }) => digest).sort()).toEqual([old.digest, own.digest].sort());
  }),
];
