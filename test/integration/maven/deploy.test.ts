import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pluginJar } from '../../../ecosystems/maven/fixtures/jar.ts';
import { credential } from '../../security/publish.ts';
import { eventually } from '../../support/eventually.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { type Coordinates, hexOf, mavenRequests, newCoordinates } from './requests.ts';

let platform: Platform;
let author: TestUser;
let maven: ReturnType<typeof mavenRequests>;

beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
  maven = mavenRequests(platform);
});
afterAll(() => platform?.stop());

const statusOf = async (response: Promise<Response>) => (await response).status;

async function expectNothing(at: Coordinates): Promise<void> {
  const folder = maven.folderOf(at);
  const paths = ['.jar', '.pom', '.jar.sha1', '.pom.md5'].map((ending) => maven.fileOf(at, ending));
  for (const path of [
    ...paths,
    `${folder}/maven-metadata.xml`,
    `${folder}/maven-metadata.xml.sha1`,
    `${folder}/`,
  ]) {
    expect([path, await statusOf(maven.ask(path))]).toEqual([path, 404]);
  }
}

/** The state that the author of the release sees. */
async function stateOf({ group, artifact, version }: Coordinates): Promise<unknown[]> {
  const url = `${platform.url}/v1/packages/maven/${group}:${artifact}/releases/${version}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${author.token}` } });
  const release = (await response.json()) as { status: string; status_reason: string | null };
  return [release.status, release.status_reason];
}

describe('a deploy', () => {
  it('is visible as a whole once its metadata comes, with checksums of our bytes', async () => {
    const at = newCoordinates();

    const jar = await maven.putFile(at, '.jar', author.token, 'the jar');
    const sum = await maven.putFile(at, '.jar.sha1', author.token, hexOf('sha1', 'the jar'));
    const pom = await maven.putPom(at, author.token, { inside: '<description>About it</description>' });
    const sources = await maven.putFile(at, '-sources.jar', author.token, 'sources');
    expect([jar.status, sum.status, pom.status, sources.status]).toEqual([201, 201, 201, 201]);
    await expectNothing(at);
    expect(await stateOf(at)).toEqual(['quarantine', 'uploading']);

    const committed = await maven.commit(at, author.token);

    expect([committed.status, await committed.text()]).toEqual([201, '']);
    expect(await stateOf(at)).toEqual(['published', null]);
    const file = await maven.ask(maven.fileOf(at, '.jar'));
    expect(await file.text()).toBe('the jar');
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/java-archive',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${hexOf('sha256', 'the jar')}"`,
      'x-checksum-md5': hexOf('md5', 'the jar'),
      'x-checksum-sha1': hexOf('sha1', 'the jar'),
      'x-checksum-sha256': hexOf('sha256', 'the jar'),
      'x-checksum-sha512': hexOf('sha512', 'the jar'),
    });
    for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
      const answer = await maven.ask(`${maven.fileOf(at, '-sources.jar')}.${algorithm}`);
      expect(await answer.text()).toBe(hexOf(algorithm, 'sources'));
    }
    const { group, artifact } = at;
    const metadata = await (await maven.ask(`${maven.folderOf(at)}/maven-metadata.xml`)).text();
    expect(metadata).toContain(`<groupId>${group}</groupId>\n  <artifactId>${artifact}</artifactId>`);
    expect(metadata).toContain('<release>1.0.0</release>');
    const checksum = await maven.ask(`${maven.folderOf(at)}/maven-metadata.xml.sha256`);
    expect(await checksum.text()).toBe(hexOf('sha256', metadata));
    const listing = await (await maven.ask(`${maven.folderOf(at)}/1.0.0/`)).text();
    expect(listing).toContain('<a href="probe-1.0.0-sources.jar.sha512">');
    expect(await (await maven.ask(`${maven.folderOf(at)}/`)).text()).toContain('<a href="1.0.0/">');
    expect(await (await maven.ask('org/')).text()).toContain(`<a href="${group.slice(4)}/">`);
  });

  it('may be sent again with the same bytes, and with no others', async () => {
    const at = newCoordinates();
    await maven.deploy(at, author.token, 'the jar');

    const same = await maven.putFile(at, '.jar', author.token, 'the jar');
    const other = await maven.putFile(at, '.jar', author.token, 'another jar');
    const later = await maven.putFile(at, '-javadoc.jar', author.token, 'javadoc');
    const again = await maven.commit(at, author.token);

    expect([same.status, other.status, later.status, again.status]).toEqual([200, 409, 201, 201]);
    expect(await other.text()).toMatch(/^probe-1.0.0.jar of .* is published already with other content/);
    expect(await (await maven.ask(maven.fileOf(at, '-javadoc.jar'))).text()).toBe('javadoc');
    expect(await (await maven.ask(maven.fileOf(at, '.jar'))).text()).toBe('the jar');
  });

  it('keeps a file that came, until its checksum says that it is another', async () => {
    const at = newCoordinates();
    await maven.putFile(at, '.jar', author.token, 'cut of');

    const replaced = await maven.putFile(at, '.jar', author.token, 'cut off');
    const wrong = await maven.putFile(at, '.jar.sha1', author.token, hexOf('sha1', 'cut off'));
    const sent = await maven.putFile(at, '.jar', author.token, 'cut off');

    expect([replaced.status, wrong.status, sent.status]).toEqual([409, 400, 201]);
    expect(await wrong.text()).toContain('probe-1.0.0.jar arrived with the sha1');
  });

  it('takes checksums before their files, and holds the files to them', async () => {
    const [good, bad] = [newCoordinates(), newCoordinates()];
    for (const at of [good, bad]) {
      expect(
        (await maven.putFile(at, '.jar.md5', author.token, `${hexOf('md5', 'jar')}  probe.jar`)).status,
      ).toBe(201);
      await maven.putPom(at, author.token);
    }
    await maven.putFile(good, '.jar', author.token, 'jar');
    await maven.putFile(bad, '.jar', author.token, 'other');

    const committed = await maven.commit(good, author.token);
    const refused = await maven.commit(bad, author.token);

    expect([committed.status, refused.status]).toEqual([201, 400]);
    expect(await refused.text()).toContain('probe-1.0.0.jar is not what probe-1.0.0.jar.md5 says');
    await expectNothing(bad);
    expect((await maven.deploy(bad, author.token)).status).toBe(201);
  });

  it.each([
    ['no POM', '.jar', 'jar', 'probe-1.0.0.pom is missing'],
    ['a POM that is none', '.pom', '<a/>', 'the POM has no project'],
    ['a POM with entities', '.pom', '<!DOCTYPE a [<!ENTITY b "c">]><project/>', 'document type declaration'],
    ['a deep POM', '.pom', '<a>'.repeat(10_000), 'the POM is not well-formed XML'],
  ])('of %s is refused, and nothing stays', async (_what, ending, body, reason) => {
    const at = newCoordinates();
    await maven.putFile(at, ending, author.token, body);

    const refused = await maven.commit(at, author.token);

    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(reason)]);
    await expectNothing(at);
  });

  it('with a credential in it waits, and the build is told', async () => {
    const at = newCoordinates();
    await maven.putFile(at, '.jar', author.token, `aws = "${credential()}"\n`);
    await maven.putPom(at, author.token);

    const held = await maven.commit(at, author.token);

    expect([held.status, held.headers.get('warning')]).toEqual([
      202,
      expect.stringContaining('waits for a person'),
    ]);
    await expectNothing(at);
  });

  it('that waits for a person may be sent again as it is, and with no other file', async () => {
    const at = newCoordinates();
    const jar = `aws = "${credential()}"\n`;
    const deploy = async () => [
      (await maven.putFile(at, '.jar', author.token, jar)).status,
      (await maven.putFile(at, '.jar.sha1', author.token, hexOf('sha1', jar))).status,
      (await maven.putPom(at, author.token)).status,
      (await maven.commit(at, author.token)).status,
    ];
    expect(await deploy()).toEqual([201, 201, 201, 202]);

    expect(await deploy()).toEqual([200, 201, 200, 202]);
    const other = await maven.putFile(at, '.jar', author.token, 'another jar');
    const more = await maven.putFile(at, '-sources.jar', author.token, 'sources');
    const wrong = await maven.putFile(at, '.jar.md5', author.token, hexOf('md5', 'another jar'));

    expect([other.status, more.status, wrong.status]).toEqual([409, 409, 400]);
    await expectNothing(at);
  });

  it.each([
    ['a/b', 400],
    ['org/acme/probe/1.0/other-1.0.jar', 400],
    ['org/acme/probe/1.0/probe-1.1.jar', 400],
    ['org/acme/probe/1.0/probe-1.0', 400],
    ['org/acme/probe/1.0/probe-1.0.jar%00', 400],
    ['org/acme/%2e%2e/1.0/..-1.0.jar', 400],
    [`org/${'a/'.repeat(300)}probe/1.0/probe-1.0.jar`, 400],
  ])('to %s is refused', async (path, status) => {
    const answer = await maven.put(path, author.token, 'x');

    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      status,
      'text/plain; charset=utf-8',
    ]);
  });

  it.each(['probe-1.0-SNAPSHOT.jar', 'maven-metadata.xml'])(
    'of a snapshot is refused in a sentence: %s',
    async (file) => {
      const answer = await maven.put(`org/acme/probe/1.0-SNAPSHOT/${file}`, author.token, 'x');

      expect([answer.status, await answer.text()]).toEqual([
        400,
        'snapshot versions are not supported by this repository; deploy a release version\n',
      ]);
    },
  );

  it('asks for credentials, and minds namespaces', async () => {
    const at = newCoordinates();
    const stranger = await platform.createUser();
    await maven.deploy(at, author.token);
    const below = { ...at, group: `${at.group}.tools` };

    const anonymous = await maven.putFile({ ...at, version: '1.1.0' }, '.jar', undefined, 'jar');
    const foreign = await maven.putFile({ ...at, version: '1.1.0' }, '.jar', stranger.token, 'jar');
    const inside = await maven.putFile(below, '.jar', stranger.token, 'jar');
    const removed = await maven.ask(maven.fileOf(at, '.jar'), author.token, 'DELETE');

    expect([anonymous.status, foreign.status, inside.status, removed.status]).toEqual([401, 403, 403, 405]);
    expect(anonymous.headers.get('www-authenticate')).toMatch(/^Basic realm="Rookery"/);
    expect(await inside.text()).toContain('or one around it, belongs to another account');
    expect((await maven.deploy(below, author.token)).status).toBe(201);
  });
});

describe('reading', () => {
  it('lists versions in the order of Maven', async () => {
    const at = newCoordinates();
    for (const version of ['1.10.0', '1.9.0', '1.10.0-rc1']) {
      expect(await statusOf(maven.deploy({ ...at, version }, author.token))).toBe(201);
    }

    const metadata = await (await maven.ask(`${maven.folderOf(at)}/maven-metadata.xml`)).text();

    const versions = Array.from(metadata.matchAll(/<version>(.*?)<\/version>/g), ([, version]) => version);
    expect(versions).toEqual(['1.9.0', '1.10.0-rc1', '1.10.0']);
    expect(metadata).toContain('<latest>1.10.0</latest>');
  });

  it('finds plugins by their group, and packages by coordinates', async () => {
    const at = { ...newCoordinates(), artifact: 'probe-maven-plugin' };
    await maven.putFile(at, '.jar', author.token, 'plugin');
    await maven.putPom(at, author.token, {
      packaging: 'maven-plugin',
      inside: '<name>Probe &amp; Co</name>',
    });
    await maven.commit(at, author.token);
    const path = `${at.group.replaceAll('.', '/')}/maven-metadata.xml`;

    await eventually(async () => expect((await maven.ask(path)).status).toBe(200));

    const text = await (await maven.ask(path)).text();
    expect(text).toContain('<name>Probe &amp; Co</name>');
    expect(text).toContain('<prefix>probe</prefix>');
    expect(await (await maven.ask(`${path}.sha1`)).text()).toBe(hexOf('sha1', text));
    const found = await maven.ask(`solrsearch/select?q=g:"${at.group}"+AND+a:probe-maven-plugin&wt=json`);
    expect(await found.json()).toMatchObject({
      response: {
        numFound: 1,
        docs: [{ id: `${at.group}:probe-maven-plugin`, p: 'maven-plugin', latestVersion: '1.0.0' }],
      },
    });
  });

  it('calls a plugin what its descriptor says, whatever its name is', async () => {
    const at = { ...newCoordinates(), artifact: 'probe-tools' };
    await maven.putFile(at, '.jar', author.token, await pluginJar('shout'));
    await maven.putPom(at, author.token, { packaging: 'maven-plugin' });
    await maven.commit(at, author.token);
    const path = `${at.group.replaceAll('.', '/')}/maven-metadata.xml`;

    await eventually(async () => expect((await maven.ask(path)).status).toBe(200));

    const text = await (await maven.ask(path)).text();
    expect(text).toContain('<prefix>shout</prefix>');
    expect(text).toContain('<artifactId>probe-tools</artifactId>');
  });

  it('leaves a prefix to the plugin that is called so, whatever the descriptor of a neighbour says', async () => {
    const named = { ...newCoordinates(), artifact: 'acme-maven-plugin' };
    const neighbour = { ...named, artifact: 'aaa-maven-plugin' };
    for (const at of [neighbour, named]) {
      await maven.putFile(at, '.jar', author.token, await pluginJar('acme'));
      await maven.putPom(at, author.token, { packaging: 'maven-plugin' });
      await maven.commit(at, author.token);
    }
    const path = `${named.group.replaceAll('.', '/')}/maven-metadata.xml`;

    await eventually(async () =>
      expect(await (await maven.ask(path)).text()).toContain('<artifactId>acme-maven-plugin</artifactId>'),
    );

    const text = await (await maven.ask(path)).text();
    expect(text.match(/<prefix>.*?<\/prefix>/g)).toEqual(['<prefix>acme</prefix>']);
    expect(text).not.toContain('aaa-maven-plugin');
  });
});
