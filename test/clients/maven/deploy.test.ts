import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCoordinates } from '../../integration/maven/requests.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { cannotRun, createWorkspace, projectPom, type Workspace } from './maven.ts';

describe.skipIf(cannotRun)('mvn', () => {
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
    await workspace.remove();
    await platform.stop();
  });

  test('deploys a library with its sources, and another project builds with it', async () => {
    const library = newCoordinates('1.0.0');
    const user = { ...library, artifact: 'user' };
    const sources = `<build><plugins><plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-source-plugin</artifactId><version>3.3.1</version>
      <executions><execution><goals><goal>jar-no-fork</goal></goals></execution></executions></plugin></plugins></build>`;
    await workspace.write('library/pom.xml', projectPom({ ...library, url, inside: sources }));
    await workspace.write(
      'library/src/main/java/probe/Probe.java',
      'package probe; public class Probe { public static String name() { return "probe"; } }',
    );
    const range = `<dependencies><dependency><groupId>${library.group}</groupId><artifactId>${library.artifact}</artifactId><version>[1.0,2.0)</version></dependency></dependencies>`;
    await workspace.write('user/pom.xml', projectPom({ ...user, url, inside: range }));
    await workspace.write(
      'user/src/main/java/user/User.java',
      'package user; public class User { String name = probe.Probe.name(); }',
    );

    const deployed = await workspace.mvn('library', 'deploy');
    const again = await workspace.mvn('library', 'deploy', '-Dmaven.main.skip');
    await workspace.mvn('library', 'dependency:purge-local-repository', '-DmanualInclude=nothing:nothing');
    const built = await workspace.mvn('user', 'package', '-U');
    const fetched = await workspace.mvn(
      'user',
      'dependency:get',
      `-Dartifact=${library.group}:${library.artifact}:1.0.0:jar:sources`,
      `-DremoteRepositories=rookery::default::${url}`,
    );

    expect(deployed).toMatchObject({ code: 0, output: expect.stringContaining('probe-1.0.0-sources.jar') });
    expect(built, built.output).toMatchObject({ code: 0 });
    expect(fetched, fetched.output).toMatchObject({ code: 0 });
    expect(again.code).toBe(0);
    const metadata = await fetch(`${url}${library.group.replaceAll('.', '/')}/probe/maven-metadata.xml`);
    expect(await metadata.text()).toContain('<version>1.0.0</version>');
  }, 300_000);

  test('is told that a snapshot is refused', async () => {
    const snapshot = newCoordinates('1.0-SNAPSHOT');
    await workspace.write('snapshot/pom.xml', projectPom({ ...snapshot, url }));
    await workspace.write('snapshot/src/main/resources/a.txt', 'a');

    const refused = await workspace.mvn('snapshot', 'deploy');

    expect(refused.code).toBe(1);
    expect(refused.output).toContain('400');
    expect(refused.output).toContain(
      'snapshot versions are not supported by this repository; deploy a release version',
    );
  }, 300_000);
});
