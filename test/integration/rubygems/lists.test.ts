import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uniqueName } from '../../support/crates.ts';
import { gemsClient } from '../../support/gems.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';

let platform: Platform;
let author: TestUser;
let gems: ReturnType<typeof gemsClient>;
beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
  gems = gemsClient(platform.url, author.token);
});
afterAll(() => platform?.stop());

const newName = () => uniqueName('probe').toLowerCase();
const json = async (path: string) => (await gems.ask(path)).json();

async function publish(draft: Parameters<typeof gems.pushGem>[0]): Promise<void> {
  expect((await gems.pushGem(draft))[0]).toBe(200);
}

async function hide(name: string): Promise<void> {
  const answer = await fetch(`${platform.url}/v1/packages/rubygems/${name}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ visibility: 'private' }),
  });
  expect(answer.status).toBe(200);
}

describe('what pages about gems ask', () => {
  it('counts downloads of a gem, of a version and of all', async () => {
    const name = newName();
    await publish({ name, version: '1.0.0' });
    await publish({ name, version: '1.1.0', platform: 'java' });
    const before = (await json('api/v1/downloads.json')) as { total: number };

    for (const file of [`${name}-1.0.0.gem`, `${name}-1.1.0-java.gem`, `${name}-1.1.0-java.gem`]) {
      expect((await gems.ask(`gems/${file}`)).status).toBe(200);
    }

    await expect
      .poll(() => json(`api/v1/downloads/${name}-1.1.0-java.json`), { timeout: 30_000 })
      .toEqual({ version_downloads: 2, total_downloads: 3 });
    expect(await json(`api/v1/downloads/${name}-1.0.0`)).toEqual({
      version_downloads: 1,
      total_downloads: 3,
    });
    expect(await json(`api/v1/gems/${name}.json`)).toMatchObject({ downloads: 3, version_downloads: 2 });
    expect(await json(`api/v1/versions/${name}.json`)).toMatchObject([
      { number: '1.1.0', downloads_count: 2 },
      { number: '1.0.0', downloads_count: 1 },
    ]);
    const after = (await json('api/v1/downloads')) as { total: number };
    expect(after.total).toBeGreaterThanOrEqual(before.total + 3);
    expect((await gems.ask(`api/v1/downloads/${name}-9.9.9.json`)).status).toBe(404);
  });

  it('lists the gems that need one, without those that are hidden', async () => {
    const [library, user, secret] = [newName(), newName(), newName()];
    await publish({ name: library, version: '1.0.0', needs: ['libxml2', 'a printer'] });
    for (const name of [user, secret]) {
      await publish({ name, version: '1.0.0', dependencies: [[library, '>=', '1']] });
    }
    await hide(secret);

    expect(await json(`api/v1/gems/${library}/reverse_dependencies.json`)).toEqual([user]);
    expect(await json(`api/v1/gems/${user}/reverse_dependencies`)).toEqual([]);
    const missing = await gems.ask(`api/v1/gems/${newName()}/reverse_dependencies.json`);
    const hidden = await gems.ask(`api/v1/gems/${secret}/reverse_dependencies.json`);
    expect([missing.status, hidden.status]).toEqual([404, 404]);
    expect(await json(`api/v1/versions/${library}.json`)).toMatchObject([
      { requirements: ['libxml2', 'a printer'] },
    ]);
  });

  it('lists the gems of an owner, and what was is no more', async () => {
    const person = await platform.createUser();
    const name = newName();
    expect((await gems.pushGem({ name, version: '1.0.0' }, person.token))[0]).toBe(200);

    await expect
      .poll(() => json(`api/v1/owners/${person.username}/gems.json`), { timeout: 20_000 })
      .toMatchObject([{ name, version: '1.0.0', downloads: 0 }]);
    expect(await json('api/v1/owners/unknown-user/gems.json')).toEqual([]);
    expect((await gems.ask(`api/v1/dependencies?gems=${name}`)).status).toBe(404);
  });
});
