import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../store/postgres/pool.ts';
import { eventually } from '../support/eventually.ts';
import { AnyRow } from '../support/management.ts';
import {
  clientOf,
  freshName,
  hexOf,
  type PeopledParts,
  sha256Of,
  sha512Of,
  startPeopledParts,
} from '../support/parts.ts';

let platform: PeopledParts;
beforeAll(async () => {
  platform = await startPeopledParts();
});
afterAll(() => platform?.stop());

const mine = () => clientOf(platform.replica, platform.owner);

describe('an upload in pieces', () => {
  test('start, one piece, finish: readable for its uploader, byte by byte', async () => {
    const [name, bytes] = [freshName(), randomBytes(300_000)];
    const digest = sha256Of(bytes);

    const stored = await mine().push(name, bytes);
    const read = await mine().call('GET', `${name}/parts/${digest}`);

    expect(stored.body).toEqual({ digest, sha256: hexOf(digest), sizeBytes: bytes.length });
    expect(read.bytes.equals(bytes)).toBe(true);
    expect(read.headers.get('etag')).toBe(`"${digest}"`);
  });

  test('goes on at another replica, which hashes again', async () => {
    const [name, bytes] = [freshName(), randomBytes(2_000_000)];
    const upload = await mine().start(name);
    await mine().call('PATCH', upload, bytes.subarray(0, 700_000), { 'x-from': '0' });

    const theirs = clientOf(platform.other, platform.owner);
    const piece = await theirs.call('PATCH', upload, bytes.subarray(700_000), { 'x-from': '700000' });
    const stored = await theirs.call('PUT', `${upload}?digest=${sha256Of(bytes)}`);

    expect(piece.body['receivedBytes']).toBe(bytes.length);
    expect(stored.status).toBe(200);
    expect((await mine().call('GET', `${name}/parts/${sha256Of(bytes)}`)).bytes.equals(bytes)).toBe(true);
  });

  test('a piece that begins elsewhere is refused with where it has to begin', async () => {
    const upload = await mine().start(freshName());
    await mine().call('PATCH', upload, Buffer.alloc(100));

    const answer = await mine().call('PATCH', upload, Buffer.alloc(10), { 'x-from': '50' });

    expect(answer).toMatchObject({ status: 416, body: { code: 'range_mismatch', receivedBytes: 100 } });
    expect((await mine().call('GET', upload)).body['receivedBytes']).toBe(100);
  });

  test('what arrived of a piece that was cut off counts', async () => {
    const [name, bytes] = [freshName(), randomBytes(3_000_000)];
    const upload = await mine().start(name);
    const cut = request(`${platform.replica.url}/${upload}`, {
      method: 'PATCH',
      headers: { authorization: platform.owner.token, 'content-length': bytes.length },
    });
    cut.on('error', () => undefined);
    cut.write(bytes.subarray(0, 2_000_000));
    await eventually(async () => expect(await grownBytes()).toBeGreaterThan(1_000_000));
    cut.destroy();

    const received = await eventually(async () => {
      const { body } = await mine().call('GET', upload);
      expect(body['receivedBytes']).toBeGreaterThan(1_000_000);
      return Number(body['receivedBytes']);
    });
    await mine().call('PATCH', upload, bytes.subarray(received), { 'x-from': String(received) });
    const stored = await mine().call('PUT', `${upload}?digest=${sha256Of(bytes)}`);

    expect(stored.status).toBe(200);
  });

  test('while one piece arrives, a second is refused; the first is not harmed', async () => {
    const upload = await mine().start(freshName());
    const slow = request(`${platform.replica.url}/${upload}`, {
      method: 'PATCH',
      headers: { authorization: platform.owner.token, 'content-length': 6 },
    });
    const ended = new Promise((resolve) => slow.once('response', resolve));
    slow.write('one');
    await eventually(async () => expect(await countWriters(upload)).toBe(1));

    const second = await clientOf(platform.other, platform.owner).call('PATCH', upload, Buffer.from('x'));
    slow.end('two');
    await ended;
    const stored = await mine().call('PUT', `${upload}?digest=${sha256Of(Buffer.from('onetwo'))}`);

    expect(second).toMatchObject({ status: 409, body: { code: 'invalid_state' } });
    expect(stored.status).toBe(200);
  });

  test('a writer that died does not block others for long', async () => {
    const upload = await mine().start(freshName());
    await platform.management.pool.query(sql.unsafe`
      update blob_uploads set writer = gen_random_uuid(), writer_until = now() + interval '2 seconds'
      where id::text = ${idOf(upload)}`);
    expect((await mine().call('PATCH', upload, Buffer.from('x'))).status).toBe(409);

    await eventually(async () =>
      expect((await mine().call('PATCH', upload, Buffer.from('x'))).status).toBe(200),
    );
  });

  test('the wrong digest ends the upload, and nothing stays of it', async () => {
    const [name, bytes] = [freshName(), randomBytes(5000)];
    const upload = await mine().start(name);
    await mine().call('PATCH', upload, bytes);

    const answer = await mine().call('PUT', `${upload}?digest=${sha256Of(Buffer.from('other'))}`);

    expect(answer).toMatchObject({ status: 400, body: { code: 'digest_mismatch' } });
    expect((await mine().call('GET', upload)).status).toBe(404);
    expect(await platform.hasBytes(hexOf(sha256Of(bytes)))).toBe(false);
    expect(await readdir(join(platform.folder, '.growing'))).not.toContain(
      expect.stringContaining(idOf(upload)),
    );
  });

  test.each(['sha1:abc', 'sha256:ABC', `sha256:${'a'.repeat(63)}`, 'md5', ''])(
    'the digest %j is none',
    async (digest) => {
      const upload = await mine().start(freshName());

      expect(await mine().call('PUT', `${upload}?digest=${digest}`)).toMatchObject({
        body: { code: 'digest_mismatch' },
      });
    },
  );

  test('an empty part is one', async () => {
    const name = freshName();

    const stored = await mine().push(name, Buffer.alloc(0));
    const read = await mine().call('GET', `${name}/parts/${String(stored.body['digest'])}`);

    expect(stored.body['sizeBytes']).toBe(0);
    expect(read).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });
  });

  test.each(['sha256', 'sha512'])('a sha512 digest of an upload begun for %s', async (algorithm) => {
    const [name, bytes] = [freshName(), randomBytes(100_000)];
    const upload = await mine().start(name, algorithm);
    await mine().call('PATCH', upload, bytes);

    const stored = await mine().call('PUT', `${upload}?digest=${sha512Of(bytes)}`);
    const read = await mine().call('GET', `${name}/parts/${sha512Of(bytes)}`);

    expect(stored.body).toMatchObject({ digest: sha512Of(bytes), sha256: hexOf(sha256Of(bytes)) });
    expect(read.bytes.equals(bytes)).toBe(true);
    expect((await mine().call('GET', `${name}/parts/${sha256Of(bytes)}`)).status).toBe(404);
  });

  test('a part that grows too large is refused, what was there stays', async () => {
    const upload = await mine().start(freshName());
    await mine().call('PATCH', upload, Buffer.alloc(100));

    const answer = await mine().call('PATCH', upload, Buffer.alloc(100), { 'x-max': '150' });

    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large' } });
    expect((await mine().call('GET', upload)).body['receivedBytes']).toBe(100);
  });

  test('the platform has a limit of its own', async () => {
    const small = await platform.startReplica({ maxPartBytes: 1000 });
    const client = clientOf(small, platform.owner);

    const answer = await client.call('PATCH', await client.start(freshName()), Buffer.alloc(1001));

    expect(answer.status).toBe(413);
    await small.stop();
  });

  test('a cancelled upload is gone', async () => {
    const upload = await mine().start(freshName());
    await mine().call('PATCH', upload, Buffer.alloc(100));

    expect((await mine().call('DELETE', upload)).status).toBe(204);

    expect((await mine().call('GET', upload)).status).toBe(404);
    expect((await mine().call('PATCH', upload, Buffer.alloc(1))).status).toBe(404);
  });

  test('ten pushes of the same bytes at once all succeed', async () => {
    const [name, bytes] = [freshName(), randomBytes(500_000)];

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        clientOf(index % 2 ? platform.replica : platform.other, platform.owner).push(name, bytes),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect((await mine().call('GET', `${name}/parts/${sha256Of(bytes)}`)).bytes.equals(bytes)).toBe(true);
  });

  test('is continued by no other user, under no other name', async () => {
    const upload = await mine().start('firstname');

    expect((await clientOf(platform.replica, platform.stranger).call('GET', upload)).status).toBe(404);
    expect((await clientOf(platform.replica).call('GET', upload)).status).toBe(401);
    expect((await mine().call('GET', upload.replace('firstname', 'secondname'))).status).toBe(404);
    expect((await mine().call('GET', 'first-name/uploads/no-id')).status).toBe(404);
  });
});

const idOf = (upload: string) => upload.slice(upload.lastIndexOf('/') + 1);

async function countWriters(upload: string): Promise<number> {
  const { count } = await platform.management.pool.one(sql.type(AnyRow)`
    select count(*)::int as count from blob_uploads where writer is not null and id::text = ${idOf(upload)}`);
  return Number(count);
}

/** Bytes of all incomplete uploads. */
async function grownBytes(): Promise<number> {
  const folder = join(platform.folder, '.growing');
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (file) => {
      const found = await stat(join(folder, file)).catch(() => undefined);
      return found && Date.now() - found.mtimeMs < 5_000 ? found.size : 0;
    }),
  );
  return Math.max(0, ...sizes);
}
