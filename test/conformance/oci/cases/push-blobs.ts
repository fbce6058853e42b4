import { expect } from 'vitest';
import { may, must, should, type Case } from '../case.ts';
import { blobOf, octets, pushBlob, pushImage, startUpload, withDigest } from '../content.ts';
import { codesOf, digestOf, header, type Registry } from '../registry.ts';

async function expectPulled(registry: Registry, name: string, digest: string, bytes: Buffer): Promise<void> {
  const answer = await registry.ask('GET', `${name}/blobs/${digest}`);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual(bytes);
}

function chunk(registry: Registry, location: string, body: string, range?: string) {
  const headers = range === undefined ? {} : { 'content-range': range };
  return registry.ask('PATCH', location, octets(Buffer.from(body), headers));
}

/** The number of bytes in a range. */
function span(range: string): number {
  const [first = 0, last = 0] = range.split('-').map(Number);
  return last - first + 1;
}

export const pushBlobCases: Case[] = [
  must('an upload begins with a location below the mount that the client used', async (registry) => {
    const answer = await registry.ask('POST', `${registry.newName()}/blobs/uploads/`);

    expect([answer.status, answer.headers.get('range')]).toEqual([202, null]);
    expect(header(answer, 'location').startsWith(`${registry.mount}/`)).toBe(true);
  }),
  must('a blob is pushed by POST and then PUT', async (registry) => {
    const [name, blob] = [registry.newName(), blobOf()];
    const location = await startUpload(registry, name);

    const answer = await registry.ask('PUT', withDigest(location, blob.digest), octets(blob.bytes));

    expect(answer.status).toBe(201);
    expect(header(answer, 'location')).toBe(`${registry.mount}/${name}/blobs/${blob.digest}`);
    expect(header(answer, 'docker-content-digest')).toBe(blob.digest);
    expect((await registry.ask('GET', header(answer, 'location'))).body).toEqual(blob.bytes);
  }),
  must('a blob is pushed by a single POST', async (registry) => {
    const [name, blob] = [registry.newName(), blobOf()];

    const answer = await registry.ask(
      'POST',
      `${name}/blobs/uploads/?digest=${blob.digest}`,
      octets(blob.bytes),
    );

    expect(answer.status).toBe(201);
    await expectPulled(registry, name, blob.digest, blob.bytes);
  }),
  must('a single POST whose digest is another one is refused and leaves nothing', async (registry) => {
    const [name, blob] = [registry.newName(), blobOf()];
    const wrong = digestOf('something else');

    const answer = await registry.ask('POST', `${name}/blobs/uploads/?digest=${wrong}`, octets(blob.bytes));

    expect([answer.status, codesOf(answer)]).toEqual([400, ['DIGEST_INVALID']]);
    for (const digest of [wrong, blob.digest]) {
      expect(await registry.ask('HEAD', `${name}/blobs/${digest}`)).toMatchObject({ status: 404 });
    }
  }),
  must('a PUT whose digest is another one is refused and ends the upload', async (registry) => {
    const [name, blob] = [registry.newName(), blobOf()];
    const location = await startUpload(registry, name);

    const answer = await registry.ask('PUT', withDigest(location, digestOf('other')), octets(blob.bytes));

    expect([answer.status, codesOf(answer)]).toEqual([400, ['DIGEST_INVALID']]);
    const status = await registry.ask('GET', location);
    expect([status.status, codesOf(status)]).toEqual([404, ['BLOB_UPLOAD_UNKNOWN']]);
  }),
  must('a blob is pushed in chunks, each where the last one ended', async (registry) => {
    const [name, blob] = [registry.newName(), blobOf('0123456789')];
    const location = await startUpload(registry, name);

    const first = await chunk(registry, location, '0123', '0-3');
    const second = await chunk(registry, header(first, 'location'), '4567', '4-7');
    const third = await chunk(registry, header(second, 'location'), '89', '8-9');
    const closed = await registry.ask('PUT', withDigest(header(third, 'location'), blob.digest));

    expect([first, second, third].map(({ status, headers }) => [status, headers.get('range')])).toEqual([
      [202, '0-3'],
      [202, '0-7'],
      [202, '0-9'],
    ]);
    expect(closed.status).toBe(201);
    await expectPulled(registry, name, blob.digest, blob.bytes);
  }),
  must('the last chunk may come with the PUT that ends the upload', async (registry) => {
    const [name, blob] = [registry.newName(), blobOf('0123456789')];
    const first = await chunk(registry, await startUpload(registry, name), '01234', '0-4');

    const closed = await registry.ask(
      'PUT',
      withDigest(header(first, 'location'), blob.digest),
      octets(Buffer.from('56789'), { 'content-range': '5-9' }),
    );

    expect(closed.status).toBe(201);
    await expectPulled(registry, name, blob.digest, blob.bytes);
  }),
  must('a chunk out of order is 416, and the upload goes on where it stands', async (registry) => {
    const [name, blob] = [registry.newName(), blobOf('0123456789')];
    const location = await startUpload(registry, name);
    const early = await chunk(registry, location, '56789', '5-9');
    await chunk(registry, location, '01234', '0-4');

    const again = await chunk(registry, location, '01234', '0-4');
    const gap = await chunk(registry, location, '789', '7-9');
    const closing = await registry.ask(
      'PUT',
      withDigest(location, blob.digest),
      octets(Buffer.from('9'), { 'content-range': '9-9' }),
    );

    expect([early.status, early.headers.get('range')]).toEqual([416, '0-0']);
    for (const refused of [again, gap, closing]) {
      expect([refused.status, codesOf(refused), refused.headers.get('range')]).toEqual([
        416,
        ['BLOB_UPLOAD_INVALID'],
        '0-4',
      ]);
    }
    await chunk(registry, header(gap, 'location'), '56789', '5-9');
    expect(await registry.ask('PUT', withDigest(location, blob.digest))).toMatchObject({ status: 201 });
  }),
  must('a client that sent a chunk too early finds out where to go on', async (registry) => {
    const [name, blob] = [registry.newName(), blobOf('0123456789')];
    let location = await startUpload(registry, name);

    for (const [wrong, right, body] of [
      ['4-7', '0-3', '0123'],
      ['8-9', '4-7', '4567'],
      ['0-1', '8-9', '89'],
    ] as const) {
      const refused = await chunk(registry, location, body.slice(0, span(wrong)).padEnd(span(wrong)), wrong);
      const status = await registry.ask('GET', header(refused, 'location'));
      expect([refused.status, status.status]).toEqual([416, 204]);
      expect(header(status, 'range')).toMatch(/^0-\d+$/);
      expect(header(refused, 'range')).toBe(header(status, 'range'));
      location = header(await chunk(registry, header(status, 'location'), body, right), 'location');
    }
    expect(await registry.ask('PUT', withDigest(location, blob.digest))).toMatchObject({ status: 201 });
    await expectPulled(registry, name, blob.digest, blob.bytes);
  }),
  must('a range that is none is 416', async (registry) => {
    const location = await startUpload(registry, registry.newName());

    for (const range of ['bytes 0-3/4', '3-0', '0-', '-3', 'x']) {
      expect(await chunk(registry, location, '0123', range)).toMatchObject({ status: 416 });
    }
  }),
  must('a chunk that is not as long as it says is refused', async (registry) => {
    const location = await startUpload(registry, registry.newName());

    expect(await chunk(registry, location, '0123', '0-9')).toMatchObject({ status: 400 });
  }),
  must('the status of an upload says where it stands', async (registry) => {
    const name = registry.newName();
    const location = await startUpload(registry, name);
    const empty = await registry.ask('GET', location);
    await chunk(registry, location, '01234', '0-4');

    const answer = await registry.ask('GET', location);

    expect([empty.status, empty.headers.get('range')]).toEqual([204, '0-0']);
    expect([answer.status, answer.headers.get('range')]).toEqual([204, '0-4']);
    expect(header(answer, 'location').startsWith(`${registry.mount}/${name}/blobs/uploads/`)).toBe(true);
  }),
  must('a blob is streamed without anybody knowing its length', async (registry) => {
    const [name, blob] = [registry.newName(), blobOf('streamed bytes')];
    const location = await startUpload(registry, name);
    const body = new Blob([new Uint8Array(blob.bytes)]).stream();

    const answer = await registry.ask('PATCH', location, { body });

    expect([answer.status, answer.headers.get('range')]).toEqual([202, `0-${blob.bytes.length - 1}`]);
    expect(await registry.ask('PUT', withDigest(location, blob.digest))).toMatchObject({ status: 201 });
    await expectPulled(registry, name, blob.digest, blob.bytes);
  }),
  must('an upload of another repository is unknown', async (registry) => {
    const location = await startUpload(registry, registry.newName());
    const id = location.split('/').at(-1) ?? '';

    const answer = await registry.ask('GET', `${registry.newName()}/blobs/uploads/${id}`);

    expect([answer.status, codesOf(answer)]).toEqual([404, ['BLOB_UPLOAD_UNKNOWN']]);
  }),
  must('an upload that was never begun is unknown to every method', async (registry) => {
    const location = `${registry.newName()}/blobs/uploads/00000000-0000-7000-8000-000000000000`;

    for (const [method, path] of [
      ['GET', location],
      ['PATCH', location],
      ['PUT', withDigest(location, digestOf(''))],
      ['DELETE', location],
    ] as const) {
      const answer = await registry.ask(method, path);
      expect([method, answer.status, codesOf(answer)]).toEqual([method, 404, ['BLOB_UPLOAD_UNKNOWN']]);
    }
  }),
  must('a PUT without a digest, or with one of an unknown algorithm, is refused', async (registry) => {
    const location = await startUpload(registry, registry.newName());

    for (const path of [location, withDigest(location, 'sha256:12'), withDigest(location, 'md5:abc')]) {
      const answer = await registry.ask('PUT', path);
      expect([answer.status, codesOf(answer)]).toEqual([400, ['DIGEST_INVALID']]);
    }
  }),
  must('an empty blob is a blob', async (registry) => {
    const [name, blob] = [registry.newName(), blobOf('')];

    await pushBlob(registry, name, blob);

    await expectPulled(registry, name, blob.digest, blob.bytes);
  }),
  must('a blob may be pushed again', async (registry) => {
    const [name, blob] = [registry.newName(), blobOf()];

    await Promise.all([1, 2, 3].map(() => pushBlob(registry, name, blob)));

    await expectPulled(registry, name, blob.digest, blob.bytes);
  }),
  must('a blob is mounted from a repository that has it', async (registry) => {
    const [source, name, blob] = [registry.newName(), registry.newName(), blobOf()];
    await pushBlob(registry, source, blob);

    const answer = await registry.ask('POST', `${name}/blobs/uploads/?mount=${blob.digest}&from=${source}`);

    expect(answer.status).toBe(201);
    expect(header(answer, 'location')).toBe(`${registry.mount}/${name}/blobs/${blob.digest}`);
    await expectPulled(registry, name, blob.digest, blob.bytes);
  }),
  must('a mount that cannot be done begins an upload', async (registry) => {
    const [name, blob] = [registry.newName(), blobOf()];
    const nowhere = registry.newName();
    await pushImage(registry, name);

    for (const query of [
      `mount=${blob.digest}&from=${nowhere}`,
      `mount=${blob.digest}&from=${name}`,
      `mount=${blob.digest}&from=Not/A/Name`,
      `mount=nonsense&from=${name}`,
      `mount=${blob.digest}`,
    ]) {
      const answer = await registry.ask('POST', `${name}/blobs/uploads/?${query}`);
      expect([query, answer.status]).toEqual([query, 202]);
      expect(header(answer, 'location')).toContain('/blobs/uploads/');
    }
  }),
  may('a blob is mounted from wherever it is', async (registry) => {
    const [source, name, blob] = [registry.newName(), registry.newName(), blobOf()];
    await pushBlob(registry, source, blob);

    const answer = await registry.ask('POST', `${name}/blobs/uploads/?mount=${blob.digest}`);

    expect(answer.status).toBe(201);
    await expectPulled(registry, name, blob.digest, blob.bytes);
  }),
  should('blobs may have SHA-512 digests', async (registry) => {
    const [name, blob] = [registry.newName(), blobOf('longer', 'sha512')];

    await pushBlob(registry, name, blob);

    await expectPulled(registry, name, blob.digest, blob.bytes);
    const answer = await registry.ask('POST', `${name}/blobs/uploads/?digest-algorithm=sha512`);
    const other = blobOf('other', 'sha512');
    await chunk(registry, header(answer, 'location'), 'other');
    const closed = await registry.ask('PUT', withDigest(header(answer, 'location'), other.digest));
    expect([closed.status, closed.headers.get('docker-content-digest')]).toEqual([201, other.digest]);
  }),
  may('an upload is given up', async (registry) => {
    const location = await startUpload(registry, registry.newName());

    expect(await registry.ask('DELETE', location)).toMatchObject({ status: 204 });
    expect(await registry.ask('GET', location)).toMatchObject({ status: 404 });
  }),
  must('a name that is none is refused', async (registry) => {
    for (const name of ['UPPER/case', 'a..b', '-a/b', 'a%2Fb', 'a__'.repeat(100)]) {
      const answer = await registry.ask('POST', `${name}/blobs/uploads/`);
      expect([name, answer.status, codesOf(answer)]).toEqual([name, 400, ['NAME_INVALID']]);
    }
  }),
];
