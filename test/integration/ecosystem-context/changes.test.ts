import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../store/postgres/pool.ts';
import { AnyRow, type Person } from '../../support/management.ts';
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

describe('what is deleted', () => {
  const remove = (
    person: Person,
    name: string,
    versions: string[],
    rule = { withinHours: null as number | null, keepsForDependents: false },
  ) => platform.as(person, ({ context, caller }) => context.releases.delete(caller, name, versions, rule));

  test('goes with its tags and files, and the package with the last of it', async () => {
    const name = platform.fresh();
    const { packageId } = await platform.publish(alice, { name, version: '1.0.0', tags: ['latest', 'one'] });
    await platform.publish(alice, { name, version: '2.0.0', tags: ['latest'] });

    await remove(alice, name, ['1.0.0']);

    expect(await platform.versionsOf(name)).toEqual(['2.0.0']);
    expect(await platform.tagsOf(name)).toEqual({ latest: '2.0.0' });
    await remove(alice, name, ['2.0.0']);
    await expect(platform.versionsOf(name)).rejects.toEqual(named('not_found'));
    expect((await platform.auditOf(packageId)).filter((action) => action === 'release_delete')).toHaveLength(
      2,
    );
    const files = await platform.api.pool.any(sql.type(AnyRow)`
      select from artifacts join releases on releases.id = artifacts.release_id
      where releases.package_id = ${packageId}`);
    expect(files).toHaveLength(0);
  });

  test('comes again from the start where versions are free', async () => {
    const name = platform.fresh();
    const first = await platform.publish(alice, { name, version: '1.0.0', tags: ['latest'] });
    await remove(alice, name, ['1.0.0']);

    const again = await platform.upload(alice, { name, version: '1.0.0' });

    expect(again.releaseId).not.toBe(first.releaseId);
    await expect(platform.versionsOf(name)).rejects.toEqual(named('not_found'));
    await platform.release(again);
    expect(await platform.versionsOf(name)).toEqual(['1.0.0']);
    expect(await platform.tagsOf(name)).toEqual({});
  });

  test('takes an administrator, a version that is there, and the rule', async () => {
    const [name, dependent] = [platform.fresh(), platform.fresh()];
    await platform.publish(alice, { name, version: '1.0.0' });
    const dependencies = [{ name, requirement: '^1', kind: 'runtime' as const }];
    const rule = { withinHours: 72, keepsForDependents: true };

    await expect(remove(bob, name, ['1.0.0'])).rejects.toEqual(named('forbidden'));
    await expect(remove(alice, name, ['1.0.0', '9.9.9'])).rejects.toEqual(named('not_found'));
    await platform.publish(bob, { name: dependent, version: '1.0.0', publication: { dependencies } });
    await expect(remove(alice, name, ['1.0.0'], rule)).rejects.toEqual(named('policy_violation'));
    await remove(bob, dependent, ['1.0.0']);
    await platform.api.pool.query(sql.unsafe`
      update releases set published_at = now() - interval '73 hours'
      from packages where packages.id = releases.package_id and packages.name = ${name}`);
    await expect(remove(alice, name, ['1.0.0'], rule)).rejects.toEqual(named('policy_violation'));
    expect(await platform.versionsOf(name)).toEqual(['1.0.0']);
    await remove(alice, name, ['1.0.0']);
    await expect(platform.versionsOf(name)).rejects.toEqual(named('not_found'));
  });

  test('is kept by dependents that are private, and not by those that need it for their tests only', async () => {
    const [name, closed, tests] = [platform.fresh(), platform.fresh(), platform.fresh()];
    const rule = { withinHours: null, keepsForDependents: true };
    const needing = (kind: 'runtime' | 'dev') => ({
      version: '1.0.0',
      publication: { dependencies: [{ name, requirement: '*', kind }] },
    });
    await platform.publish(alice, { name, version: '1.0.0' });
    await platform.publish(bob, { name: tests, ...needing('dev') });
    await platform.publish(bob, { name: closed, visibility: 'private', ...needing('runtime') });

    await expect(remove(alice, name, ['1.0.0'], rule)).rejects.toEqual(named('policy_violation'));
    await remove(bob, closed, ['1.0.0']);
    await remove(alice, name, ['1.0.0'], rule);

    await expect(platform.versionsOf(name)).rejects.toEqual(named('not_found'));
  });
});

describe('a deprecation', () => {
  test('is written, changed and taken back, and otherwise nothing happens', async () => {
    const name = platform.fresh();
    const { packageId } = await platform.publish(alice, { name, version: '1.0.0' });
    const say = (person: Person, messages: [string, string | null][]) =>
      platform.as(person, ({ context, caller }) =>
        context.releases.deprecate(caller, name, new Map(messages)),
      );
    const read = () =>
      platform.as(undefined, async ({ context, caller }) => {
        const { release } = await context.releases.get(caller, name, '1.0.0');
        return [release.isDeprecated, release.deprecationMessage];
      });

    await say(alice, [['1.0.0', 'use 2.0.0']]);
    const revision = await platform.revisionOf(name);
    await say(alice, [['1.0.0', 'use 2.0.0']]);

    expect(await read()).toEqual([true, 'use 2.0.0']);
    expect(await platform.revisionOf(name)).toBe(revision);
    await say(alice, [['1.0.0', null]]);
    expect(await read()).toEqual([false, null]);
    await expect(say(bob, [['1.0.0', 'x']])).rejects.toEqual(named('forbidden'));
    await expect(say(alice, [['9.9.9', 'x']])).rejects.toEqual(named('not_found'));
    await expect(say(alice, [['1.0.0', 'a\0b']])).rejects.toEqual(named('validation_failed'));
    expect((await platform.auditOf(packageId)).slice(4)).toEqual([
      'release_deprecate',
      'release_undeprecate',
    ]);
  });
});

describe('visibility', () => {
  test('of a new package is never broader than its repository, and later takes an administrator', async () => {
    const name = platform.fresh();
    await platform.publish(alice, { name, version: '1.0.0', visibility: 'private' });
    const setTo = (person: Person, visibility: 'public' | 'private') =>
      platform.as(person, ({ context, caller }) => context.packages.setVisibility(caller, name, visibility));

    await expect(setTo(bob, 'public')).rejects.toEqual(named('not_found'));
    await setTo(alice, 'public');
    expect(await platform.versionsOf(name)).toEqual(['1.0.0']);
    await platform.api.pool.query(sql.unsafe`
      update repositories set visibility = 'private' where id = ${alice.repositoryId}`);
    await setTo(alice, 'private');
    await expect(setTo(alice, 'public')).rejects.toEqual(named('visibility_too_broad'));
    const other = platform.fresh();
    await platform.publish(alice, { name: other, version: '1.0.0', visibility: 'public' });
    expect((await platform.rowOf(other))['visibility']).toBe('private');
    await platform.api.pool.query(sql.unsafe`
      update repositories set visibility = 'public' where id = ${alice.repositoryId}`);
  });
});
