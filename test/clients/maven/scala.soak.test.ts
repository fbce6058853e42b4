import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildZip } from '../../../ecosystems/zip-of-files.ts';
import { type Coordinates, mavenRequests, newCoordinates } from '../../integration/maven/requests.ts';
import { eventually } from '../../support/eventually.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { cannotRun, createWorkspace, fetchProgram, type Workspace } from './maven.ts';

const central = 'https://repo.maven.apache.org/maven2/';

describe.skipIf(cannotRun)('builds of Scala', () => {
  let platform: Platform;
  let author: TestUser;
  let workspace: Workspace;
  let library: Coordinates;
  let secret: Coordinates;
  let repository: string;

  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    workspace = await createWorkspace(author);
    library = newCoordinates('1.0.0');
    secret = newCoordinates('1.0.0');
    repository = `repository-${author.username}`;
    const made = await fetch(`${platform.url}/v1/repositories`, {
      method: 'POST',
      headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ slug: repository, name: 'Secret', visibility: 'private' }),
    });
    expect(made.status).toBe(201);
    // Java reads this jar: it has to be a valid archive
    const jar = buildZip([{ path: 'META-INF/MANIFEST.MF', body: 'Manifest-Version: 1.0\r\n\r\n' }]);
    expect((await mavenRequests(platform).deploy(library, author.token, jar)).status).toBe(201);
    const hidden = mavenRequests(platform, `/maven/r/${repository}`);
    expect((await hidden.deploy(secret, author.token)).status).toBe(201);
  });
  afterAll(async () => {
    await workspace?.remove();
    await platform?.stop();
  });

  const nameOf = ({ group, artifact }: Coordinates, version: string) => `${group}:${artifact}:${version}`;

  test('coursier fetches what is public, and what is private with a credential', async () => {
    const classPath = await fetchProgram(workspace, 'io.get-coursier:coursier-cli_2.13:2.1.24');
    const fetchWith = (coordinates: string, mount: string, ...more: string[]) =>
      workspace.run(
        '.',
        'java',
        ['-cp', classPath, 'coursier.cli.Coursier', 'fetch', coordinates, '--no-default'].concat(
          '-r',
          `${platform.url}${mount}`,
          more,
        ),
        { COURSIER_CACHE: join(workspace.folder, 'coursier') },
      );
    const host = new URL(platform.url).hostname;
    const mount = `/maven/r/${repository}/`;

    const open = await fetchWith(nameOf(library, '[1.0,2.0)'), '/maven/');
    const anonymous = await fetchWith(nameOf(secret, '1.0.0'), mount);
    const known = ['--credentials', `${host}(Rookery) anybody:${author.token}`];
    const opened = await fetchWith(nameOf(secret, '1.0.0'), mount, ...known);

    expect(open, open.output).toMatchObject({ code: 0, output: expect.stringContaining('probe-1.0.0.jar') });
    expect(anonymous.code).not.toBe(0);
    expect(anonymous.output).toContain('unauthorized');
    expect(anonymous.output).toContain('(Rookery)');
    expect(opened, opened.output).toMatchObject({
      code: 0,
      output: expect.stringContaining('probe-1.0.0.jar'),
    });
  }, 600_000);

  test('sbt resolves and publishes, and what it publishes is there when nothing comes any more', async () => {
    const own = { ...library, artifact: 'own' };
    const url = `${platform.url}/maven/`;
    const at = `("Rookery" at "${url}").withAllowInsecureProtocol(true)`;
    await workspace.write('sbt/project/build.properties', 'sbt.version=1.10.7\n');
    await workspace.write('sbt/repositories', `[repositories]\n  local\n  central: ${central}\n`);
    await workspace.write(
      'sbt/build.sbt',
      [
        `organization := "${own.group}"`,
        `name := "${own.artifact}"`,
        `version := "${own.version}"`,
        'crossPaths := false',
        'autoScalaLibrary := false',
        `publishTo := Some(${at})`,
        `resolvers += ${at}`,
        `credentials += Credentials("Rookery", "${new URL(url).hostname}", "anybody", "${author.token}")`,
        `libraryDependencies += "${library.group}" % "${library.artifact}" % "${library.version}"`,
        '',
      ].join('\n'),
    );
    await workspace.write('sbt/src/main/java/own/Own.java', 'package own; public class Own { }');
    const classPath = await fetchProgram(workspace, 'org.scala-sbt:sbt-launch:1.10.7');
    const homes = ['boot.directory', 'ivy.home', 'coursier.home', 'global.base'].map(
      (name) => `-Dsbt.${name}=${join(workspace.folder, 'sbt-home', name)}`,
    );

    const ran = await workspace.run('sbt', 'java', [
      ...homes,
      `-Dsbt.repository.config=${join(workspace.folder, 'sbt', 'repositories')}`,
      '-Dsbt.color=false',
      '-Dsbt.server.autostart=false',
      '-cp',
      classPath,
      'xsbt.boot.Boot',
      'publish',
    ]);

    expect(ran, ran.output).toMatchObject({ code: 0 });
    const maven = mavenRequests(platform);
    const paths = ['.jar', '-sources.jar', '-javadoc.jar', '.pom'].map((ending) => maven.fileOf(own, ending));
    await eventually(
      async () => {
        const answers = await Promise.all(paths.map((path) => maven.ask(path)));
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      },
      { withinMs: 100_000 },
    );
  }, 600_000);
});
