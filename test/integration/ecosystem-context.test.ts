import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cargo } from '../../ecosystems/cargo/index.ts';
import type { Ecosystem } from '../../ecosystems/ecosystem.ts';
import { holdBlob } from '../../store/postgres/artifacts.ts';
import { sql } from '../../store/postgres/pool.ts';
import { AnyRow, type Person } from '../support/management.ts';
import { type Asked, type ContextPlatform, startContext } from '../support/route-context.ts';

/** Cargo's names and documents with everything that other protocols need beside them. */
const tagged: Ecosystem = {
  ...cargo,
  names: {
    ...cargo.names,
    namespace: (key) => (key.includes('_') ? (key.split('_')[0] ?? null) : null),
  },
  latest: (releases, tags) => tags.get('latest') ?? releases.at(-1)?.version ?? null,
  deletedVersions: 'free',
  signedText: (release, pkg) => `${pkg.name}@${release.version}`,
};

let platform: ContextPlatform;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  platform = await startContext(tagged);
  alice = await platform.api.createPerson('alice');
  bob = await platform.api.createPerson('bob');
});
afterAll(() => platform?.stop());

let count = 0;
const fresh = () => `probe${(count += 1)}`;
const named = (code: string) => expect.objectContaining({ code });

const tagsOf = (name: string, person: Person | undefined = undefined) =>
  platform.as(person, async ({ context, request, actor }) => {
    const { tags } = await context.tags.list(request, actor, name);
    return Object.fromEntries(tags.map((tag) => [tag.name, tag.version]));
  });
const find = (name: string, tag: string) =>
  platform.as(undefined, ({ context, request, actor }) => context.tags.find(request, actor, name, tag));
const versionsOf = (name: string, person: Person | undefined = undefined) =>
  platform.as(person, async ({ context, request, actor }) =>
    (await context.getPackage(request, actor, name)).releases.map(({ version }) => version),
  );
const revisionOf = (name: string) =>
  platform.as(alice, ({ context, request, actor }) => context.getRevision(request, actor, name));
const rowOf = (name: string) =>
  platform.api.pool.one(sql.type(AnyRow)`select * from packages where packages.name = ${name}`);
const auditOf = async (packageId: string) =>
  (
    await platform.api.pool.any(sql.type(AnyRow)`
      select action, metadata from audit_log where target_package_id = ${packageId} order by occurred_at, id`)
  ).map((entry) => String(entry['action']));

describe('tags', () => {
  test('those a publish declares appear with it, not before', async () => {
    const name = fresh();
    await platform.publish(alice, { name, version: '1.0.0', tags: ['latest', 'stable'] });
    const held = await platform.upload(alice, { name, version: '1.1.0', tags: ['latest'] });

    expect(await tagsOf(name)).toEqual({ latest: '1.0.0', stable: '1.0.0' });
    await platform.release(held);

    expect(await tagsOf(name)).toEqual({ latest: '1.1.0', stable: '1.0.0' });
    expect(await find(name, 'latest')).toBe('1.1.0');
    expect((await rowOf(name))['latestVersion']).toBe('1.1.0');
  });

  test('a publish that waited does not take back what was said meanwhile', async () => {
    const name = fresh();
    const waited = await platform.upload(alice, { name, version: '1.0.0', tags: ['latest', 'old'] });
    await platform.publish(alice, { name, version: '1.1.0', tags: ['latest'] });

    await platform.release(waited);

    expect(await tagsOf(name)).toEqual({ latest: '1.1.0', old: '1.0.0' });
  });

  test('are set and removed by who may publish; saying the same again changes nothing', async () => {
    const name = fresh();
    const { packageId } = await platform.publish(alice, { name, version: '1.0.0' });
    const set = (person: Person, tag: string, version: string) =>
      platform.as(person, ({ context, request, actor }) =>
        context.tags.set(request, actor, name, tag, version),
      );
    const remove = (tag: string) =>
      platform.as(alice, ({ context, request, actor }) => context.tags.remove(request, actor, name, tag));

    await set(alice, 'beta', '1.0.0');
    const revision = await revisionOf(name);
    await set(alice, 'beta', '1.0.0');

    expect(await revisionOf(name)).toBe(revision);
    expect(await find(name, 'beta')).toBe('1.0.0');
    await expect(set(bob, 'beta', '1.0.0')).rejects.toEqual(named('forbidden'));
    await expect(set(alice, 'beta', '9.9.9')).rejects.toEqual(named('not_found'));
    await remove('beta');
    expect(await find(name, 'beta')).toBeUndefined();
    expect(await tagsOf(name)).toEqual({});
    await expect(remove('beta')).rejects.toEqual(named('not_found'));
    expect(await auditOf(packageId)).toEqual(['package_create', 'release_publish', 'tag_set', 'tag_remove']);
  });

  test('are paged in byte order', async () => {
    const name = fresh();
    const tags = ['b', 'B', '1.0', 'a', 'latest'];
    await platform.publish(alice, { name, version: '1.0.0', tags });
    const page = (after: string | undefined, limit: number) =>
      platform.as(undefined, async ({ context, request, actor }) => {
        const options = after === undefined ? { limit } : { after, limit };
        const found = await context.tags.list(request, actor, name, options);
        return [found.tags.map((tag) => tag.name), found.hasMore];
      });

    expect(await page(undefined, 3)).toEqual([['1.0', 'B', 'a'], true]);
    expect(await page('a', 3)).toEqual([['b', 'latest'], false]);
    expect(await page('zzz', 3)).toEqual([[], false]);
    expect(await page(undefined, 0)).toEqual([[], true]);
  });

  test('of private packages are as hidden as the package', async () => {
    const name = fresh();
    await platform.publish(alice, { name, version: '1.0.0', tags: ['latest'], visibility: 'private' });

    expect(await tagsOf(name, alice)).toEqual({ latest: '1.0.0' });
    await expect(tagsOf(name, bob)).rejects.toEqual(named('not_found'));
    await expect(tagsOf(name)).rejects.toEqual(named('not_found'));
    expect(await find(name, 'latest')).toBeUndefined();
  });

  test('ten thousand of them are one quick query', async () => {
    const name = fresh();
    const { packageId, releaseId } = await platform.publish(alice, { name, version: '1.0.0' });
    await platform.api.pool.query(sql.unsafe`
      insert into dist_tags (package_id, name, release_id)
      select ${packageId}::uuid, 'tag-' || number, ${releaseId}::uuid from generate_series(1, 10000) as number`);

    const all = await tagsOf(name);
    await platform.publish(alice, { name, version: '1.0.1', tags: ['latest'] });

    expect(Object.keys(all)).toHaveLength(10_000);
    expect((await rowOf(name))['latestVersion']).toBe('1.0.1');
  });
});

describe('a signature', () => {
  test('is made once and stays as it is', async () => {
    const name = fresh();
    await platform.publish(alice, { name, version: '1.0.0' });
    const read = () =>
      platform.as(undefined, async ({ context, request, actor }) => {
        const found = await context.getRelease(request, actor, name, '1.0.0');
        return found.release.signatures;
      });
    const before = await read();
    await platform.as(alice, ({ context, request, actor }) =>
      context.changeRelease(request, actor, name, '1.0.0', 'yank'),
    );

    expect(before).toEqual([
      { keyId: 'SHA256:test', signature: expect.stringMatching(`signed ${name}@1.0.0 `) },
    ]);
    expect(await read()).toEqual(before);
  });
});

describe('what is deleted', () => {
  const remove = (
    person: Person,
    name: string,
    versions: string[],
    rule = { withinHours: null as number | null, keepsForDependents: false },
  ) =>
    platform.as(person, ({ context, request, actor }) =>
      context.deleteReleases(request, actor, name, versions, rule),
    );

  test('goes with its tags and files, and the package with the last of it', async () => {
    const name = fresh();
    const { packageId } = await platform.publish(alice, { name, version: '1.0.0', tags: ['latest', 'one'] });
    await platform.publish(alice, { name, version: '2.0.0', tags: ['latest'] });

    await remove(alice, name, ['1.0.0']);

    expect(await versionsOf(name)).toEqual(['2.0.0']);
    expect(await tagsOf(name)).toEqual({ latest: '2.0.0' });
    await remove(alice, name, ['2.0.0']);
    await expect(versionsOf(name)).rejects.toEqual(named('not_found'));
    expect((await auditOf(packageId)).filter((action) => action === 'release_delete')).toHaveLength(2);
    const files = await platform.api.pool.any(sql.type(AnyRow)`
      select from artifacts join releases on releases.id = artifacts.release_id
      where releases.package_id = ${packageId}`);
    expect(files).toHaveLength(0);
  });

  test('comes again from the start where versions are free', async () => {
    const name = fresh();
    const first = await platform.publish(alice, { name, version: '1.0.0', tags: ['latest'] });
    await remove(alice, name, ['1.0.0']);

    const again = await platform.upload(alice, { name, version: '1.0.0' });

    expect(again.releaseId).not.toBe(first.releaseId);
    await expect(versionsOf(name)).rejects.toEqual(named('not_found'));
    await platform.release(again);
    expect(await versionsOf(name)).toEqual(['1.0.0']);
    expect(await tagsOf(name)).toEqual({});
  });

  test('takes an administrator, a version that is there, and the rule', async () => {
    const [name, dependent] = [fresh(), fresh()];
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
    expect(await versionsOf(name)).toEqual(['1.0.0']);
    await remove(alice, name, ['1.0.0']);
    await expect(versionsOf(name)).rejects.toEqual(named('not_found'));
  });

  test('dependents that are private, or need it for their tests only, are named to nobody', async () => {
    const [name, open, closed, tests] = [fresh(), fresh(), fresh(), fresh()];
    await platform.publish(alice, { name, version: '1.0.0' });
    const needing = (kind: 'runtime' | 'dev') => ({
      version: '1.0.0',
      publication: { dependencies: [{ name, requirement: '*', kind }] },
    });
    await platform.publish(bob, { name: open, ...needing('runtime') });
    await platform.publish(bob, { name: closed, visibility: 'private', ...needing('runtime') });
    await platform.publish(bob, { name: tests, ...needing('dev') });

    const found = await platform.as(undefined, ({ context }) => context.listDependents(name, 10));

    expect(found).toEqual([open]);
  });
});

describe('a deprecation', () => {
  test('is written, changed and taken back, and otherwise nothing happens', async () => {
    const name = fresh();
    const { packageId } = await platform.publish(alice, { name, version: '1.0.0' });
    const say = (person: Person, messages: [string, string | null][]) =>
      platform.as(person, ({ context, request, actor }) =>
        context.deprecate(request, actor, name, new Map(messages)),
      );
    const read = () =>
      platform.as(undefined, async ({ context, request, actor }) => {
        const { release } = await context.getRelease(request, actor, name, '1.0.0');
        return [release.isDeprecated, release.deprecationMessage];
      });

    await say(alice, [['1.0.0', 'use 2.0.0']]);
    const revision = await revisionOf(name);
    await say(alice, [['1.0.0', 'use 2.0.0']]);

    expect(await read()).toEqual([true, 'use 2.0.0']);
    expect(await revisionOf(name)).toBe(revision);
    await say(alice, [['1.0.0', null]]);
    expect(await read()).toEqual([false, null]);
    await expect(say(bob, [['1.0.0', 'x']])).rejects.toEqual(named('forbidden'));
    await expect(say(alice, [['9.9.9', 'x']])).rejects.toEqual(named('not_found'));
    await expect(say(alice, [['1.0.0', 'a\0b']])).rejects.toEqual(named('validation_failed'));
    expect((await auditOf(packageId)).slice(2)).toEqual(['release_deprecate', 'release_undeprecate']);
  });
});

describe('maintainers', () => {
  const setTo = (person: Person, name: string, usernames: string[]) =>
    platform.as(person, ({ context, request, actor }) =>
      context.setMaintainers(request, actor, name, usernames),
    );
  const may = (person: Person | undefined, name: string) =>
    platform.as(person, ({ context, request, actor }) => context.permissions(request, actor, name));

  test('publish, tag and read what is private until they are taken off the list', async () => {
    const name = fresh();
    const { packageId } = await platform.publish(alice, { name, version: '1.0.0', visibility: 'private' });
    await expect(versionsOf(name, bob)).rejects.toEqual(named('not_found'));

    await setTo(alice, name, ['alice', 'bob']);
    await platform.publish(bob, { name, version: '1.1.0', tags: ['latest'] });

    expect(await versionsOf(name, bob)).toEqual(['1.0.0', '1.1.0']);
    expect(await may(bob, name)).toEqual({ exists: true, read: true, publish: true, delete: false });
    expect((await platform.api.call('GET', `/v1/packages/cargo/${name}`, { token: bob.token })).status).toBe(
      200,
    );
    await expect(setTo(bob, name, [])).rejects.toEqual(named('forbidden'));
    await setTo(alice, name, ['alice']);
    await expect(versionsOf(name, bob)).rejects.toEqual(named('not_found'));
    await expect(platform.upload(bob, { name, version: '1.2.0' })).rejects.toEqual(named('forbidden'));
    const changes = (await auditOf(packageId)).filter((action) => action.startsWith('package_maintainer'));
    expect(changes).toEqual(['package_maintainer_add', 'package_maintainer_remove']);
  });

  test('are people who exist; the owner needs no mention', async () => {
    const name = fresh();
    await platform.publish(alice, { name, version: '1.0.0' });
    const owners = () =>
      platform.as(undefined, async ({ context, request, actor }) =>
        (await context.listOwners(request, actor, name)).map(({ username }) => username),
      );

    await expect(setTo(alice, name, ['bob', 'nobody'])).rejects.toThrow(/user nobody not found/);
    await setTo(alice, name, ['BOB']);
    const revision = await revisionOf(name);
    await setTo(alice, name, ['alice', 'bob']);

    expect(await owners()).toEqual(['alice', 'bob']);
    expect(await revisionOf(name)).toBe(revision);
  });
});

describe('a namespace', () => {
  test('of a person is theirs alone, of nobody is free', async () => {
    await platform.publish(alice, { name: `alice-${fresh()}`, version: '1.0.0' });
    await platform.publish(bob, { name: `nobody-${fresh()}`, version: '1.0.0' });

    await expect(platform.upload(bob, { name: 'alice-mine', version: '1.0.0' })).rejects.toThrow(
      /the namespace alice belongs to somebody else/,
    );
    const may = await platform.as(bob, ({ context, request, actor }) =>
      context.permissions(request, actor, 'alice-mine'),
    );
    expect(may).toEqual({ exists: false, read: false, publish: false, delete: false });
  });

  test('of an organization is for those who publish there, and the package becomes its own', async () => {
    const { pool } = platform.api;
    const organization = '0198c0de-0000-7000-8000-00000000acce';
    await pool.query(sql.unsafe`
      insert into organizations (id, slug, name) values (${organization}, 'acme', 'Acme')`);
    await pool.query(sql.unsafe`
      insert into members (organization_id, user_id, role) values (${organization}, ${alice.id}, 'publisher')`);
    await pool.query(sql.unsafe`
      insert into repositories (id, slug, name, kind, visibility, owner_org_id)
      values ('0198c0de-0000-7000-8000-00000000accf', 'acme-main', 'Main', 'public', 'public', ${organization})`);
    const name = `acme-${fresh()}`;

    await platform.publish(alice, { name, version: '1.0.0' });

    expect((await rowOf(name))['repositoryId']).toBe('0198c0de-0000-7000-8000-00000000accf');
    await expect(platform.upload(bob, { name: 'acme-other', version: '1.0.0' })).rejects.toEqual(
      named('forbidden'),
    );
  });
});

describe('visibility', () => {
  test('of a new package is never broader than its repository, and later takes an administrator', async () => {
    const name = fresh();
    await platform.publish(alice, { name, version: '1.0.0', visibility: 'private' });
    const setTo = (person: Person, visibility: 'public' | 'private') =>
      platform.as(person, ({ context, request, actor }) =>
        context.setVisibility(request, actor, name, visibility),
      );

    await expect(setTo(bob, 'public')).rejects.toEqual(named('not_found'));
    await setTo(alice, 'public');
    expect(await versionsOf(name)).toEqual(['1.0.0']);
    await platform.api.pool.query(sql.unsafe`
      update repositories set visibility = 'private' where id = ${alice.repositoryId}`);
    await setTo(alice, 'private');
    await expect(setTo(alice, 'public')).rejects.toEqual(named('visibility_too_broad'));
    const other = fresh();
    await platform.publish(alice, { name: other, version: '1.0.0', visibility: 'public' });
    expect((await rowOf(other))['visibility']).toBe('private');
    await platform.api.pool.query(sql.unsafe`
      update repositories set visibility = 'public' where id = ${alice.repositoryId}`);
  });
});

describe('parts', () => {
  const sha256 = (letter: string) => letter.repeat(64);

  async function bring(
    person: Person,
    name: string,
    letter: string,
  ): Promise<{ digest: string; sizeBytes: number }> {
    const { pool } = platform.api;
    await holdBlob(pool, sha256(letter), 3);
    await pool.query(sql.unsafe`
      insert into package_blobs (ecosystem, name_key, digest, sha256, size_bytes, uploaded_by)
      values ('cargo', ${name}, ${`sha256:${sha256(letter)}`}, ${sha256(letter)}, 3, ${person.id})
      on conflict do nothing`);
    return { digest: `sha256:${sha256(letter)}`, sizeBytes: 3 };
  }

  test('that nobody brought are named and leave nothing behind', async () => {
    const name = fresh();
    const blobs = [{ digest: `sha256:${sha256('0')}`, sizeBytes: 3 }];

    await expect(platform.upload(alice, { name, version: '1.0.0', blobs })).rejects.toMatchObject({
      code: 'part_unknown',
      meta: { digest: blobs[0]?.digest },
    });
    const left = await platform.api.pool.any(sql.type(AnyRow)`select from packages where name = ${name}`);
    expect(left).toHaveLength(0);
  });

  test('of strangers are not for a new name, and anybody’s for those who may publish an old one', async () => {
    const name = fresh();
    const [mine, theirs] = [await bring(alice, name, 'a'), await bring(bob, name, 'b')];

    await expect(
      platform.upload(alice, { name, version: '1.0.0', blobs: [mine, theirs] }),
    ).rejects.toMatchObject({ meta: { digest: theirs.digest } });
    await platform.publish(alice, { name, version: '1.0.0', blobs: [mine, mine] });
    await platform.publish(alice, { name, version: '1.1.0', blobs: [mine, theirs] });
    await platform.api.pool.query(sql.unsafe`delete from package_blobs where name_key = ${name}`);
    const last = await platform.publish(alice, { name, version: '1.2.0', blobs: [theirs] });

    const linked = await platform.api.pool.any(sql.type(AnyRow)`
      select digest from release_blobs where release_id = ${last.releaseId}`);
    expect(linked).toEqual([{ digest: theirs.digest }]);
  });
});

describe('listings', () => {
  test('name what the caller may read, in byte order', async () => {
    const prefix = `zlist${fresh()}`;
    for (const [index, visibility] of (['public', 'private', 'public'] as const).entries()) {
      await platform.publish(alice, { name: `${prefix}x${index}`, version: '1.0.0', visibility });
    }
    const list = (person: Person | undefined, after: string, limit: number) =>
      platform.as(person, async ({ context, request, actor }: Asked) => {
        const page = await context.listPackages(request, actor, { after, limit });
        return [page.packages.map(({ name }) => name.slice(prefix.length)), page.hasMore];
      });

    expect(await list(undefined, prefix, 1)).toEqual([['x0'], true]);
    expect(await list(undefined, `${prefix}x0`, 5)).toEqual([['x2'], false]);
    expect(await list(alice, prefix, 5)).toEqual([['x0', 'x1', 'x2'], false]);
    expect(await list(bob, prefix, 5)).toEqual([['x0', 'x2'], false]);
  });

  test('of what is about a version are newest first, also before that version is there', async () => {
    const name = fresh();
    await platform.publish(alice, { name, version: '1.0.0' });
    await platform.publish(alice, { name, version: '1.0.1', subject: '5.0.0' });
    await platform.publish(alice, { name, version: '1.0.2', subject: '5.0.0+build' });
    await platform.upload(alice, { name, version: '1.0.3', subject: '5.0.0' });
    const about = (subject: string, page = { offset: 0, limit: 10 }) =>
      platform.as(undefined, async ({ context, request, actor }) =>
        (await context.listAbout(request, actor, name, subject, page)).map(({ version }) => version),
      );

    expect(await about('5.0.0')).toEqual(['1.0.2', '1.0.1']);
    expect(await about('5.0.0', { offset: 1, limit: 1 })).toEqual(['1.0.1']);
    expect(await about('6.0.0')).toEqual([]);
  });
});

describe('what is staged', () => {
  async function staged() {
    const name = fresh();
    const ref = await platform.upload(alice, { name, version: '1.0.0' });
    await platform.hold(ref, 'awaiting_approval');
    return { name, ref };
  }

  test('is found by its id and sent to its people only', async () => {
    const { name, ref } = await staged();
    const get = (person: Person, id: string) =>
      platform.as(person, ({ context, request, actor }) => context.staged.getById(request, actor, id));

    expect(await get(alice, ref.releaseId)).toMatchObject({ id: ref.releaseId, name, version: '1.0.0' });
    await expect(get(bob, ref.releaseId)).rejects.toEqual(named('not_found'));
    await expect(get(alice, ref.packageId)).rejects.toEqual(named('not_found'));
    await expect(get(alice, 'no id')).rejects.toEqual(named('not_found'));
    const bytes = await platform.as(alice, async ({ context, request, reply, actor }) => {
      await context.staged.send(request, reply, actor, name, '1.0.0');
      return reply.sent;
    });
    expect(bytes).toBe(true);
  });

  test('is visible once approved by somebody who may, and not while findings block it', async () => {
    const { name, ref } = await staged();
    const approve = (person: Person) =>
      platform.as(person, ({ context, request, actor }) =>
        context.staged.approve(request, actor, name, '1.0.0'),
      );
    const findings = () =>
      platform.as(alice, ({ context, request, actor }) =>
        context.staged.listOpenFindings(request, actor, name, '1.0.0'),
      );
    await platform.api.pool.query(sql.unsafe`
      insert into findings (id, package_id, release_id, fingerprint, kind, severity, title, description, file, scanner)
      values (${ref.releaseId}, ${ref.packageId}, ${ref.releaseId}, 'x', 'malware', 'critical', 'a virus', 'of the worst sort',
        'src/lib.rs', 'test/1')`);

    expect(await findings()).toEqual([{ severity: 'critical', title: 'a virus', file: 'src/lib.rs' }]);
    await expect(approve(alice)).rejects.toThrow('1 blocking finding(s) are open');
    await expect(approve(bob)).rejects.toEqual(named('not_found'));
    await platform.api.pool.query(sql.unsafe`
      update findings set is_resolved = true where release_id = ${ref.releaseId}`);
    await approve(alice);
    expect(await versionsOf(name)).toEqual(['1.0.0']);
    await expect(approve(alice)).rejects.toEqual(named('not_found'));
  });
});

describe('grants', () => {
  const issue = (person: Person | undefined, seconds = 60) =>
    platform.as(person, ({ context, actor }) =>
      context.grants.issue(actor, { access: [{ name: 'probe' }] }, seconds),
    );
  const open = (token: string) => platform.as(undefined, ({ context }) => context.grants.open(token));

  test('carry who it is and what the ecosystem said, anonymous callers included', async () => {
    const [hers, nobodys] = [await issue(alice), await issue(undefined)];

    expect(await open(hers)).toMatchObject({
      actor: { kind: 'user', userId: alice.id },
      claims: { access: [{ name: 'probe' }] },
    });
    expect(await open(nobodys)).toEqual({
      actor: { kind: 'anonymous' },
      claims: { access: [{ name: 'probe' }] },
    });
    expect(await open(`${hers}x`)).toBeUndefined();
    expect(await open('pub_something')).toBeUndefined();
  });

  test('end with their time and with the credential behind them', async () => {
    const token = await platform.api.createToken(alice.id);
    const grant = await issue({ ...alice, token });
    expect(await open(grant)).toMatchObject({ actor: { userId: alice.id } });

    await platform.api.pool.query(sql.unsafe`
      update tokens set revoked_at = now() where user_id = ${alice.id} and revoked_at is null
        and created_at = (select max(created_at) from tokens where user_id = ${alice.id})`);
    platform.api.deps.authenticator.forget({ kind: 'user', id: alice.id });

    await expect(open(grant)).rejects.toEqual(named('token_revoked'));
    await expect(open(await issue(bob, -60))).rejects.toEqual(named('token_expired'));
  });

  test('of one ecosystem are nothing in another, nor is a session a grant', async () => {
    const { config, authenticator } = platform.api.deps;
    const session = await authenticator.sessions.sign({
      id: alice.id,
      userId: alice.id,
      scopes: [],
      expiresAt: new Date(Date.now() + 60_000),
    });
    const grant = await issue(alice);

    expect(config.secrets.jwtSecret).not.toBe('');
    expect(await open(session)).toBeUndefined();
    await expect(authenticator.authenticate(grant)).rejects.toEqual(named('invalid_credentials'));
  });
});
