import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCoordinates } from '../../integration/maven/requests.ts';
import { eventually } from '../../support/eventually.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { cannotRun, createWorkspace, dependency, projectPom, type Workspace } from './maven.ts';

describe.skipIf(cannotRun)('a plugin of Maven', () => {
  let platform: Platform;
  let author: TestUser;
  let workspace: Workspace;
  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    workspace = await createWorkspace(author);
  });
  afterAll(async () => {
    await workspace?.remove();
    await platform?.stop();
  });

  test('is called by the prefix that it has of its own', async () => {
    const url = `${platform.url}/maven/`;
    const at = { ...newCoordinates('1.0.0'), artifact: 'probe-tools' };
    const api = dependency({ group: 'org.apache.maven', artifact: 'maven-plugin-api', version: '3.8.7' });
    const builder = `<plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-plugin-plugin</artifactId><version>3.9.0</version>
      <configuration><goalPrefix>shout</goalPrefix><extractors><extractor>java-javadoc</extractor></extractors></configuration></plugin>`;
    const inside = `<packaging>maven-plugin</packaging><dependencies>${api}</dependencies><build><plugins>${builder}</plugins></build>`;
    await workspace.write('plugin/pom.xml', projectPom({ ...at, url, inside }));
    await workspace.write(
      'plugin/src/main/java/probe/HelloMojo.java',
      `package probe;
/** @goal hello
 *  @requiresProject false */
public class HelloMojo extends org.apache.maven.plugin.AbstractMojo {
  public void execute() { getLog().info("hello from probe"); }
}`,
    );
    const repository = `<pluginRepositories><pluginRepository><id>rookery</id><url>${url}</url></pluginRepository></pluginRepositories>`;
    await workspace.write('user/pom.xml', projectPom({ ...at, artifact: 'user', url, inside: repository }));
    await workspace.write(
      'user/settings.xml',
      `<settings><pluginGroups><pluginGroup>${at.group}</pluginGroup></pluginGroups></settings>`,
    );

    const deployed = await workspace.mvn('plugin', 'deploy');
    await workspace.forget(at.group);
    const metadata = `${url}${at.group.replaceAll('.', '/')}/maven-metadata.xml`;
    await eventually(async () => expect((await fetch(metadata)).status).toBe(200));
    const called = await workspace.mvn('user', '-gs', 'settings.xml', 'shout:hello');

    expect(deployed, deployed.output).toMatchObject({ code: 0 });
    expect(called, called.output).toMatchObject({ code: 0 });
    expect(called.output).toContain('hello from probe');
  }, 400_000);
});
