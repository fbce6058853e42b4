import { afterAll, beforeAll, expect, it } from 'vitest';
import { uniqueName } from '../support/crates.ts';
import { newProject, pypiClient } from '../support/distributions.ts';
import { gemsClient } from '../support/gems.ts';
import { type CombinedPlatform, startCombinedPlatform } from '../support/platform.ts';
import { mavenRequests, newCoordinates } from './maven/requests.ts';

let platform: CombinedPlatform;
beforeAll(async () => {
  platform = await startCombinedPlatform({ LOG_LEVEL: 'warn' });
});
afterAll(() => platform?.stop());

it('what is found in one of several places is sent once, and nothing goes wrong after that', async () => {
  const { token } = await platform.createUser();
  const maven = mavenRequests(platform);
  const gems = gemsClient(platform.url, token);
  const pypi = pypiClient(platform.url, token);
  const at = newCoordinates();
  const gem = { name: uniqueName('probe').toLowerCase(), version: '1.0.0' };
  const project = { name: newProject(), version: '1.0' };

  expect((await maven.deploy(at, token)).status).toBe(201);
  expect((await gems.pushGem(gem))[0]).toBe(200);
  expect((await pypi.upload(project))[0]).toBe(200);
  const page = await (await pypi.ask(`simple/${project.name}/`)).text();
  const [file = ''] = /files\/[^"#]+/.exec(page) ?? [];
  const read = [
    await maven.ask(`${maven.folderOf(at)}/maven-metadata.xml`),
    await maven.ask(`${maven.folderOf(at)}/maven-metadata.xml.sha1`),
    await gems.ask(`gems/${gem.name}-${gem.version}.gem`),
    await gems.ask(`gems/${gem.name}-${gem.version}.gem`, { method: 'HEAD' }),
    await pypi.ask(file),
    await pypi.ask(`${file}.metadata`),
    await pypi.ask(file, { range: 'bytes=0-9' }),
  ];

  expect(read.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 206]);
  await Promise.all(read.map((answer) => answer.arrayBuffer()));
  expect(platform.process.output()).not.toMatch(/reply\.sent|REP_ALREADY_SENT/);
});
