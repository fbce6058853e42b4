import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metadataOf, pomOf } from '../../ecosystems/maven/fixtures/pom.ts';
import { type Coordinates, hexOf, mavenRequests, newCoordinates } from '../integration/maven/requests.ts';
import { query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type CombinedPlatform, startCombinedPlatform, type TestUser } from '../support/platform.ts';
import { listUnfinishedFiles } from '../support/publish-outcome.ts';
import { findAnswerFault } from './answer-faults.ts';
import { jarAttacks, oddJars } from './archives/jar-attacks.ts';
import { pomAttacks } from './archives/pom-attacks.ts';
import { type Answer, ask, forEach } from './raw-request.ts';

let platform: CombinedPlatform;
let owner: TestUser;
let maven: ReturnType<typeof mavenRequests>;

beforeAll(async () => {
  platform = await startCombinedPlatform();
  owner = await platform.createUser();
  maven = mavenRequests(platform);
});
afterAll(() => platform?.stop());

/** The files of a deploy, by the end of their names. */
type Sent = Record<string, Buffer | string>;

const withinMs = 60_000;
const path = (rest: string) => `/maven/${rest}`;

function put(rest: string, body: Buffer | string, token = owner.token): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-length': Buffer.byteLength(body) };
  return ask(platform.url, { method: 'PUT', path: path(rest), headers, body, withinMs });
}

/** The first refusal, or the answer to the metadata at the end. */
async function deployUntilRefused(
  at: Coordinates,
  files: Sent,
): Promise<{ answer: Answer; isFile: boolean }> {
  for (const [ending, body] of Object.entries(files)) {
    const answer = await put(maven.fileOf(at, ending), body);
    if (answer.status >= 400) return { answer, isFile: true };
  }
  const metadata = metadataOf({ ...at, versions: [at.version] });
  return { answer: await put(`${maven.folderOf(at)}/maven-metadata.xml`, metadata), isFile: false };
}

const deploy = async (at: Coordinates, files: Sent) => (await deployUntilRefused(at, files)).answer;

/** The fault in a deploy's refusal or in what it left behind; undefined without one. */
async function findFault(at: Coordinates, files: Sent): Promise<string | undefined> {
  const { answer, isFile } = await deployUntilRefused(at, files);
  if (answer.status < 400) return `accepted with ${answer.status}`;
  const fault = findAnswerFault('/maven/', 'PUT', answer);
  if (fault !== undefined) return `${fault}: ${answer.text.slice(0, 200)}`;
  const name = `${at.group}:${at.artifact}`;
  const left = await query(platform.databaseUrl, 'select name from packages where name = $1', [name]);
  // after the refusal of one file the others wait for a day, in which the build may send that file again
  if (left.length > 0 && !isFile) return 'the package was left behind';
  const again = await deploy(at, { '.jar': 'a jar', '.pom': pomOf(at) });
  return again.status === 201 ? undefined : `a good deploy is answered with ${again.status}: ${again.text}`;
}

/** Faults by kind of attack. */
async function findFaults(
  attacks: Record<string, (at: Coordinates) => Sent>,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  await forEach(
    Object.entries(attacks),
    async ([kind, build]) => {
      const at = newCoordinates();
      const fault = await findFault(at, build(at));
      if (fault !== undefined) found[kind] = fault;
    },
    3,
  );
  return found;
}

const mapped = (kinds: readonly string[], build: (kind: string) => (at: Coordinates) => Sent) =>
  Object.fromEntries(kinds.map((kind) => [kind, build(kind)]));
const bodyOf = (attacks: Record<string, () => Buffer>, kind: string) => attacks[kind]?.() ?? Buffer.alloc(0);

describe('a hostile deploy', () => {
  it('with a POM that none may be is refused, leaves nothing, and its version stays free', async () => {
    const kinds = Object.keys(pomAttacks(newCoordinates()));

    const faults = await findFaults(
      mapped(kinds, (kind) => (at) => ({ '.jar': 'a jar', '.pom': bodyOf(pomAttacks(at), kind) })),
    );

    expect(faults).toEqual({});
    expect(kinds.length).toBeGreaterThan(30);
  }, 400_000);

  it('with a jar that can not be unpacked safely is refused, whichever file of the version it is', async () => {
    const kinds = Object.keys(jarAttacks());

    const faults = await findFaults({
      ...mapped(kinds, (kind) => (at) => ({ '.jar': bodyOf(jarAttacks(), kind), '.pom': pomOf(at) })),
      'in a second file': (at) => ({
        '.jar': 'a jar',
        '-web.war': bodyOf(jarAttacks(), 'a path upwards'),
        '.pom': pomOf(at),
      }),
    });

    expect(faults).toEqual({});
    expect(kinds.length).toBeGreaterThan(12);
  }, 400_000);

  it('is none with a jar that is only odd', async () => {
    for (const [kind, build] of Object.entries(oddJars())) {
      const at = newCoordinates();

      const { status } = await deploy(at, { '.jar': build(), '.pom': pomOf(at) });

      expect([kind, status]).toEqual([kind, 201]);
      expect(Buffer.from(await (await maven.ask(maven.fileOf(at, '.jar'))).arrayBuffer())).toEqual(build());
    }
  }, 100_000);

  it('with a jar like that is refused when it comes after the publish, and the release stays', async () => {
    const at = newCoordinates();
    expect((await deploy(at, { '.jar': 'a jar', '.pom': pomOf(at) })).status).toBe(201);

    const late = await put(maven.fileOf(at, '-all.jar'), bodyOf(jarAttacks(), 'a path upwards'));

    expect([late.status, late.text]).toEqual([400, expect.stringContaining('has a relative path segment')]);
    expect((await maven.ask(maven.fileOf(at, '-all.jar'))).status).toBe(404);
    expect((await maven.ask(maven.fileOf(at, '.jar'))).status).toBe(200);
  });

  it('with other files that are wrong is refused as well', async () => {
    const jar = 'a jar';
    const withFile = (files: Sent) => (at: Coordinates) => ({ '.jar': jar, '.pom': pomOf(at), ...files });
    const module = (body: string) => withFile({ '.module': body });

    const faults = await findFaults({
      'no POM': () => ({ '.jar': jar }),
      'a module that is no JSON': module('formatVersion: 1.1'),
      'a module of nothing': module(''),
      'a module that is a list': module('["formatVersion"]'),
      'a module that never ends': module(`{"formatVersion":"1.1","a":${'['.repeat(100_000)}`),
      'a module of ten megabytes': module(`{"formatVersion":"1.1","a":"${'x'.repeat(10_000_000)}"}`),
      'a wrong sha1': withFile({ '.jar.sha1': hexOf('sha1', 'another') }),
      'a wrong sha512 of the POM': withFile({ '.pom.sha512': hexOf('sha512', 'another') }),
      'a checksum that is too short': withFile({ '.jar.sha256': hexOf('sha1', jar) }),
      'a checksum that is none': withFile({ '.jar.md5': 'NaN' }),
      'a checksum of nothing': withFile({ '.jar.md5': '' }),
      'a checksum of two kilobytes': withFile({ '.jar.md5': 'a'.repeat(2_048) }),
      'a checksum before another file': (at) => ({
        '.jar.sha1': hexOf('sha1', 'another'),
        '.jar': jar,
        '.pom': pomOf(at),
      }),
      'a checksum without its file': withFile({ '-sources.jar.sha1': hexOf('sha1', 'a') }),
      'a signature without its file': withFile({ '-sources.jar.asc': 'x' }),
      'a signature that is none': withFile({ '.jar.asc': 'x' }),
      'a bundle that is none': withFile({ '.jar.sigstore.json': '{}' }),
    });

    expect(faults).toEqual({});
  }, 400_000);
});

describe('a path', () => {
  const file = 'probe-1.0.0.jar';
  it.each([
    `org/acme/../acme/probe/1.0.0/${file}`,
    `org/acme/%2e%2e/acme/probe/1.0.0/${file}`,
    `org/acme/%2E./probe/1.0.0/${file}`,
    `org/./acme/probe/1.0.0/${file}`,
    `org//acme/probe/1.0.0/${file}`,
    `org/acme/probe//1.0.0/${file}`,
    `/org/acme/probe/1.0.0/${file}`,
    `org/acme%2fprobe/probe/1.0.0/${file}/../x`,
    `org/acme/probe/1.0.0/..%2f${file}`,
    `org/acme/probe/1.0.0/..%5c${file}`,
    `org/acme/probe/1.0.0/..\\${file}`,
    `org%5cacme/probe/1.0.0/${file}`,
    `org/acme/probe/1.0.0/probe-1.0.0%00.jar`,
    `org/acme/probe/1.0.0/probe-1.0.0.jar%0d%0aX-Evil:1`,
    `org/acme/probe/1.0.0/probe-1.0.0.%252e%252e`,
    `org/acme/probe/1.0.0/${file}.`,
    `org/acme/probe/1.0.0/${file}/`,
    `org/acme/probe/1.0.0/probe-1.0.0`,
    `org/acme/probe/1.0.0/other-1.0.0.jar`,
    `org/acme/probe/1.0.0/probe-1.0.1.jar`,
    `org/acme/probe/../probe-...jar`,
    `org/acme/probe/LATEST/probe-LATEST.jar`,
    `org/acme/probe/1.0-SNAPSHOT/probe-1.0-SNAPSHOT.jar`,
    `org/acme/probe/1.0-snapshot/maven-metadata.xml`,
    `org/acme/probe/1.0-20260301.093000-1/probe-1.0-SNAPSHOT.jar`,
    `org/.git/probe/1.0.0/${file}`,
    `.meta/acme/probe/1.0.0/${file}`,
    `org/%20/probe/1.0.0/${file}`,
    `org/acm%C3%A9/probe/1.0.0/${file}`,
    `org/acme%ff/probe/1.0.0/${file}`,
    `org/acme%zz/probe/1.0.0/${file}`,
    `org/acme:evil/probe/1.0.0/${file}`,
    `org/acme/probe/1.0.0:2/probe-1.0.0:2.jar`,
    `org/${'a'.repeat(600)}/probe/1.0.0/${file}`,
    `org/${'a/'.repeat(300)}probe/1.0.0/${file}`,
    `org/acme/probe/${'1'.repeat(200)}/probe-${'1'.repeat(200)}.jar`,
    `org/acme/probe/1.0.0/probe-1.0.0.jar.sha1.md5.sha1x/..`,
    `probe/1.0.0/${file}`,
    file,
    '',
    'archetype-catalog.xml',
    '.index/nexus-maven-repository-index.gz',
  ])('that is none is refused: %s', async (rest) => {
    const answer = await put(rest, 'x');

    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
    expect(findAnswerFault('/maven/', 'PUT', answer)).toBeUndefined();
    const read = await ask(platform.url, { path: path(rest) });
    expect([rest, read.status < 500 && !read.text.includes('root:')]).toEqual([rest, true]);
  });
});

describe('metadata', () => {
  it('of another user publishes nothing, and takes nothing’s place', async () => {
    const [at, open] = [newCoordinates(), newCoordinates()];
    const stranger = await platform.createUser();
    expect((await deploy(at, { '.jar': 'a jar', '.pom': pomOf(at) })).status).toBe(201);
    for (const [ending, body] of Object.entries({ '.jar': 'a jar', '.pom': pomOf(open) })) {
      expect((await put(maven.fileOf(open, ending), body)).status).toBe(201);
    }

    // the registry answers as for an unknown name if there is no visible release
    for (const [target, status, said] of [
      [at, 403, /belongs to another account/] as const,
      [open, 201, /^$/] as const,
      [newCoordinates(), 201, /^$/] as const,
    ]) {
      const body = metadataOf({ ...target, versions: [target.version, '666'] });
      const sent = await put(`${maven.folderOf(target)}/maven-metadata.xml`, body, stranger.token);
      expect([sent.status, sent.text]).toEqual([status, expect.stringMatching(said)]);
      const sum = hexOf('sha1', body);
      const check = await put(`${maven.folderOf(target)}/maven-metadata.xml.sha1`, sum, stranger.token);
      expect(check.status).toBe(201);
    }

    const served = await (await maven.ask(`${maven.folderOf(at)}/maven-metadata.xml`)).text();
    expect(served).not.toContain('666');
    expect((await maven.ask(maven.fileOf(open, '.jar'))).status).toBe(404);
    // metadata of another artifact than in its path: the path counts
    const other = metadataOf({ ...open, versions: [open.version] });
    expect((await put(`${maven.folderOf(at)}/maven-metadata.xml`, other)).status).toBe(201);
    expect((await maven.ask(maven.fileOf(open, '.jar'))).status).toBe(404);
    expect((await deploy(open, {})).status).toBe(201);
  });

  it.each([
    ['entities', '<!DOCTYPE a [<!ENTITY b "c">]><metadata>&b;</metadata>'],
    ['deep elements', '<a>'.repeat(10_000)],
    ['no XML', 'x'],
    ['two megabytes', `<metadata>${' '.repeat(2 * 1024 ** 2)}</metadata>`],
  ])('of %s is refused in one line', async (_what, body) => {
    const answer = await put(`${maven.folderOf(newCoordinates())}/maven-metadata.xml`, body);

    expect([400, 413]).toContain(answer.status);
    expect(findAnswerFault('/maven/', 'PUT', answer)).toBeUndefined();
  });

  it('of ten thousand versions asks about a few', async () => {
    const at = newCoordinates();
    const versions = Array.from({ length: 10_000 }, (_, index) => `1.${index}`);

    const answer = await put(`${maven.folderOf(at)}/maven-metadata.xml`, metadataOf({ ...at, versions }));

    expect(answer.status).toBe(201);
    expect(answer.milliseconds).toBeLessThan(5_000);
  });
});

it('a draft takes five hundred files and no more, and all of them go with it', async () => {
  const at = newCoordinates();
  const statuses: (number | string)[] = [];
  const numbers = Array.from({ length: 530 }, (_, index) => index);

  await forEach(numbers, async (number) => {
    const { status, text } = await put(maven.fileOf(at, `-part${number}.txt`), `file ${number}`);
    statuses.push(status === 201 || status === 403 ? status : text);
  });
  const refused = await deploy(at, {});

  const counts = Object.groupBy(statuses, String);
  expect(Object.keys(counts)).toEqual(['201', '403']);
  expect(counts['201']).toHaveLength(500);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('.pom is missing')]);
  expect((await maven.ask(maven.fileOf(at, '-part1.txt'))).status).toBe(404);
}, 300_000);

it('nothing of all this is half there', async () => {
  await eventually(
    async () => {
      expect(await query(platform.databaseUrl, 'select filename from staged_files')).toEqual([]);
      expect(await query(platform.databaseUrl, "select id from releases where state <> 'published'")).toEqual(
        [],
      );
      expect(await listUnfinishedFiles(platform)).toEqual([]);
    },
    { withinMs: 60_000 },
  );
});
