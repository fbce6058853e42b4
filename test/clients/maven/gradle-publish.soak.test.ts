import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildZip } from '../../../ecosystems/zip-of-files.ts';
import { hexOf, mavenRequests, newCoordinates } from '../../integration/maven/requests.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { modules, opened, program } from './gradle-publish.ts';
import { cannotRun, createWorkspace, fetchProgram, type Workspace } from './maven.ts';

/**
 * Gradle's own `maven-publish`. No package registry has the distribution of Gradle; the jar of its API is published
 * and contains all plugins. `ProjectBuilder` of the test fixtures runs their tasks.
 */
describe.skipIf(cannotRun)("Gradle 8's maven-publish", () => {
  let platform: Platform;
  let author: TestUser;
  let workspace: Workspace;
  let classPath: string;
  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    workspace = await createWorkspace(author);
    const gradle = await fetchProgram(workspace, 'dev.gradleplugins:gradle-api:8.5');
    await workspace.write('Publish.java', program);
    for (const name of modules) {
      const manifest = { path: `${name}-classpath.properties`, body: 'runtime=\nprojects=\n' };
      await workspace.write(`modules/${name}-8.5.jar`, buildZip([manifest]));
    }
    classPath = [join(workspace.folder, 'modules', '*'), gradle].join(delimiter);
  }, 400_000);
  afterAll(async () => {
    await workspace?.remove();
    await platform?.stop();
  });

  const publish = (password: string, { group, version }: { group: string; version: string }) =>
    workspace.run('.', 'java', [
      ...opened,
      '-cp',
      classPath,
      'Publish.java',
      `${platform.url}/maven/`,
      'anybody',
      password,
      group,
      version,
    ]);

  test('publishes a library that is there at once, with its module metadata', async () => {
    const at = newCoordinates('1.0.0');
    const maven = mavenRequests(platform);

    const ran = await publish(author.token, at);

    expect(ran, ran.output).toMatchObject({ code: 0 });
    for (const ending of ['.jar', '.pom', '.module']) {
      const file = Buffer.from(await (await maven.ask(maven.fileOf(at, ending))).arrayBuffer());
      const sum = await maven.ask(`${maven.fileOf(at, ending)}.sha512`);
      expect([ending, sum.status, await sum.text()]).toEqual([ending, 200, hexOf('sha512', file)]);
    }
    const metadata = await maven.ask(`${maven.folderOf(at)}/maven-metadata.xml`);
    expect(await metadata.text()).toContain('<release>1.0.0</release>');
  }, 400_000);

  test('fails with an unknown password, and the build says so', async () => {
    const at = newCoordinates('1.0.0');

    const ran = await publish('wrong', at);

    expect(ran.code).not.toBe(0);
    expect(ran.output).toContain('401');
  }, 400_000);
});
