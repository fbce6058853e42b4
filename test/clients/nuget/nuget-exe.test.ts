import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { cannotRun, createMachine, type Feed, type Machine } from './nuget-exe.ts';
import { library, uniqueId } from './packages.ts';

/** Enough of one for the client: a text in the place of a library. */
function project(id: string, version: string, dependencies = ''): Record<string, string> {
  return {
    [`${id}.nuspec`]: `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">
  <metadata>
    <id>${id}</id><version>${version}</version><authors>Alice</authors><description>About ${id}</description>
    <dependencies><group targetFramework="net45">${dependencies}</group></dependencies>
  </metadata>
  <files><file src="library.dll" target="lib/net45/${id}.dll" /><file src="library.pdb" target="lib/net45/${id}.pdb" /></files>
</package>
`,
    'library.dll': `library ${id} ${version}`,
    'library.pdb': 'BSJB',
  };
}

describe.skipIf(cannotRun)('nuget.exe', () => {
  let platform: Platform;
  let author: { username: string; token: string };
  let feed: Feed;
  const machines: Machine[] = [];

  async function newMachine(source = feed): Promise<Machine> {
    const machine = await createMachine(source);
    machines.push(machine);
    return machine;
  }

  /** Packs and pushes; the last words of the client. */
  async function published(id: string, version: string, options: { dependencies?: string } = {}) {
    const machine = await newMachine();
    await machine.write(project(id, version, options.dependencies));
    await machine.must('pack', `${id}.nuspec`, '-OutputDirectory', 'out');
    const [file = ''] = await readdir(join(machine.folder, 'out'));
    await machine.must('push', `out/${file}`, '-Source', 'rookery', '-ApiKey', author.token);
    return { machine, file: `out/${file}` };
  }

  async function installed(machine: Machine, ...args: string[]): Promise<string[]> {
    await machine.must('install', ...args, '-Source', 'rookery', '-OutputDirectory', 'packages');
    return (await readdir(join(machine.folder, 'packages'))).sort();
  }

  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    feed = { url: `${platform.url}/nuget/v3/index.json` };
  });

  afterAll(async () => {
    await Promise.all(machines.map((machine) => machine.remove()));
    await platform.stop();
  });

  test('installs the newest stable version, and the newest of all when asked for pre-releases', async () => {
    const id = uniqueId('Probe.Mono');
    for (const version of ['1.0.0', '1.2.0', '2.0.0-Beta.1']) await published(id, version);

    expect(await installed(await newMachine(), id)).toEqual([`${id}.1.2.0`]);
    expect(await installed(await newMachine(), id, '-Prerelease')).toEqual([`${id}.2.0.0-Beta.1`]);
    expect(await installed(await newMachine(), id, '-Version', '1.0.0')).toEqual([`${id}.1.0.0`]);
  });

  test('installs what a package depends on, pre-releases of the newer kind among it', async () => {
    const [root, leaf] = [uniqueId('Probe.Root'), uniqueId('Probe.Leaf')];
    await published(leaf, '1.0.0-rc.1');
    await published(root, '1.0.0', { dependencies: `<dependency id="${leaf}" version="1.0.0-rc.1" />` });

    const fresh = await newMachine();

    expect(await installed(fresh, root, '-Prerelease', '-Framework', 'net45')).toEqual(
      [`${leaf}.1.0.0-rc.1`, `${root}.1.0.0`].sort(),
    );
    const file = join(fresh.folder, `packages/${leaf}.1.0.0-rc.1/lib/net45/${leaf}.dll`);
    expect(await readFile(file, 'utf8')).toBe(`library ${leaf} 1.0.0-rc.1`);
  });

  test('finds a version that its author wrote with more zeros than needed', async () => {
    const id = uniqueId('Probe.Zeros');
    const machine = await newMachine();
    // the client itself would pack it without them
    await machine.write({ 'zeros.nupkg': library(id, '01.3.0-Alpha') });
    await machine.must('push', 'zeros.nupkg', '-Source', 'rookery', '-ApiKey', author.token);

    const fresh = await newMachine();
    expect(await installed(fresh, id, '-Prerelease')).toEqual([
      // named after the nuspec inside
      `${id}.01.3.0-Alpha`,
    ]);
    await expect
      .poll(() => machine.must('search', id, '-PreRelease', '-Source', 'rookery'), { timeout: 90_000 })
      .toContain(`${id} | 1.3.0-Alpha |`);
  });

  test('is refused a version twice, and may be told to skip it', async () => {
    const { machine, file } = await published(uniqueId('Probe.Twice'), '1.0.0');
    const push = ['push', file, '-Source', 'rookery', '-ApiKey', author.token];

    const refused = await machine.run(...push);
    const skipped = await machine.run(...push, '-SkipDuplicate');

    expect([refused.code, refused.text]).toEqual([1, expect.stringContaining('409')]);
    expect([skipped.code, skipped.text]).toEqual([0, expect.stringContaining('already exists at feed')]);
  });

  test('is refused without a key and with a wrong one', async () => {
    const { machine, file } = await published(uniqueId('Probe.Key'), '1.0.0');

    const nobody = await machine.run('push', file, '-Source', 'rookery');
    const stranger = await machine.run(
      'push',
      file,
      '-Source',
      'rookery',
      '-ApiKey',
      `pub_${'0'.repeat(64)}`,
    );

    expect([nobody.code, nobody.text]).toEqual([1, expect.stringContaining('401')]);
    expect([stranger.code, stranger.text]).toEqual([1, expect.stringContaining('401')]);
  });

  test('restores the packages of a project, and says which one is not there', async () => {
    const [id, missing] = [uniqueId('Probe.Restored'), uniqueId('Probe.Missing')];
    await published(id, '1.0.0');
    const packages = (...ids: string[]) =>
      `<packages>${ids.map((one) => `<package id="${one}" version="1.0.0" targetFramework="net45" />`).join('')}</packages>`;
    const fresh = await newMachine();
    await fresh.write({ 'packages.config': packages(id), 'more/packages.config': packages(id, missing) });
    const restore = (file: string) => fresh.run('restore', file, '-PackagesDirectory', 'restored');

    expect(await restore('packages.config')).toMatchObject({ code: 0 });
    expect(await readdir(join(fresh.folder, 'restored'))).toEqual([`${id}.1.0.0`]);
    const failed = await restore('more/packages.config');
    expect([failed.code, failed.text]).toEqual([
      1,
      expect.stringContaining(`Unable to find version '1.0.0' of package '${missing}'`),
    ]);
  });

  test('unlists a version: searches lose it, exact restores do not', async () => {
    const id = uniqueId('Probe.Unlisted');
    const { machine } = await published(id, '1.0.0');
    const search = () => machine.must('search', id, '-Source', 'rookery');
    await expect.poll(search, { timeout: 90_000 }).toContain(`${id} | 1.0.0 |`);

    await machine.must('delete', id, '1.0.0', '-Source', 'rookery', '-ApiKey', author.token);

    await expect.poll(search, { timeout: 90_000 }).not.toContain(`${id} | 1.0.0 |`);
    expect(await installed(await newMachine(), id, '-Version', '1.0.0')).toEqual([`${id}.1.0.0`]);
  });

  test('pushes the symbols that lie beside a package', async () => {
    const id = uniqueId('Probe.Symbols');
    const machine = await newMachine();
    await machine.write(project(id, '1.0.0'));
    await machine.must('pack', `${id}.nuspec`, '-Symbols', '-SymbolPackageFormat', 'snupkg');

    const file = `${id}.1.0.0.nupkg`;
    const said = await machine.must('push', file, '-Source', 'rookery', '-ApiKey', author.token);

    expect(said).toMatch(/Created .*\/v2\/package\//);
    expect(said).toMatch(/Created .*\/v2\/symbolpackage\//);
  });

  test('uses a private feed with the credentials of its configuration, and not without', async () => {
    const id = uniqueId('Probe.Private');
    await published(id, '1.0.0');
    const mount = await closeRepositoryOf(id);
    const password = author.token;
    const stranger = await platform.createUser();
    const attempt = async (source: Feed) =>
      (await newMachine(source)).run('install', id, '-Source', 'rookery', '-OutputDirectory', 'packages');

    const own = await newMachine({ url: mount, credentials: { username: 'any', password } });

    expect(await installed(own, id)).toEqual([`${id}.1.0.0`]);
    expect((await attempt({ url: mount })).text).toContain('401');
    const credentials = { username: 'any', password: stranger.token };
    expect((await attempt({ url: mount, credentials })).code).not.toBe(0);
    expect((await attempt(feed)).text).toMatch(/not found|unable to find/i);
    await own.write(project(id, '1.1.0'));
    await own.must('pack', `${id}.nuspec`);
    await own.must('push', `${id}.1.1.0.nupkg`, '-Source', 'rookery', '-ApiKey', password);
  });

  /** The address of a feed of which nobody else knows that it is there. */
  async function closeRepositoryOf(id: string): Promise<string> {
    const headers = { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' };
    const manage = async (method: string, path: string, body?: object) => {
      const response = await fetch(`${platform.url}/v1/${path}`, {
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
    return `${platform.url}/nuget/r/${slug}/v3/index.json`;
  }
});
