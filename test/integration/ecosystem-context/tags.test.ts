import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import type { Person } from '../../support/management.ts';
import { startTagged, type TaggedPlatform } from '../../support/tagged-context.ts';

let platform: TaggedPlatform;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  platform = await startTagged();
  ({ alice, bob } = platform);
});
afterAll(() => platform?.stop());

const named = (code: string) => expect.objectContaining({ code });

describe('tags', () => {
  test('those a publish declares appear with it, not before', async () => {
    const name = platform.fresh();
    await platform.publish(alice, { name, version: '1.0.0', tags: ['latest', 'stable'] });
    const held = await platform.upload(alice, { name, version: '1.1.0', tags: ['latest'] });

    expect(await platform.tagsOf(name)).toEqual({ latest: '1.0.0', stable: '1.0.0' });
    await platform.release(held);

    expect(await platform.tagsOf(name)).toEqual({ latest: '1.1.0', stable: '1.0.0' });
    expect(await platform.find(name, 'latest')).toBe('1.1.0');
    expect((await platform.rowOf(name))['latestVersion']).toBe('1.1.0');
  });

  test('a publish that waited does not take back what was said meanwhile', async () => {
    const name = platform.fresh();
    const waited = await platform.upload(alice, { name, version: '1.0.0', tags: ['latest', 'old'] });
    await platform.publish(alice, { name, version: '1.1.0', tags: ['latest'] });

    await platform.release(waited);

    expect(await platform.tagsOf(name)).toEqual({ latest: '1.1.0', old: '1.0.0' });
  });

  test('what was said again while a publish waited stays as well', async () => {
    const name = platform.fresh();
    await platform.publish(alice, { name, version: '1.0.0', tags: ['latest'] });
    const waited = await platform.upload(alice, { name, version: '1.1.0', tags: ['latest'] });
    await platform.as(alice, ({ context, caller }) => context.tags.set(caller, name, 'latest', '1.0.0'));

    await platform.release(waited);

    expect(await platform.tagsOf(name)).toEqual({ latest: '1.0.0' });
  });

  test('of a yanked release lead nowhere until it comes back', async () => {
    const name = platform.fresh();
    await platform.publish(alice, { name, version: '1.0.0', tags: ['old'] });
    await platform.publish(alice, { name, version: '1.1.0', tags: ['latest'] });
    const change = (what: 'yank' | 'unyank') =>
      platform.as(alice, ({ context, caller }) => context.releases.change(caller, name, '1.1.0', what));

    await change('yank');

    expect(await platform.tagsOf(name)).toEqual({ old: '1.0.0' });
    expect(await platform.find(name, 'latest')).toBeUndefined();
    expect(await platform.versionsOf(name)).toContain('1.1.0');
    await change('unyank');
    expect(await platform.tagsOf(name)).toEqual({ latest: '1.1.0', old: '1.0.0' });
  });

  test('of a rejected release do not block later ones', async () => {
    const name = platform.fresh();
    const first = await platform.publish(alice, { name, version: '1.0.0' });
    const second = await platform.upload(alice, { name, version: '1.1.0', tags: ['latest'] });
    await platform.as(alice, ({ context, caller }) => context.tags.set(caller, name, 'latest', '1.0.0'));
    await platform.hold(first, 'reported');
    await platform.reject(first);

    await platform.release(second);

    expect(await platform.tagsOf(name)).toEqual({ latest: '1.1.0' });
  });

  test('are set and removed by who may publish; saying the same again changes nothing', async () => {
    const name = platform.fresh();
    const { packageId } = await platform.publish(alice, { name, version: '1.0.0' });
    const set = (person: Person, tag: string, version: string) =>
      platform.as(person, ({ context, caller }) => context.tags.set(caller, name, tag, version));
    const remove = (tag: string) =>
      platform.as(alice, ({ context, caller }) => context.tags.remove(caller, name, tag));

    await set(alice, 'beta', '1.0.0');
    const revision = await platform.revisionOf(name);
    await set(alice, 'beta', '1.0.0');

    expect(await platform.revisionOf(name)).toBe(revision);
    expect(await platform.find(name, 'beta')).toBe('1.0.0');
    await expect(set(bob, 'beta', '1.0.0')).rejects.toEqual(named('forbidden'));
    await expect(set(alice, 'beta', '9.9.9')).rejects.toEqual(named('not_found'));
    await remove('beta');
    expect(await platform.find(name, 'beta')).toBeUndefined();
    expect(await platform.tagsOf(name)).toEqual({});
    await expect(remove('beta')).rejects.toEqual(named('not_found'));
    expect(await platform.auditOf(packageId)).toEqual([
      'package_create',
      'release_create',
      'release_submit',
      'release_publish',
      'tag_set',
      'tag_delete',
    ]);
  });

  test('are paged in byte order', async () => {
    const name = platform.fresh();
    const tags = ['b', 'B', '1.0', 'a', 'latest'];
    await platform.publish(alice, { name, version: '1.0.0', tags });
    const page = (after: string | undefined, limit: number) =>
      platform.as(undefined, async ({ context, caller }) => {
        const options = after === undefined ? { limit } : { after, limit };
        const found = await context.tags.list(caller, name, options);
        return [found.tags.map((tag) => tag.name), found.hasMore];
      });

    expect(await page(undefined, 3)).toEqual([['1.0', 'B', 'a'], true]);
    expect(await page('a', 3)).toEqual([['b', 'latest'], false]);
    expect(await page('zzz', 3)).toEqual([[], false]);
    expect(await page(undefined, 0)).toEqual([[], true]);
  });

  test('of private packages are as hidden as the package', async () => {
    const name = platform.fresh();
    await platform.publish(alice, { name, version: '1.0.0', tags: ['latest'], visibility: 'private' });

    expect(await platform.tagsOf(name, alice)).toEqual({ latest: '1.0.0' });
    await expect(platform.tagsOf(name, bob)).rejects.toEqual(named('not_found'));
    await expect(platform.tagsOf(name)).rejects.toEqual(named('not_found'));
    expect(await platform.find(name, 'latest')).toBeUndefined();
  });

  test('ten thousand of them are one quick query', async () => {
    const name = platform.fresh();
    const { packageId, releaseId } = await platform.publish(alice, { name, version: '1.0.0' });
    await platform.api.pool.query(sql.unsafe`
      insert into dist_tags (package_id, name, release_id)
      select ${packageId}::uuid, 'tag-' || number, ${releaseId}::uuid from generate_series(1, 10000) as number`);

    const all = await platform.tagsOf(name);
    await platform.publish(alice, { name, version: '1.0.1', tags: ['latest'] });

    expect(Object.keys(all)).toHaveLength(10_000);
    expect((await platform.rowOf(name))['latestVersion']).toBe('1.0.1');
  });
});

describe('a signature', () => {
  test('is made once and stays as it is', async () => {
    const name = platform.fresh();
    await platform.publish(alice, { name, version: '1.0.0' });
    const read = () =>
      platform.as(undefined, async ({ context, caller }) => {
        const found = await context.releases.get(caller, name, '1.0.0');
        return found.release.signatures;
      });
    const before = await read();
    await platform.as(alice, ({ context, caller }) => context.releases.change(caller, name, '1.0.0', 'yank'));

    expect(before).toEqual([
      { keyId: 'SHA256:test', signature: expect.stringMatching(`signed ${name}@1.0.0 `) },
    ]);
    expect(await read()).toEqual(before);
  });
});
