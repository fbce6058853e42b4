import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holdBlob } from '../../../store/postgres/releases/artifacts.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { AnyRow, type Person } from '../../support/management.ts';
import type { Asked } from '../../support/route-context.ts';
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

  test('that were never uploaded are named and leave nothing behind', async () => {
    const name = platform.fresh();
    const blobs = [{ digest: `sha256:${sha256('0')}`, sizeBytes: 3 }];

    await expect(platform.upload(alice, { name, version: '1.0.0', blobs })).rejects.toMatchObject({
      code: 'part_unknown',
      meta: { digest: blobs[0]?.digest },
    });
    const left = await platform.api.pool.any(sql.type(AnyRow)`select from packages where name = ${name}`);
    expect(left).toHaveLength(0);
  });

  test('of strangers are not for a new name, and anybody’s for those who may publish an old one', async () => {
    const name = platform.fresh();
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
    const prefix = `zlist${platform.fresh()}`;
    for (const [index, visibility] of (['public', 'private', 'public'] as const).entries()) {
      await platform.publish(alice, { name: `${prefix}x${index}`, version: '1.0.0', visibility });
    }
    const list = (person: Person | undefined, after: string, limit: number) =>
      platform.as(person, async ({ context, caller }: Asked) => {
        const page = await context.packages.list(caller, { after, limit });
        return [page.packages.map(({ name }) => name.slice(prefix.length)), page.hasMore];
      });

    expect(await list(undefined, prefix, 1)).toEqual([['x0'], true]);
    expect(await list(undefined, `${prefix}x0`, 5)).toEqual([['x2'], false]);
    expect(await list(alice, prefix, 5)).toEqual([['x0', 'x1', 'x2'], false]);
    expect(await list(bob, prefix, 5)).toEqual([['x0', 'x2'], false]);
  });

  test('of what is about a version are newest first, also before that version is there', async () => {
    const name = platform.fresh();
    await platform.publish(alice, { name, version: '1.0.0' });
    await platform.publish(alice, { name, version: '1.0.1', subject: '5.0.0' });
    await platform.publish(alice, { name, version: '1.0.2', subject: '5.0.0+build' });
    await platform.upload(alice, { name, version: '1.0.3', subject: '5.0.0' });
    const about = (subject: string, page = { offset: 0, limit: 10 }) =>
      platform.as(undefined, async ({ context, caller }) =>
        (await context.releases.listAbout(caller, name, subject, page)).map(({ version }) => version),
      );

    expect(await about('5.0.0')).toEqual(['1.0.2', '1.0.1']);
    expect(await about('5.0.0', { offset: 1, limit: 1 })).toEqual(['1.0.1']);
    expect(await about('6.0.0')).toEqual([]);
  });
});

describe('what is staged', () => {
  async function staged() {
    const name = platform.fresh();
    const ref = await platform.upload(alice, { name, version: '1.0.0' });
    await platform.hold(ref, 'awaiting_approval');
    return { name, ref };
  }

  test('is found by its id and sent to its people only', async () => {
    const { name, ref } = await staged();
    const get = (person: Person, id: string) =>
      platform.as(person, ({ context, caller }) => context.staging.releases.getById(caller, id));

    expect(await get(alice, ref.releaseId)).toMatchObject({ id: ref.releaseId, name, version: '1.0.0' });
    await expect(get(bob, ref.releaseId)).rejects.toEqual(named('not_found'));
    await expect(get(alice, ref.packageId)).rejects.toEqual(named('not_found'));
    await expect(get(alice, 'no id')).rejects.toEqual(named('not_found'));
    const bytes = await platform.as(alice, async ({ context, reply, caller }) => {
      await context.staging.releases.send(caller, reply, name, '1.0.0');
      return reply.sent;
    });
    expect(bytes).toBe(true);
  });

  test('is visible once approved by a user who may, and not while findings block it', async () => {
    const { name, ref } = await staged();
    const approve = (person: Person) =>
      platform.as(person, ({ context, caller }) => context.staging.releases.approve(caller, name, '1.0.0'));
    const findings = () =>
      platform.as(alice, ({ context, caller }) =>
        context.staging.releases.listOpenFindings(caller, name, '1.0.0'),
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
    expect(await platform.versionsOf(name)).toEqual(['1.0.0']);
    await expect(approve(alice)).rejects.toEqual(named('not_found'));
  });
});

test('names that are hidden are told apart from those that are public, missing or one’s own', async () => {
  const [open, closed, missing] = [platform.fresh(), platform.fresh(), platform.fresh()];
  await platform.publish(alice, { name: open, version: '1.0.0' });
  await platform.publish(alice, { name: closed, version: '1.0.0', visibility: 'private' });
  const hidden = (person: Person | undefined) =>
    platform.as(person, async ({ context, caller }) => [
      ...(await context.packages.listHidden(caller.actor, [open, closed, missing])),
    ]);

  expect(await hidden(undefined)).toEqual([closed]);
  expect(await hidden(bob)).toEqual([closed]);
  expect(await hidden(alice)).toEqual([]);
});
