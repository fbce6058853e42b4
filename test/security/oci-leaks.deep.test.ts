import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  artifactOf,
  blobOf,
  type Content,
  descriptorOf,
  emptyBlob,
  indexOf,
  manifestOf,
  pushBlob,
  pushImage,
  pushManifest,
  putManifest,
  types,
} from '../conformance/oci/content.ts';
import { basicOf, createRegistry, digestOf, header, type Registry } from '../conformance/oci/registry.ts';
import { startPlatform, type Platform } from '../support/platform.ts';
import { findTemporal, temporalMissing } from '../support/temporal.ts';
import { isSkipped } from '../support/tool.ts';
import { facts, findTraces } from './leaks/compare.ts';
import { credential } from './publish.ts';
import { type Answer, ask } from './raw-request.ts';

const cannotRun = isSkipped(await findTemporal(), temporalMissing);

/** A repository with hidden content, and the requests that must not find it. */
interface Hidden {
  what: string;
  name: string;
  /** Digests of the manifest and its blobs. */
  digests: string[];
  tag: string;
  /** Digest of the subject manifest. */
  subject: string;
  isNameHidden: boolean;
}

const anonymous = { who: 'an anonymous reader', headers: {} };

describe.skipIf(cannotRun)('hidden manifests', () => {
  let platform: Platform;
  let registry: Registry;
  let hidden: Hidden[];
  let readers: { who: string; headers: Record<string, string> }[];
  const statuses = new Map<string, string>();

  beforeAll(async () => {
    platform = await startPlatform();
    registry = createRegistry(platform.url, '/v2', await platform.createUser());
    const stranger = await platform.createUser();
    readers = [
      anonymous,
      { who: 'a stranger', headers: { authorization: `Bearer ${stranger.token}` } },
      {
        who: 'a stranger with a user name',
        headers: { authorization: basicOf(stranger.username, stranger.token) },
      },
    ];
    hidden = await Promise.all([
      held(registry.newName(), 'a held manifest of an unseen repository', false),
      held(registry.newName(), 'a held manifest beside a public one', true),
      privately(registry.newName()),
    ]);
  }, 180_000);

  afterAll(() => platform.stop());

  /** Pushes an image with a credential in its configuration, which holds it until a person decides. */
  async function held(name: string, what: string, isBesidePublic: boolean): Promise<Hidden> {
    const subject = isBesidePublic ? (await pushImage(registry, name, 'seen')).digest : digestOf(name);
    const config = blobOf(JSON.stringify({ config: { Env: [`TOKEN=${credential()}`] } }));
    await pushBlob(registry, name, config);
    const manifest = manifestOf(config, [], {
      subject: { mediaType: types.manifest, digest: subject, size: 1 },
      annotations: { name },
    });
    const tag = isBesidePublic ? 'seen' : 'hidden';
    const answer = await pushManifest(registry, name, manifest, tag);
    statuses.set(manifest.digest, header(answer, 'warning'));
    return {
      what,
      name,
      digests: [manifest.digest, config.digest],
      tag,
      subject,
      isNameHidden: !isBesidePublic,
    };
  }

  async function privately(name: string): Promise<Hidden> {
    const subject = digestOf(name);
    const config = blobOf();
    await pushBlob(registry, name, config);
    const manifest = manifestOf(config, [], {
      subject: { mediaType: types.manifest, digest: subject, size: 1 },
    });
    await pushManifest(registry, name, manifest, 'hidden');
    const path = `/v1/packages/oci/${encodeURIComponent(name)}`;
    const answer = await ask(platform.url, {
      method: 'PATCH',
      path,
      headers: { authorization: `Bearer ${registry.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ visibility: 'private' }),
    });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return {
      what: 'a private repository',
      name,
      digests: [manifest.digest, config.digest],
      tag: 'hidden',
      subject,
      isNameHidden: true,
    };
  }

  function questions(
    name: string,
    { digests, tag, subject }: Pick<Hidden, 'digests' | 'tag' | 'subject'>,
  ): string[] {
    return ['/v2', '/oci/v2'].flatMap((mount) => [
      `${mount}/${name}/tags/list`,
      `${mount}/${name}/tags/list?n=1000&last=a`,
      `${mount}/${name}/manifests/${tag}`,
      `${mount}/${name}/referrers/${subject}`,
      `${mount}/${name}/referrers/${subject}?artifactType=${types.config}`,
      ...digests.flatMap((digest) => [
        `${mount}/${name}/manifests/${digest}`,
        `${mount}/${name}/blobs/${digest}`,
        `${mount}/${name}/referrers/${digest}`,
      ]),
    ]);
  }

  function plain(answer: Answer, words: readonly string[]): string {
    return words.reduce((text, word) => text.replaceAll(word, '…'), JSON.stringify(facts(answer)));
  }

  it('are reported as held, and only to their pusher', () => {
    expect([...statuses.values()]).toEqual([
      expect.stringMatching(/^299 - "held for review: http/),
      expect.stringMatching(/^299 - "held for review: http/),
    ]);
  });

  it('look like what never was, by tag, digest, blob and referrer', async () => {
    const found: unknown[] = [];
    for (const subject of hidden) {
      // of the same length, in the same namespace, and never pushed
      const missing = {
        ...subject,
        name: subject.isNameHidden ? `${registry.username}/c000000000000` : subject.name,
        digests: subject.digests.map((_, index) => `sha256:${String(index).repeat(64)}`),
      };
      const others = questions(missing.name, missing);
      for (const reader of readers) {
        for (const [index, path] of questions(subject.name, subject).entries()) {
          for (const method of ['GET', 'HEAD']) {
            const answer = await ask(platform.url, { method, path, headers: reader.headers });
            const other = await ask(platform.url, {
              method,
              path: others[index] ?? '',
              headers: reader.headers,
            });
            const traces = findTraces(answer, path, subject.digests);
            const [is, was] = [
              plain(answer, [subject.name, ...subject.digests]),
              plain(other, [missing.name, ...missing.digests]),
            ];
            if (traces.length > 0 || is !== was)
              found.push({ what: subject.what, who: reader.who, method, path, traces, is, was });
          }
        }
      }
    }

    expect(found.slice(0, 3)).toEqual([]);
  });

  it('are in no catalog, neither of people nor of anonymous readers', async () => {
    const token = (await (await fetch(`${platform.url}/oci/token?scope=registry:catalog:*`)).json()) as {
      token: string;
    };
    for (const headers of [
      ...readers.slice(1).map((reader) => reader.headers),
      { authorization: `Bearer ${token.token}` },
    ]) {
      const path = `/v2/_catalog?n=1000&last=${encodeURIComponent(`${registry.username}/`)}`;
      const answer = await ask(platform.url, { path, headers });

      expect(answer.status).toBe(200);
      for (const { name, isNameHidden } of hidden)
        expect(answer.text.includes(`"${name}"`)).toBe(!isNameHidden);
    }
  });

  it('are read back by their pusher, and nothing else of the repository changes', async () => {
    const [unseen, beside] = hidden;
    for (const subject of [unseen, beside]) {
      const [digest = ''] = subject?.digests ?? [];
      const answer = await registry.ask('GET', `${subject?.name}/manifests/${digest}`);
      expect([answer.status, digestOf(answer.body)]).toEqual([200, digest]);
      expect(answer.headers.get('content-type')).toBe(types.manifest);
    }
    const tagged = await registry.ask('GET', `${beside?.name}/manifests/seen`, { authorization: null });
    expect(tagged.headers.get('docker-content-digest')).toBe(beside?.subject);
  });

  it('mount nowhere for users who may not read them', async () => {
    const stranger = createRegistry(platform.url, '/v2', await platform.createUser());
    for (const { name, digests } of hidden) {
      for (const query of [`mount=${digests[1]}&from=${name}`, `mount=${digests[1]}`]) {
        const answer = await stranger.ask('POST', `${stranger.newName()}/blobs/uploads/?${query}`);
        expect(answer.status).toBe(202);
      }
    }
  });

  it('are no children of anybody else, and no manifest may take their blobs', async () => {
    const stranger = createRegistry(platform.url, '/v2', await platform.createUser());
    for (const { digests } of hidden) {
      const [manifest = '', config = ''] = digests;
      const name = stranger.newName();
      const child: Content = { bytes: Buffer.from(' '), digest: manifest, mediaType: types.manifest };
      const part: Content = { bytes: Buffer.from(' '), digest: config, mediaType: types.config };

      expect(await putManifest(stranger, name, 'x', indexOf([child]))).toMatchObject({ status: 404 });
      expect(await putManifest(stranger, name, 'x', manifestOf(part, []))).toMatchObject({ status: 404 });
    }
  });

  it('say nothing about an attestation of theirs', async () => {
    const [unseen] = hidden;
    const name = unseen?.name ?? '';
    await pushBlob(registry, name, emptyBlob);
    const subject = { ...descriptorOf(emptyBlob, types.manifest), digest: unseen?.digests[0] };
    const artifact = artifactOf('text/plain', { subject, annotations: { token: credential() } });
    const pushed = await putManifest(registry, name, artifact.digest, artifact);

    const answer = await ask(platform.url, { path: `/v2/${name}/referrers/${unseen?.digests[0]}` });

    expect(pushed.status).toBe(201);
    expect([answer.status, answer.text.includes(artifact.digest)]).toEqual([401, false]);
  });
});
