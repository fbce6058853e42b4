import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NugetDesk, openNugetDesk, project } from './nuget-desk.ts';
import { cannotRun, type Feed } from './nuget-exe.ts';
import { uniqueId } from './packages.ts';

describe.skipIf(cannotRun)('nuget.exe', () => {
  let desk: NugetDesk;
  beforeAll(async () => {
    desk = await openNugetDesk();
  });
  afterAll(() => desk?.close());

  test('installs the newest stable version, and the newest of all when asked for pre-releases', async () => {
    const id = uniqueId('Probe.Mono');
    for (const version of ['1.0.0', '1.2.0', '2.0.0-Beta.1']) await desk.published(id, version);

    expect(await desk.installed(await desk.newMachine(), id)).toEqual([`${id}.1.2.0`]);
    expect(await desk.installed(await desk.newMachine(), id, '-Prerelease')).toEqual([`${id}.2.0.0-Beta.1`]);
    expect(await desk.installed(await desk.newMachine(), id, '-Version', '1.0.0')).toEqual([`${id}.1.0.0`]);
  });

  test('uses a private feed with the credentials of its configuration, and not without', async () => {
    const id = uniqueId('Probe.Private');
    await desk.published(id, '1.0.0');
    const mount = await closeRepositoryOf(id);
    const password = desk.author.token;
    const stranger = await desk.platform.createUser();
    const attempt = async (source: Feed) =>
      (await desk.newMachine(source)).run(
        'install',
        id,
        '-Source',
        'rookery',
        '-OutputDirectory',
        'packages',
      );

    const own = await desk.newMachine({ url: mount, credentials: { username: 'any', password } });

    expect(await desk.installed(own, id)).toEqual([`${id}.1.0.0`]);
    expect((await attempt({ url: mount })).text).toContain('401');
    const credentials = { username: 'any', password: stranger.token };
    expect((await attempt({ url: mount, credentials })).code).not.toBe(0);
    expect((await attempt(desk.feed)).text).toMatch(/not found|unable to find/i);
    await own.write(project(id, '1.1.0'));
    await own.must('pack', `${id}.nuspec`);
    await own.must('push', `${id}.1.1.0.nupkg`, '-Source', 'rookery', '-ApiKey', password);
  });

  /** Makes the repository of the feed private. Returns its address. */
  async function closeRepositoryOf(id: string): Promise<string> {
    const headers = { authorization: `Bearer ${desk.author.token}`, 'content-type': 'application/json' };
    const manage = async (method: string, path: string, body?: object) => {
      const response = await fetch(`${desk.platform.url}/v1/${path}`, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
      });
      expect(response.status).toBe(200);
      return (await response.json()) as { repository_slug: string };
    };
    const { repository_slug: slug } = await manage('GET', `packages/nuget/${id}`);
    await manage('PATCH', `repositories/${slug}`, { visibility: 'private' });
    await manage('PATCH', `packages/nuget/${id}`, { visibility: 'private' });
    return `${desk.platform.url}/nuget/r/${slug}/v3/index.json`;
  }
});
