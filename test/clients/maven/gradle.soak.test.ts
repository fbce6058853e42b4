import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Coordinates, mavenRequests, newCoordinates } from '../../integration/maven/requests.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { findTool, isSkipped, requireTool } from '../../support/tool.ts';
import { createWorkspace, type Workspace } from './maven.ts';

const missing = 'gradle is not installed';
const tool = findTool('gradle');

/**
 * Debian's Gradle, which resolves dependencies. It is built without the classes that `maven-publish` uploads with:
 * `gradle-publish.soak.test.ts` tests the upload with another version.
 */
describe.skipIf(isSkipped(tool, missing))('gradle', () => {
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
    library = newCoordinates('1.2.0');
    secret = newCoordinates('1.0.0');
    repository = `repository-${author.username}`;
    const made = await fetch(`${platform.url}/v1/repositories`, {
      method: 'POST',
      headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ slug: repository, name: 'Secret', visibility: 'private' }),
    });
    expect(made.status).toBe(201);
    const maven = mavenRequests(platform);
    expect((await maven.deploy({ ...library, version: '1.1.0' }, author.token)).status).toBe(201);
    expect((await maven.deploy(library, author.token)).status).toBe(201);
    const hidden = mavenRequests(platform, `/maven/r/${repository}`);
    expect((await hidden.deploy(secret, author.token)).status).toBe(201);
  });
  afterAll(async () => {
    await workspace?.remove();
    await platform?.stop();
  });

  /** Runs the task that prints the files of the dependencies. */
  async function resolve(folder: string, credentials: string) {
    const url = `${platform.url}/maven/`;
    await workspace.write(`${folder}/settings.gradle`, "rootProject.name = 'user'\n");
    await workspace.write(
      `${folder}/build.gradle`,
      `apply plugin: 'java'
repositories {
  maven { url '${url}' }
  maven { url '${url}r/${repository}/'; ${credentials} }
}
dependencies {
  compile '${library.group}:${library.artifact}:[1.0,2.0)'
  compile '${secret.group}:${secret.artifact}:1.0.0'
}
task paths { doLast { configurations.compileClasspath.each { println it.name } } }
`,
    );
    const home = join(workspace.folder, 'gradle-home');
    return workspace.run(folder, requireTool(tool, missing), ['--no-daemon', '-g', home, 'paths']);
  }

  test('resolves a range, and what is private with the credentials of its build', async () => {
    const anonymous = await resolve('missing', '');
    const known = `credentials { username 'anybody'; password '${author.token}' }`;
    const resolved = await resolve('user', known);

    expect(anonymous.code).not.toBe(0);
    expect(anonymous.output).toContain('401');
    expect(resolved, resolved.output).toMatchObject({ code: 0 });
    expect(resolved.output).toMatch(/^probe-1\.2\.0\.jar$/m);
    expect(resolved.output).toMatch(/^probe-1\.0\.0\.jar$/m);
  }, 600_000);
});
