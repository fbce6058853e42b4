import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type NugetDesk, openNugetDesk, project } from './nuget-desk.ts';
import { cannotRun } from './nuget-exe.ts';
import { library, uniqueId } from './packages.ts';

describe.skipIf(cannotRun)('nuget.exe in all its commands', () => {
  let desk: NugetDesk;
  beforeAll(async () => {
    desk = await openNugetDesk();
  });
  afterAll(() => desk?.close());

  test('installs what a package depends on, pre-releases of the newer kind among it', async () => {
    const [root, leaf] = [uniqueId('Probe.Root'), uniqueId('Probe.Leaf')];
    await desk.published(leaf, '1.0.0-rc.1');
    await desk.published(root, '1.0.0', { dependencies: `<dependency id="${leaf}" version="1.0.0-rc.1" />` });

    const fresh = await desk.newMachine();

    expect(await desk.installed(fresh, root, '-Prerelease', '-Framework', 'net45')).toEqual(
      [`${leaf}.1.0.0-rc.1`, `${root}.1.0.0`].sort(),
    );
    const file = join(fresh.folder, `packages/${leaf}.1.0.0-rc.1/lib/net45/${leaf}.dll`);
    expect(await readFile(file, 'utf8')).toBe(`library ${leaf} 1.0.0-rc.1`);
  });

  test('finds a version that its author wrote with more zeros than needed', async () => {
    const id = uniqueId('Probe.Zeros');
    const machine = await desk.newMachine();
    // made by hand: the client would remove these zeros when it packs
    await machine.write({ 'zeros.nupkg': library(id, '01.3.0-Alpha') });
    await machine.must('push', 'zeros.nupkg', '-Source', 'rookery', '-ApiKey', desk.author.token);

    const fresh = await desk.newMachine();
    expect(await desk.installed(fresh, id, '-Prerelease')).toEqual([
      // the client takes the version from the nuspec inside
      `${id}.01.3.0-Alpha`,
    ]);
    await expect
      .poll(() => machine.must('search', id, '-PreRelease', '-Source', 'rookery'), { timeout: 90_000 })
      .toContain(`${id} | 1.3.0-Alpha |`);
  });

  test('is refused a version twice, and may be told to skip it', async () => {
    const { machine, file } = await desk.published(uniqueId('Probe.Twice'), '1.0.0');
    const push = ['push', file, '-Source', 'rookery', '-ApiKey', desk.author.token];

    const refused = await machine.run(...push);
    const skipped = await machine.run(...push, '-SkipDuplicate');

    expect([refused.code, refused.text]).toEqual([1, expect.stringContaining('409')]);
    expect([skipped.code, skipped.text]).toEqual([0, expect.stringContaining('already exists at feed')]);
  });

  test('is refused without a key and with a wrong one', async () => {
    const { machine, file } = await desk.published(uniqueId('Probe.Key'), '1.0.0');

    const anonymous = await machine.run('push', file, '-Source', 'rookery');
    const stranger = await machine.run(
      'push',
      file,
      '-Source',
      'rookery',
      '-ApiKey',
      `pub_${'0'.repeat(64)}`,
    );

    expect([anonymous.code, anonymous.text]).toEqual([1, expect.stringContaining('401')]);
    expect([stranger.code, stranger.text]).toEqual([1, expect.stringContaining('401')]);
  });

  test('restores the packages of a project, and says which one is not there', async () => {
    const [id, missing] = [uniqueId('Probe.Restored'), uniqueId('Probe.Missing')];
    await desk.published(id, '1.0.0');
    const packages = (...ids: string[]) =>
      `<packages>${ids.map((one) => `<package id="${one}" version="1.0.0" targetFramework="net45" />`).join('')}</packages>`;
    const fresh = await desk.newMachine();
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
    const { machine } = await desk.published(id, '1.0.0');
    const search = () => machine.must('search', id, '-Source', 'rookery');
    await expect.poll(search, { timeout: 90_000 }).toContain(`${id} | 1.0.0 |`);

    await machine.must('delete', id, '1.0.0', '-Source', 'rookery', '-ApiKey', desk.author.token);

    await expect.poll(search, { timeout: 90_000 }).not.toContain(`${id} | 1.0.0 |`);
    expect(await desk.installed(await desk.newMachine(), id, '-Version', '1.0.0')).toEqual([`${id}.1.0.0`]);
  });

  test('pushes the symbols that lie beside a package', async () => {
    const id = uniqueId('Probe.Symbols');
    const machine = await desk.newMachine();
    await machine.write(project(id, '1.0.0'));
    await machine.must('pack', `${id}.nuspec`, '-Symbols', '-SymbolPackageFormat', 'snupkg');

    const file = `${id}.1.0.0.nupkg`;
    const said = await machine.must('push', file, '-Source', 'rookery', '-ApiKey', desk.author.token);

    expect(said).toMatch(/Created .*\/v2\/package\//);
    expect(said).toMatch(/Created .*\/v2\/symbolpackage\//);
  });
});
