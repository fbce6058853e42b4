import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../store/postgres/pool.ts';
import type { Person } from '../support/management.ts';
import {
  clientOf,
  freshName,
  hexOf,
  type PeopledParts,
  sha256Of,
  startPeopledParts,
} from '../support/parts.ts';

let platform: PeopledParts;
beforeAll(async () => {
  platform = await startPeopledParts();
});
afterAll(() => platform?.stop());

const mine = () => clientOf(platform.replica, platform.owner);

describe('who writes', () => {
  test('anonymous callers and tokens without the scope do not', async () => {
    const token = await platform.management.createToken(platform.owner.id, ['tokens:read']);

    expect((await clientOf(platform.replica).call('POST', 'any-name/uploads')).status).toBe(401);
    expect((await clientOf(platform.replica, { token }).call('POST', 'any-name/uploads')).status).toBe(403);
  });

  test('under the name of a package only who may publish it', async () => {
    const name = freshName();
    await platform.publish(platform.owner, name, []);

    expect((await mine().call('POST', `${name}/uploads`)).status).toBe(200);
    expect((await clientOf(platform.replica, platform.stranger).call('POST', `${name}/uploads`)).status).toBe(
      403,
    );
  });

  test('a name that can not exist is refused', async () => {
    expect(await mine().call('POST', '9-starts-with-a-digit/uploads')).toMatchObject({
      status: 422,
      body: { code: 'invalid_name' },
    });
  });
});

describe('who reads', () => {
  test('before a release the uploader alone; with a visible release all', async () => {
    const [name, bytes] = [freshName(), randomBytes(1000)];
    const digest = sha256Of(bytes);
    await mine().push(name, bytes);
    const read = async (person?: Person) =>
      (await clientOf(platform.replica, person).call('GET', `${name}/parts/${digest}`)).status;

    const before = [await read(platform.owner), await read(platform.stranger), await read()];
    await platform.publish(platform.owner, name, [digest]);
    const after = [await read(platform.owner), await read(platform.stranger), await read()];

    expect({ before, after }).toEqual({ before: [200, 404, 404], after: [200, 200, 200] });
  });

  test.each<[string, 'quarantine' | 'rejected', number[]]>([
    ['held', 'quarantine', [200, 404, 404]],
    ['rejected', 'rejected', [200, 404, 404]],
  ])('parts of a %s release are hidden', async (_what, state, expected) => {
    const [name, bytes] = [freshName(), randomBytes(1000)];
    await mine().push(name, bytes);
    await platform.publish(platform.owner, name, [sha256Of(bytes)], { state });

    const path = `${name}/parts/${sha256Of(bytes)}`;
    const people = [platform.owner, platform.stranger, undefined];
    const answers = await Promise.all(
      people.map((person) => clientOf(platform.replica, person).call('GET', path)),
    );

    expect(answers.map(({ status }) => status)).toEqual(expected);
  });

  test('parts of a private package stay private, and so do copies of them', async () => {
    const [name, bytes] = [freshName(), randomBytes(1000)];
    await mine().push(name, bytes);
    await platform.publish(platform.owner, name, [sha256Of(bytes)], { visibility: 'private' });

    const path = `${name}/parts/${sha256Of(bytes)}`;
    const own = await mine().call('GET', path);

    expect(own.status).toBe(200);
    expect(own.headers.get('cache-control')).toMatch(/^private/);
    expect((await clientOf(platform.replica, platform.stranger).call('GET', path)).status).toBe(404);
  });

  test('the second read of a visible part costs no query, until the package changes', async () => {
    const [name, bytes] = [freshName(), randomBytes(1000)];
    await mine().push(name, bytes);
    const { packageId } = await platform.publish(platform.owner, name, [sha256Of(bytes)]);
    const path = `${name}/parts/${sha256Of(bytes)}`;
    const read = async () => (await clientOf(platform.replica).call('GET', path)).status;
    await read();
    platform.replica.lookups.length = 0;

    await read();
    expect(platform.replica.lookups).toEqual(['hit']);
    await platform.management.pool.query(sql.unsafe`
      update releases set state = 'deleted' where package_id = ${packageId}`);
    platform.replica.forget(packageId);

    expect(await read()).toBe(404);
  });

  test('HEAD, ranges and conditions are answered as for any file', async () => {
    const [name, bytes] = [freshName(), randomBytes(1000)];
    await mine().push(name, bytes);
    await platform.publish(platform.owner, name, [sha256Of(bytes)]);
    const path = `${name}/parts/${sha256Of(bytes)}`;
    const anybody = clientOf(platform.replica);

    const head = await anybody.call('HEAD', path);
    const range = await anybody.call('GET', path, undefined, { range: 'bytes=10-19' });
    const same = await anybody.call('GET', path, undefined, { 'if-none-match': `"${sha256Of(bytes)}"` });

    expect([head.status, head.headers.get('content-length')]).toEqual([200, '1000']);
    expect(head.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect([range.status, range.bytes.equals(bytes.subarray(10, 20))]).toEqual([206, true]);
    expect(same.status).toBe(304);
  });
});

describe('a part that is mounted', () => {
  test('is there without its bytes being sent', async () => {
    const [from, to, bytes] = [freshName(), freshName(), randomBytes(1000)];
    const digest = sha256Of(bytes);
    await mine().push(from, bytes);

    const mounted = await mine().call('POST', `${to}/mounts?from=${from}&digest=${digest}`);

    expect(mounted.body).toEqual({ digest, sha256: hexOf(digest), sizeBytes: 1000 });
    expect((await mine().call('GET', `${to}/parts/${digest}`)).status).toBe(200);
  });

  test('comes from no name that hides it, whether that is said or not', async () => {
    const [from, bytes] = [freshName(), randomBytes(1000)];
    const digest = sha256Of(bytes);
    await mine().push(from, bytes);
    await platform.publish(platform.owner, from, [digest], { visibility: 'private' });
    const theirs = clientOf(platform.replica, platform.stranger);

    const named = await theirs.call('POST', `${freshName()}/mounts?from=${from}&digest=${digest}`);
    const unnamed = await theirs.call('POST', `${freshName()}/mounts?digest=${digest}`);

    expect([named.status, unnamed.status]).toEqual([202, 202]);
  });

  test('comes from anywhere it may be read', async () => {
    const [from, to, bytes] = [freshName(), freshName(), randomBytes(1000)];
    await mine().push(from, bytes);
    await platform.publish(platform.owner, from, [sha256Of(bytes)]);
    const theirs = clientOf(platform.replica, platform.stranger);

    const mounted = await theirs.call('POST', `${to}/mounts?digest=${sha256Of(bytes)}`);

    expect(mounted.status).toBe(200);
    expect((await theirs.call('GET', `${to}/parts/${sha256Of(bytes)}`)).status).toBe(200);
  });

  test('must exist', async () => {
    const answer = await mine().call('POST', `${freshName()}/mounts?digest=${sha256Of(Buffer.from('no'))}`);

    expect(answer.status).toBe(202);
  });
});

describe('what a release may refer to', () => {
  test('parts of the same person for a new name, of anybody for a package', async () => {
    const [name, own, foreign] = [freshName(), randomBytes(10), randomBytes(10)];
    await mine().push(name, own);
    await clientOf(platform.replica, platform.stranger).push(name, foreign);
    const digests = [own, foreign, Buffer.from('missing')].map(sha256Of);
    const listMissing = async () =>
      (await mine().call('GET', `${name}/missing?digests=${digests.join(',')}`)).body;

    const before = await listMissing();
    await platform.publish(platform.owner, name, []);
    const after = await listMissing();

    expect(before).toEqual(digests.slice(1));
    expect(after).toEqual(digests.slice(2));
  });
});

describe('a part that is taken away', () => {
  test('is gone, unless a release refers to it', async () => {
    const [name, used, unused] = [freshName(), randomBytes(10), randomBytes(10)];
    await mine().push(name, used);
    await mine().push(name, unused);
    await platform.publish(platform.owner, name, [sha256Of(used)]);
    const remove = async (bytes: Buffer) =>
      (await mine().call('DELETE', `${name}/parts/${sha256Of(bytes)}`)).body['code'] ?? 'gone';

    expect([await remove(used), await remove(unused), await remove(unused)]).toEqual([
      'invalid_state',
      'gone',
      'not_found',
    ]);
    expect((await mine().call('GET', `${name}/parts/${sha256Of(unused)}`)).status).toBe(404);
  });

  test('by no other user', async () => {
    const [name, bytes] = [freshName(), randomBytes(10)];
    await mine().push(name, bytes);

    const answer = await clientOf(platform.replica, platform.stranger).call(
      'DELETE',
      `${name}/parts/${sha256Of(bytes)}`,
    );

    expect(answer.status).toBe(404);
  });
});
