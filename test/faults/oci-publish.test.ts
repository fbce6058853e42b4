import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  artifactOf,
  emptyBlob,
  manifestOf,
  pushBlob,
  pushManifest,
  putManifest,
} from '../conformance/oci/content.ts';
import { createRegistry, digestOf, type Registry } from '../conformance/oci/registry.ts';
import { type HeldLock, holdLock } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type PackagePlatform, startPackagePlatform } from '../support/platform.ts';
import { assertReplays } from '../support/replay.ts';

const patience = { withinMs: 60_000 };

let platform: PackagePlatform;
let registry: Registry;

beforeAll(async () => {
  platform = await startPackagePlatform({ PUBLISH_DEADLINE_MS: '2000' });
  registry = createRegistry(platform.url, '/v2', await platform.createUser());
});

afterAll(() => platform?.stop());

function newManifest(nonce: string) {
  return artifactOf('text/plain', { annotations: { nonce } });
}

async function newRepository(): Promise<string> {
  const name = registry.newName();
  await pushBlob(registry, name, emptyBlob);
  await pushManifest(registry, name, manifestOf(emptyBlob, [], { nonce: name }), 'latest');
  return name;
}

async function digestAt(name: string, reference: string): Promise<string | null> {
  return (await registry.ask('HEAD', `${name}/manifests/${reference}`)).headers.get('docker-content-digest');
}

describe('two pushers of one tag', () => {
  test('both are through, the tag is one of the two, and all readers see the same', async () => {
    const name = await newRepository();
    const manifests = Array.from({ length: 8 }, (_, index) => newManifest(`${index}`));

    const answers = await Promise.all(
      manifests.map((manifest) => putManifest(registry, name, 'latest', manifest)),
    );

    expect(answers.map(({ status }) => status)).toEqual(manifests.map(() => 201));
    // a busy machine answers before the manifest is visible
    for (const { digest } of manifests) {
      await eventually(async () => expect(await digestAt(name, digest)).toBe(digest), patience);
    }
    // the notice of the last push may still be on its way
    await eventually(async () => {
      const { body } = await registry.ask('GET', `${name}/manifests/latest`);
      expect(manifests.map(({ digest }) => digest)).toContain(digestOf(body));
      expect(await digestAt(name, 'latest')).toBe(digestOf(body));
    }, patience);
  });

  test('of one manifest under several tags leave every tag', async () => {
    const name = await newRepository();
    const manifest = newManifest('one');
    const tags = ['a', 'b', 'c', 'd', 'e', 'f'];

    const answers = await Promise.all(tags.map((tag) => putManifest(registry, name, tag, manifest)));

    expect(answers.map(({ status }) => status)).toEqual(tags.map(() => 201));
    for (const tag of tags) {
      await eventually(async () => expect(await digestAt(name, tag)).toBe(manifest.digest), patience);
    }
  });
});

/** For each step of the publish: the lock that makes it wait. */
const steps = {
  quarantine: 'select from packages where name = $1 for update',
  scan: 'lock table release_metadata in exclusive mode',
  publish:
    "select from dist_tags where name = 'latest' and package_id = (select id from packages where name = $1) for update",
} as const;

describe('a worker that is killed in the middle of a push', () => {
  test.each(Object.entries(steps))(
    'in %s: the push was accepted, and its tag moves after the restart',
    async (_step, statement) => {
      const name = await newRepository();
      const before = await digestAt(name, 'latest');
      const manifest = newManifest('late');
      const values = statement.includes('$1') ? [name] : [];
      const lock: HeldLock = await holdLock(platform.databaseUrl, statement, values);
      const answer = putManifest(registry, name, 'latest', manifest);
      await eventually(async () => expect(await lock.waiting()).toBeGreaterThan(0));

      await platform.roles.worker.kill();

      const { status, headers } = await answer;
      expect(await digestAt(name, 'latest')).toBe(before);
      await lock.release();
      platform.roles.worker = await platform.roles.worker.restart();
      expect([status, headers.get('warning')]).toEqual([201, expect.stringContaining('still being checked')]);
      await eventually(async () => expect(await digestAt(name, 'latest')).toBe(manifest.digest), {
        withinMs: 60_000,
      });
      expect((await registry.ask('GET', `${name}/manifests/latest`)).body).toEqual(manifest.bytes);
    },
  );

  test('leaves histories that replay', () => assertReplays(platform.temporal));
});
