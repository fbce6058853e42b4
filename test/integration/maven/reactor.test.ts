import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { type Coordinates, mavenRequests, newCoordinates } from './requests.ts';

let platform: Platform;
let author: TestUser;
let maven: ReturnType<typeof mavenRequests>;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform?.stop());

/** Coordinates of modules in a new group, and a new author without other uploads in progress. */
async function newModules(count: number): Promise<Coordinates[]> {
  author = await platform.createUser();
  maven = mavenRequests(platform, '/maven', 'Apache-Maven/3.8.7 (Java 17.0.1; Linux 6.1)');
  const { group, version } = newCoordinates();
  return Array.from({ length: count }, (_, index) => ({ group, version, artifact: `module-${index}` }));
}

async function sendFiles(at: Coordinates, jar = `jar of ${at.artifact}`): Promise<void> {
  expect((await maven.putFile(at, '.jar', author.token, jar)).status).toBeLessThan(300);
  expect((await maven.putPom(at, author.token)).status).toBeLessThan(300);
}

const visible = async (modules: readonly Coordinates[]) => {
  const answers = await Promise.all(modules.map((at) => maven.ask(maven.fileOf(at, '.jar'))));
  return answers.filter(({ status }) => status === 200).length;
};

describe('modules of one build', () => {
  it('are visible together, with the metadata of the last one', async () => {
    const modules = await newModules(12);
    for (const at of modules) await sendFiles(at);

    for (const at of modules.slice(1)) {
      const waits = await maven.commit(at, author.token);
      expect([waits.status, await waits.text()]).toEqual([
        202,
        `${at.group}:${at.artifact} ${at.version} waits for the other modules of this build\n`,
      ]);
    }
    expect(await visible(modules)).toBe(0);

    const first = modules.slice(0, 1);
    for (const at of first) expect((await maven.commit(at, author.token)).status).toBe(201);

    expect(await visible(modules)).toBe(12);
  });

  it('are committed once when the last two end at the same time', async () => {
    const modules = await newModules(6);
    for (const at of modules) await sendFiles(at);

    const answers = await Promise.all(modules.map((at) => maven.commit(at, author.token)));

    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status < 300)).toBe(true);
    expect(await visible(modules)).toBe(6);
  });

  it('may all begin at the same moment, with all their files, in an unowned group', async () => {
    const modules = await newModules(4);
    const sendAll = modules.flatMap((at) => [
      maven.putFile(at, '.jar', author.token, `jar of ${at.artifact}`),
      maven.putFile(at, '-sources.jar', author.token, `sources of ${at.artifact}`),
      maven.putPom(at, author.token),
    ]);

    const statuses = (await Promise.all(sendAll)).map(({ status }) => status);

    expect(statuses).toEqual(Array(12).fill(201));
    for (const at of modules) expect((await maven.commit(at, author.token)).status).toBeLessThan(300);
    expect(await visible(modules)).toBe(4);
  });

  it('stay hidden when one is refused before its end', async () => {
    const modules = await newModules(3);
    for (const at of modules) await sendFiles(at);
    const broken = { ...newCoordinates(), group: 'com.not-ours', artifact: '..' };

    expect((await maven.putFile(broken, '.jar', author.token, 'jar')).status).toBe(400);

    expect(await visible(modules)).toBe(0);
  });

  it('may come again with other bytes after a build that broke off', async () => {
    const modules = await newModules(2);
    for (const at of modules) await sendFiles(at, 'first try');

    for (const at of modules) await sendFiles(at, 'second try');
    for (const at of modules) await maven.commit(at, author.token);

    const [at] = modules;
    if (at === undefined) throw new Error('no module');
    expect(await (await maven.ask(maven.fileOf(at, '.jar'))).text()).toBe('second try');
  });
});
