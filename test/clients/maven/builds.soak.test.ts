import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCoordinates } from '../../integration/maven/requests.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { findTool } from '../../support/tool.ts';
import { cannotRun, createWorkspace, dependency, plugin, projectPom, type Workspace } from './maven.ts';

const versionsPlugin = 'org.codehaus.mojo:versions-maven-plugin:2.18.0';

describe.skipIf(cannotRun)('mvn in whole builds', () => {
  let platform: Platform;
  let author: TestUser;
  let workspace: Workspace;
  let url: string;
  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    workspace = await createWorkspace(author);
    url = `${platform.url}/maven/`;
  });
  afterAll(async () => {
    await workspace?.remove();
    await platform?.stop();
  });

  async function mvn(project: string, ...args: string[]): Promise<string> {
    const ran = await workspace.mvn(project, ...args);
    expect(ran, ran.output).toMatchObject({ code: 0 });
    return ran.output;
  }

  const folderOf = (group: string) => `${url}${group.replaceAll('.', '/')}`;
  const names = async (folder: string) =>
    Array.from(
      (await (await fetch(folder)).text()).matchAll(/">([^<]+?\.(?:jar|pom|asc))</g),
      ([, name]) => name,
    );

  test('deploys a parent, a BOM, and modules with sources and documentation, which others import and update', async () => {
    const { group } = newCoordinates();
    const parent = { group, artifact: 'parent', version: '1.0.0' };
    const parentOf = `<parent><groupId>${group}</groupId><artifactId>parent</artifactId><version>1.0.0</version><relativePath/></parent>`;
    const plugins =
      plugin('maven-source-plugin', '3.3.1', 'jar-no-fork') + plugin('maven-javadoc-plugin', '3.11.2', 'jar');
    await workspace.write(
      'parent/pom.xml',
      projectPom({
        ...parent,
        url,
        inside: `<packaging>pom</packaging><build><pluginManagement><plugins>${plugins}</plugins></pluginManagement></build>`,
      }),
    );
    const managed = dependency({ group, artifact: 'library', version: '1.0.0' });
    await workspace.write(
      'bom/pom.xml',
      projectPom({
        group,
        artifact: 'bom',
        version: '1.0.0',
        url,
        inside: `<packaging>pom</packaging><dependencyManagement><dependencies>${managed}</dependencies></dependencyManagement>`,
      }),
    );
    const used = ['maven-source-plugin', 'maven-javadoc-plugin'].map(
      (artifact) =>
        `<plugin><groupId>org.apache.maven.plugins</groupId><artifactId>${artifact}</artifactId></plugin>`,
    );
    const library = (version: string) =>
      `<project><modelVersion>4.0.0</modelVersion>${parentOf}<artifactId>library</artifactId><version>${version}</version>
      <build><plugins>${used.join('')}</plugins></build></project>`;
    await workspace.write(
      'library/src/main/java/probe/Probe.java',
      'package probe; /** A probe. */ public class Probe { /** It. @return its name */ public static String name() { return "probe"; } }',
    );
    const imported = dependency(
      { group, artifact: 'bom', version: '1.0.0' },
      '<type>pom</type><scope>import</scope>',
    );
    const without = dependency({ group, artifact: 'library', version: '' });
    const user = (inside: string) => projectPom({ group, artifact: 'user', version: '1.0.0', url, inside });
    await workspace.write(
      'user/pom.xml',
      user(
        `<dependencyManagement><dependencies>${imported}</dependencies></dependencyManagement><dependencies>${without}</dependencies>`,
      ),
    );
    await workspace.write(
      'user/src/main/java/user/User.java',
      'package user; public class User { String name = probe.Probe.name(); }',
    );

    await mvn('parent', 'deploy');
    await mvn('bom', 'deploy');
    await workspace.forget(group);
    await workspace.write(
      'library/pom.xml',
      library('1.0.0').replace(
        '<build>',
        `<repositories><repository><id>rookery</id><url>${url}</url></repository></repositories><build>`,
      ),
    );
    await mvn('library', 'deploy');
    await workspace.write(
      'library/pom.xml',
      (await readFile(join(workspace.folder, 'library/pom.xml'), 'utf8')).replace(
        '<version>1.0.0</version>\n',
        '<version>1.1.0</version>\n',
      ),
    );
    await mvn('library', 'deploy');
    await workspace.forget(group);
    await mvn('user', 'package');

    expect(await names(`${folderOf(group)}/library/1.1.0/`)).toEqual([
      'library-1.1.0-javadoc.jar',
      'library-1.1.0-sources.jar',
      'library-1.1.0.jar',
      'library-1.1.0.pom',
    ]);
    const fetched = `-Dartifact=${group}:library:1.1.0:jar:javadoc`;
    await mvn('user', 'dependency:get', fetched, `-DremoteRepositories=rookery::default::${url}`);

    const direct = dependency({ group, artifact: 'library', version: '1.0.0' });
    await workspace.write('user/pom.xml', user(`<dependencies>${direct}</dependencies>`));
    const shown = await mvn('user', `${versionsPlugin}:display-dependency-updates`);
    await mvn('user', `${versionsPlugin}:use-latest-releases`, '-DgenerateBackupPoms=false');

    expect(shown).toMatch(/library \.+\s+1\.0\.0 -> 1\.1\.0/);
    expect(await readFile(join(workspace.folder, 'user/pom.xml'), 'utf8')).toContain(
      '<version>1.1.0</version>',
    );
    await mvn('user', 'package');
  }, 600_000);

  test('signs with a key that the namespace has published, and the release says so', async () => {
    const gpg = findTool('gpg');
    const at = newCoordinates('1.0.0');
    const home = join(workspace.folder, 'gpg');
    await mkdir(home, { mode: 0o700 });
    const ask = (...args: string[]) =>
      workspace.run('.', gpg ?? 'gpg', ['--homedir', home, '--batch', '--passphrase', '', ...args]);
    const made = await ask('--quick-generate-key', 'Ada <ada@example.com>', 'rsa2048', 'sign', '1d');
    expect(made, made.output).toMatchObject({ code: 0 });
    const { output: armored } = await ask('--armor', '--export', 'ada@example.com');
    const post = (path: string, body: object) =>
      fetch(`${platform.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${author.session}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const claimed = await post('/v1/namespaces', { ecosystem: 'maven', namespace: at.group });
    const { id } = (await claimed.json()) as { id: string };
    const key = armored.slice(armored.indexOf('-----BEGIN'));
    expect((await post(`/v1/namespaces/${id}/keys`, { armored: key })).status).toBe(201);
    const signing = plugin(
      'maven-gpg-plugin',
      '3.2.7',
      'sign',
      `<homedir>${home}</homedir><bestPractices>false</bestPractices>`,
    );
    await workspace.write(
      'signed/pom.xml',
      projectPom({ ...at, url, inside: `<build><plugins>${signing}</plugins></build>` }),
    );
    await workspace.write('signed/src/main/resources/a.txt', 'a');

    await mvn('signed', 'deploy');

    const path = `/v1/packages/maven/${at.group}:${at.artifact}/releases/1.0.0/artifacts`;
    const { artifacts } = (await (await fetch(`${platform.url}${path}`)).json()) as {
      artifacts: { filename: string; proof: { status: string; signer: string } | null }[];
    };
    const proofs = artifacts.flatMap(({ filename, proof }) =>
      proof ? [[filename, proof.status, proof.signer]] : [],
    );
    expect(proofs).toEqual([
      ['probe-1.0.0.jar.asc', 'verified', 'Ada <ada@example.com>'],
      ['probe-1.0.0.pom.asc', 'verified', 'Ada <ada@example.com>'],
    ]);
    await rm(home, { recursive: true, force: true });
  }, 600_000);

  test('deploys to a private repository and builds from it with the credentials of its settings', async () => {
    const slug = `repository-${author.username}`;
    const made = await fetch(`${platform.url}/v1/repositories`, {
      method: 'POST',
      headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ slug, name: 'Secret', visibility: 'private' }),
    });
    expect(made.status).toBe(201);
    const mount = `${url}r/${slug}/`;
    const at = newCoordinates('1.0.0');
    await workspace.write('secret/pom.xml', projectPom({ ...at, url: mount }));
    await workspace.write('secret/src/main/resources/a.txt', 'a');
    const inside = `<dependencies>${dependency(at)}</dependencies>`;
    const user = projectPom({ ...at, artifact: 'user', url: mount, inside });
    await workspace.write('secret-user/pom.xml', user);
    const anonymous = await createWorkspace({ token: null });
    await anonymous.write('user/pom.xml', user);

    await mvn('secret', 'deploy');
    await workspace.forget(at.group);
    const refused = await anonymous.mvn('user', 'dependency:resolve', '-U');
    await workspace.forget(at.group);
    const resolved = await mvn('secret-user', 'dependency:resolve', '-U');
    await anonymous.remove();

    expect(refused.code).toBe(1);
    expect(refused.output).toContain('401');
    expect(resolved).toContain(`${at.group}:probe:jar:1.0.0:compile`);
    const file = `${at.group.replaceAll('.', '/')}/probe/1.0.0/probe-1.0.0.jar`;
    expect([(await fetch(`${url}${file}`)).status, (await fetch(`${mount}${file}`)).status]).toEqual([
      404, 401,
    ]);
  }, 600_000);
});
