import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metadataOf, pomOf } from '../../../ecosystems/maven/fixtures/pom.ts';
import { type Ask, ask as askRaw } from '../../security/raw-request.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { type Coordinates, hexOf, mavenRequests, newCoordinates } from './requests.ts';

const jar = 'The quick brown fox';
const gradle = 'Gradle/8.5 (Linux;6.1;amd64) (Debian;17.0.9;17.0.9+9)';
let platform: Platform;
let author: TestUser;
let maven: ReturnType<typeof mavenRequests>;
let at: Coordinates;
let paths: Record<
  'file' | 'checksum' | 'metadata' | 'metadata sum' | 'versions' | 'files' | 'groups',
  string
>;

beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
  maven = mavenRequests(platform);
  at = newCoordinates();
  expect((await maven.deploy(at, author.token, jar)).status).toBe(201);
  const folder = maven.folderOf(at);
  paths = {
    file: maven.fileOf(at, '.jar'),
    checksum: maven.fileOf(at, '.jar.sha1'),
    metadata: `${folder}/maven-metadata.xml`,
    'metadata sum': `${folder}/maven-metadata.xml.sha1`,
    versions: `${folder}/`,
    files: `${folder}/${at.version}/`,
    groups: `${at.group.replaceAll('.', '/')}/`,
  };
});
afterAll(() => platform?.stop());

const ask = (path: string, more: Omit<Ask, 'path'> = {}) =>
  askRaw(platform.url, { path: `/maven/${path}`, ...more });

describe('HEAD', () => {
  it('says of everything what GET says, without the bytes', async () => {
    for (const [what, path] of Object.entries(paths)) {
      const whole = await ask(path);
      const head = await ask(path, { method: 'HEAD' });

      expect([what, whole.status, head.status, head.text]).toEqual([what, 200, 200, '']);
      for (const name of ['content-length', 'content-type', 'etag', 'cache-control', 'x-checksum-sha1']) {
        expect([what, name, head.headers[name]]).toEqual([what, name, whole.headers[name]]);
      }
      expect([what, head.headers['content-length']]).toEqual([what, String(Buffer.byteLength(whole.text))]);
    }
  });

  it('of what is not there is a 404 like GET', async () => {
    for (const path of [
      maven.fileOf(at, '-sources.jar'),
      `${paths.file}.asc`,
      'org/unknown/',
      'a',
      '..%2fx',
    ]) {
      const head = await ask(path, { method: 'HEAD' });

      expect([path, head.status, head.text]).toEqual([path, 404, '']);
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    }
  });
});

describe('what is not there', () => {
  it.each([
    'archetype-catalog.xml',
    '.index/nexus-maven-repository-index.properties',
    '.index/nexus-maven-repository-index.gz',
    '.meta/prefixes.txt',
    'org/unknown/probe/maven-metadata.xml',
    'org/unknown/probe/maven-metadata.xml.sha1',
    'org/unknown/probe/1.0.0/probe-1.0.0.pom',
    'org/unknown/probe/1.0.0/probe-1.0.0.pom.sha256',
  ])('is told in a line of text that may be kept for half a minute: %s', async (path) => {
    const answer = await ask(path);

    expect(answer).toMatchObject({
      status: 404,
      text: expect.stringMatching(/^[^\n<]+\n$/),
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'max-age=30' },
    });
  });

  it('is there at once when it comes, however often it was asked for', async () => {
    const own = newCoordinates();
    const paths = [
      maven.fileOf(own, '.jar'),
      maven.fileOf(own, '.jar.sha1'),
      maven.fileOf(own, '-sources.jar'),
    ];
    for (const path of [...paths, ...paths]) expect((await ask(path)).status).toBe(404);

    await maven.deploy(own, author.token, jar);
    expect([await ask(paths[0] ?? ''), await ask(paths[1] ?? '')]).toMatchObject([
      { status: 200, text: jar },
      { status: 200, text: hexOf('sha1', jar) },
    ]);
    await maven.putFile(own, '-sources.jar', author.token, 'sources');
    expect((await ask(paths[2] ?? '')).text).toBe('sources');
  });

  it('is a checksum in capitals, which can not be sent either', async () => {
    expect((await ask(`${paths.file}.SHA1`)).status).toBe(404);
    const sent = await maven.putFile(at, '.jar.SHA1', author.token, hexOf('sha1', jar));
    expect([sent.status, await sent.text()]).toEqual([400, expect.stringContaining('small letters')]);
    // the digest inside the file may have capitals
    const capitals = hexOf('sha1', jar).toUpperCase();
    expect((await maven.putFile(at, '.jar.sha1', author.token, capitals)).status).toBe(201);
  });

  it('and what is refused stands in the status line, which is all that Maven 3 shows', async () => {
    const { statusText } = await maven.put(
      'org/acme/probe/1.0-SNAPSHOT/probe-1.0-SNAPSHOT.jar',
      author.token,
      'x',
    );

    expect(statusText).toBe(
      'snapshot versions are not supported by this repository; deploy a release version',
    );
  });
});

describe('a part', () => {
  it.each([
    ['bytes=4-8', 206, 'quick', 'bytes 4-8/19'],
    ['bytes=16-', 206, 'fox', 'bytes 16-18/19'],
    ['bytes=-3', 206, 'fox', 'bytes 16-18/19'],
    ['bytes=4-8,10-12', 200, jar, undefined],
    ['lines=1-2', 200, jar, undefined],
    ['bytes=19-', 416, '', 'bytes */19'],
  ])('of a file by %s is answered with %i', async (range, status, text, contentRange) => {
    const answer = await ask(paths.file, { headers: { range } });

    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([
      status,
      text,
      contentRange,
    ]);
  });

  it('of a file is sent only of the bytes that the client has the rest of', async () => {
    const range = 'bytes=4-8';

    const same = await ask(paths.file, { headers: { range, 'if-range': `"${hexOf('sha256', jar)}"` } });
    const other = await ask(paths.file, { headers: { range, 'if-range': '"another"' } });

    expect([same.status, same.text, other.status, other.text]).toEqual([206, 'quick', 200, jar]);
  });

  it('of metadata, checksums and listings is all of it', async () => {
    for (const [what, path] of Object.entries(paths)) {
      if (what === 'file') continue;

      const answer = await ask(path, { headers: { range: 'bytes=0-3' } });

      expect([what, answer.status, answer.text]).toEqual([what, 200, (await ask(path)).text]);
    }
  });
});

describe('a conditional read', () => {
  it('of a file or metadata that the client has is a 304 without bytes', async () => {
    for (const what of ['file', 'metadata', 'metadata sum'] as const) {
      const { headers } = await ask(paths[what]);
      const etag = headers['etag'] ?? '';
      expect([what, etag]).toEqual([what, expect.stringMatching(/^"\S+"$/)]);

      for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const known = await ask(paths[what], { headers: { 'if-none-match': tags } });
        expect([what, tags, known.status, known.text]).toEqual([what, tags, 304, '']);
      }
      const other = await ask(paths[what], { headers: { 'if-none-match': '"other"' } });
      expect([what, other.status]).toEqual([what, 200]);
    }
  });

  it('of metadata by its time is a 304 until the next version', async () => {
    const own = newCoordinates();
    await maven.deploy(own, author.token);
    const path = `${maven.folderOf(own)}/maven-metadata.xml`;
    const first = await ask(path);
    const headers = { 'if-modified-since': first.headers['last-modified'] ?? '' };
    const byTag = { 'if-none-match': first.headers['etag'] ?? '' };

    const before = [(await ask(path, { headers })).status, (await ask(path, { headers: byTag })).status];
    expect((await maven.deploy({ ...own, version: '1.1.0' }, author.token)).status).toBe(201);
    const after = await ask(path, { headers: byTag });

    expect([before, after.status]).toEqual([[304, 304], 200]);
    expect(after.text).toContain('<release>1.1.0</release>');
    expect((await ask(`${path}.sha1`)).text).toBe(hexOf('sha1', after.text));
  });

  it('of a listing is answered in full: it has no tag', async () => {
    for (const what of ['versions', 'files', 'groups'] as const) {
      const answer = await ask(paths[what], { headers: { 'if-none-match': '"x"' } });

      expect([what, answer.status, answer.headers['etag']]).toEqual([what, 200, undefined]);
    }
  });
});

/** Sends the body only after `100 Continue`, as Maven's transports do. */
function putAsking(
  path: string,
  body: string,
  token?: string,
): Promise<{ status: number; isAsked: boolean }> {
  return new Promise((resolve, reject) => {
    const headers = {
      expect: '100-continue',
      'content-length': Buffer.byteLength(body),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    let isAsked = false;
    const outgoing = request(`${platform.url}/maven/${path}`, { method: 'PUT', headers }, (incoming) => {
      incoming.resume().once('end', () => {
        resolve({ status: incoming.statusCode ?? 0, isAsked });
        if (!isAsked) outgoing.destroy();
      });
    });
    outgoing.once('continue', () => {
      isAsked = true;
      outgoing.end(body);
    });
    outgoing.on('error', reject);
    outgoing.flushHeaders();
  });
}

describe('Expect: 100-continue', () => {
  it('asks for the bytes of what may be sent', async () => {
    const own = newCoordinates();
    const metadata = metadataOf({ ...own, versions: [own.version] });

    for (const [path, body] of [
      [maven.fileOf(own, '.jar'), jar],
      [maven.fileOf(own, '.jar.sha1'), hexOf('sha1', jar)],
      [maven.fileOf(own, '.pom'), pomOf(own)],
      [`${maven.folderOf(own)}/maven-metadata.xml`, metadata],
    ] as const) {
      expect([path, await putAsking(path, body, author.token)]).toEqual([
        path,
        { status: 201, isAsked: true },
      ]);
    }
    expect((await ask(maven.fileOf(own, '.jar'))).text).toBe(jar);
  });

  it('asks for none of what is refused anyway', async () => {
    const own = newCoordinates();
    const cases: [string, string | undefined, number][] = [
      [maven.fileOf(own, '.jar'), undefined, 401],
      [maven.fileOf(own, '.jar'), `pub_${'0'.repeat(64)}`, 401],
      [maven.fileOf({ ...own, version: '1.0-SNAPSHOT' }, '.jar'), author.token, 400],
      [`${maven.folderOf(own)}/1.0.0/other-1.0.0.jar`, author.token, 400],
      [maven.fileOf({ ...at, version: '9.0.0' }, '.jar'), (await platform.createUser()).token, 403],
    ];

    for (const [path, token, status] of cases) {
      expect([path, await putAsking(path, jar, token)]).toEqual([path, { status, isAsked: false }]);
    }
  });
});

describe('module metadata of Gradle', () => {
  const marker = '<!-- do_not_remove: published-with-gradle-metadata -->';
  const moduleOf = ({ group, artifact, version }: Coordinates) =>
    JSON.stringify({ formatVersion: '1.1', component: { group, module: artifact, version }, variants: [] });

  it('is deployed, found and checked as Gradle does it', async () => {
    const own = newCoordinates();
    const build = mavenRequests(platform, '/maven', gradle);
    const { token } = await platform.createUser();
    const module = moduleOf(own);
    for (const [ending, body] of [
      ['.jar', jar],
      ['.module', module],
      ['.pom', pomOf({ ...own, inside: marker })],
    ] as const) {
      expect((await build.putFile(own, ending, token, body)).status).toBe(201);
      for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
        const sum = await build.putFile(own, `${ending}.${algorithm}`, token, hexOf(algorithm, body));
        expect(sum.status).toBe(201);
      }
    }
    expect((await build.commit(own, token)).status).toBe(201);

    expect((await ask(build.fileOf(own, '.pom'))).text).toContain(marker);
    const path = build.fileOf(own, '.module');
    const head = await ask(path, { method: 'HEAD' });
    expect(head).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json', 'content-length': String(module.length) },
    });
    expect((await ask(path)).text).toBe(module);
    // Gradle compares this digest with that of the file in its cache
    expect((await ask(`${path}.sha1`)).text).toBe(hexOf('sha1', module));
    const known = await ask(path, { headers: { 'if-none-match': head.headers['etag'] ?? '' } });
    expect(known.status).toBe(304);
  });

  it('is missing where Maven deployed, and then neither it nor its checksum is there', async () => {
    for (const ending of ['.module', '.module.sha1', '.module.sha512']) {
      for (const method of ['GET', 'HEAD']) {
        expect([ending, method, (await ask(maven.fileOf(at, ending), { method })).status]).toEqual([
          ending,
          method,
          404,
        ]);
      }
    }
  });
});
