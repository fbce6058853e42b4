import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jarOf } from '../../../ecosystems/maven/fixtures/jar.ts';
import { pomOf } from '../../../ecosystems/maven/fixtures/pom.ts';
import { buildTarball } from '../../../ecosystems/npm/fixtures/tarball.ts';
import { newCoordinates } from '../../integration/maven/requests.ts';
import { zipOf } from '../../support/composer.ts';
import { uniqueName } from '../../support/crates.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { buildGem } from '../../../ecosystems/rubygems/fixtures/gem.ts';
import { program, library as crate } from '../cargo/crates.ts';
import * as cargo from '../cargo/home.ts';
import * as php from '../composer/php.ts';
import * as generic from '../generic/curl.ts';
import * as maven from '../maven/maven.ts';
import * as npm from '../npm/home.ts';
import * as nuget from '../nuget/nuget-exe.ts';
import { library as nupkg, uniqueId } from '../nuget/packages.ts';
import { layerOf } from '../oci/layers.ts';
import * as oci from '../oci/machine.ts';
import { buildProject } from '../pypi/project.ts';
import * as python from '../pypi/python.ts';
import * as ruby from '../rubygems/ruby.ts';
import { type MadeRelease, releaseByHand } from './by-hand.ts';

interface Row {
  isMissing: boolean;
  release: MadeRelease;
  /** The installed content after the client's run. */
  install(platform: Platform, author: TestUser): Promise<string>;
  /** The expected result of {@link Row.install}. */
  shows: string;
}

const unique = () => uniqueName('probe').toLowerCase();

/** Removes the resource even if the work throws. */
async function using<T extends { remove(): Promise<void> }>(made: T, work: (made: T) => Promise<string>) {
  try {
    return await work(made);
  } finally {
    await made.remove();
  }
}

function must({ code, ...said }: { code: number }): void {
  if (code !== 0) throw new Error(JSON.stringify(said));
}

async function npmRow(name: string): Promise<Row> {
  const manifest = {
    name,
    version: '1.0.0',
    description: 'By hand',
    main: 'index.js',
    bin: { probe: 'cli.js' },
  };
  const body = await buildTarball({
    'package/package.json': JSON.stringify(manifest),
    'package/index.js': 'module.exports = "by hand";\n',
    'package/cli.js': '#!/usr/bin/env node\nconsole.log("by hand");\n',
  });
  return {
    isMissing: npm.cannotRun,
    release: {
      ecosystem: 'npm',
      name,
      version: '1.0.0',
      files: [{ filename: `${name.split('/').at(-1)}-1.0.0.tgz`, body, kind: 'tarball' }],
    },
    shows: 'by hand',
    install: async ({ url }, author) =>
      using(await npm.createHome(`${url}/npm/`, author.token), async (home) => {
        await home.write('user', { 'package.json': { name: 'user', version: '0.0.0' } });
        await home.must('npm11', 'user', 'install', name);
        return (await home.must('npm11', 'user', 'exec', '--', 'probe')).stdout.trim();
      }),
  };
}

/** A wheel and the source distribution, which pip builds. */
async function pypiRow(name: string): Promise<Row> {
  const workspace = await python.createWorkspace();
  const dist = join(workspace.folder, await buildProject(workspace, name, '1.0.0'), 'dist');
  const files = await Promise.all(
    (await readdir(dist)).map(async (filename) => ({ filename, body: await readFile(join(dist, filename)) })),
  );
  return {
    isMissing: python.cannotRun,
    release: { ecosystem: 'pypi', name, version: '1.0.0', files },
    shows: [1, 2].map(() => `Successfully installed ${name}-1.0.0`).join(),
    install: async ({ url }) =>
      using(workspace, async () => {
        const from = ['--index-url', `${url}/pypi/simple/`, '--no-cache-dir', '--no-deps', name];
        const source = ['--no-binary', ':all:', '--no-build-isolation'];
        const installed = await workspace.tool('pip', ['install', '--target', 'one', ...from]);
        must(installed);
        const built = await workspace.tool('pip', ['install', '--target', 'two', ...source, ...from]);
        must(built);
        return [installed, built].map(({ output }) => /Successfully installed \S+/.exec(output)?.[0]).join();
      }),
  };
}

/** A crate that cargo itself packs. */
async function cargoRow(name: string, platform: Platform): Promise<Row> {
  const index = `${platform.url}/cargo/index/`;
  const code = 'pub fn say() -> &\'static str { if cfg!(feature = "loud") { "BY HAND" } else { "by hand" } }';
  const home = await cargo.createHome(index);
  await home.write('made', crate(name, '1.0.0', '[features]\nloud = []\n', code));
  must(await home.cargo('made', 'package', '--no-verify', '--allow-dirty'));
  const filename = `${name}-1.0.0.crate`;
  const body = await readFile(join(home.folder, 'made/target/package', filename));
  await home.remove();
  return {
    isMissing: cargo.cannotRun,
    release: { ecosystem: 'cargo', name, version: '1.0.0', files: [{ filename, body, kind: 'crate' }] },
    shows: 'BY HAND',
    install: async () =>
      using(await cargo.createHome(index), async (machine) => {
        const uses = `made = { package = "${name}", version = "1", registry = "rookery", features = ["loud"] }`;
        await machine.write('user', program(uses, 'fn main() { println!("{}", made::say()); }'));
        const ran = await machine.cargo('user', 'run', '--quiet');
        must(ran);
        return ran.stdout.trim();
      }),
  };
}

function nugetRow(id: string): Row {
  const filename = `${id.toLowerCase()}.1.0.0.nupkg`;
  return {
    isMissing: nuget.cannotRun,
    release: {
      ecosystem: 'nuget',
      name: id,
      version: '1.0.0',
      files: [{ filename, body: nupkg(id, '1.0.0'), kind: 'nupkg' }],
    },
    shows: `${id}.1.0.0`,
    install: async ({ url }) =>
      using(await nuget.createMachine({ url: `${url}/nuget/v3/index.json` }), async (machine) => {
        await machine.must('install', id, '-Source', 'rookery', '-OutputDirectory', 'packages');
        return (await readdir(join(machine.folder, 'packages'))).join();
      }),
  };
}

async function mavenRow(): Promise<Row> {
  const at = newCoordinates('1.0.0');
  const stem = `${at.artifact}-${at.version}`;
  const jar = await jarOf({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n', 'by/hand.txt': 'by hand' });
  const sources = await jarOf({ 'by/Hand.java': 'package by; class Hand {}' });
  return {
    isMissing: maven.cannotRun,
    release: {
      ecosystem: 'maven',
      name: `${at.group}:${at.artifact}`,
      version: at.version,
      files: [
        { filename: `${stem}.jar`, body: jar, kind: 'jar' },
        { filename: `${stem}-sources.jar`, body: sources },
        { filename: `${stem}.pom`, body: Buffer.from(pomOf(at)), kind: 'pom' },
      ],
    },
    shows: 'jar and jar:sources',
    install: async ({ url }) =>
      using(await maven.createWorkspace({ token: null }), async (workspace) => {
        const kinds = ['jar', 'jar:sources'];
        for (const kind of kinds) {
          const artifact = `-Dartifact=${at.group}:${at.artifact}:1.0.0:${kind}`;
          const remote = `-DremoteRepositories=rookery::default::${url}/maven/`;
          must(await workspace.mvn('.', 'dependency:get', artifact, '-Dtransitive=false', remote));
        }
        await workspace.forget(at.group);
        return kinds.join(' and ');
      }),
  };
}

async function gemRow(name: string): Promise<Row> {
  const files = { [`lib/${name}.rb`]: 'PROBE = "by hand"\n' };
  return {
    isMissing: ruby.cannotRun,
    release: {
      ecosystem: 'rubygems',
      name,
      version: '1.0.0',
      files: [
        {
          filename: `${name}-1.0.0.gem`,
          body: await buildGem({ name, version: '1.0.0', files }),
          kind: 'gem',
        },
      ],
    },
    shows: 'by hand',
    install: async ({ url }) =>
      using(await ruby.createWorkspace(), async (workspace) => {
        const from = ['--no-document', '--clear-sources', '--source', `${url}/rubygems/`];
        must(await workspace.run('gem', ['install', name, ...from]));
        const ran = await workspace.run('ruby', ['-e', `require "${name}"; print PROBE`]);
        return ran.output;
      }),
  };
}

function composerRow(name: string): Row {
  const manifest = { autoload: { 'psr-4': { 'Probe\\': 'src/' } } };
  return {
    isMissing: php.cannotRun,
    release: {
      ecosystem: 'composer',
      name,
      version: '1.0.0',
      files: [{ filename: `${name.replace('/', '-')}-1.0.0.0.zip`, body: zipOf({ name, manifest }) }],
    },
    shows: 'probe',
    install: async ({ url }) =>
      using(await php.createWorkspace(), async (workspace) => {
        const repositories = [{ type: 'composer', url: `${url}/composer` }, { 'packagist.org': false }];
        const project = { require: { [name]: '^1' }, repositories, config: { 'secure-http': false } };
        await workspace.write('user/composer.json', JSON.stringify(project));
        must(await workspace.composer('user', 'update'));
        return (await workspace.php('user', "require 'vendor/autoload.php'; echo Probe\\Probe::NAME;"))
          .output;
      }),
  };
}

/** Layers first: the order in which clients push an image. */
async function ociRow(name: string): Promise<Row> {
  const mediaType = 'application/vnd.oci.image.manifest.v1+json';
  const layer = await layerOf('etc/motd', 'by hand');
  const config = Buffer.from(
    JSON.stringify({
      architecture: 'amd64',
      os: 'linux',
      config: {},
      rootfs: { type: 'layers', diff_ids: [] },
    }),
  );
  const part = (type: string, body: Buffer) => ({
    mediaType: `application/vnd.oci.image.${type}`,
    digest: oci.digestOf(body),
    size: body.length,
  });
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType,
      config: part('config.v1+json', config),
      layers: [part('layer.v1.tar+gzip', layer)],
    }),
  );
  const version = oci.digestOf(manifest);
  const nameOf = (body: Buffer) => oci.digestOf(body).replace(':', '-');
  return {
    isMissing: await oci.cannotRun('skopeo', 'crane'),
    release: {
      ecosystem: 'oci',
      name,
      version,
      files: [
        { filename: nameOf(config), body: config, kind: 'oci_layer' },
        { filename: nameOf(layer), body: layer, kind: 'oci_layer' },
        { filename: `${nameOf(manifest)}.json`, body: manifest, kind: 'oci_manifest' },
      ],
    },
    shows: `by hand ${version}`,
    install: async ({ url }, author) =>
      using(await oci.createMachine(), async (machine) => {
        const host = new URL(url).host;
        const tagged = await fetch(`${url}/v1/packages/oci/${encodeURIComponent(name)}/tags/v1`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ version }),
        });
        if (!tagged.ok) throw new Error(await tagged.text());
        const source = `docker://${host}/${name}:v1`;
        await machine.must('skopeo', 'copy', '--src-tls-verify=false', source, 'dir:copied');
        const said = await machine.must('crane', 'export', `${host}/${name}@${version}`, '-', '--insecure');
        const copied = await readFile(join(machine.folder, 'copied/manifest.json'));
        return `${/by hand/.exec(said)?.[0]} ${oci.digestOf(copied)}`;
      }),
  };
}

function genericRow(name: string): Row {
  return {
    isMissing: generic.cannotRun,
    release: {
      ecosystem: 'generic',
      name,
      version: '1.0.0',
      files: [
        { filename: 'linux/probe', body: Buffer.from('by hand') },
        { filename: 'README.md', body: Buffer.from('# Probe') },
      ],
    },
    shows: 'by hand, linux/probe: OK',
    install: async ({ url }) =>
      using(await generic.createShell(), async (shell) => {
        const at = `${url}/generic/${name}/1.0.0`;
        must(await shell.curl('--fail', '--create-dirs', '-o', 'linux/probe', `${at}/linux/probe`));
        must(await shell.curl('--fail', '-o', 'SHA256SUMS', `${at}/SHA256SUMS`));
        const checked = await shell.run('sha256sum --check --ignore-missing SHA256SUMS');
        return `${(await shell.read('linux/probe')).toString()}, ${checked.stdout.trim()}`;
      }),
  };
}

describe('a release that is made file by file through the management API', () => {
  let platform: Platform;
  let author: TestUser;
  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
  });
  afterAll(() => platform?.stop());

  test.each<[string, () => Promise<Row> | Row]>([
    ['npm', () => npmRow(unique())],
    ['npm, with a scope', () => npmRow(`@${author.username}/probe`)],
    ['pip', () => pypiRow(unique())],
    ['cargo', () => cargoRow(unique(), platform)],
    ['nuget', () => nugetRow(uniqueId('Probe.Hand'))],
    ['mvn', () => mavenRow()],
    ['gem', () => gemRow(unique())],
    ['composer', () => composerRow(`${unique()}/probe`)],
    ['skopeo and crane', () => ociRow(oci.newName(author.username))],
    ['curl', () => genericRow(unique())],
  ])('is installed by %s', async (_client, row) => {
    const { isMissing, release, install, shows } = await row();
    if (isMissing) return;

    const { status, listed } = await releaseByHand(platform, author, release);

    // layers of an image belong to its name, not to one release
    const own = release.files.filter(({ kind }) => kind !== 'oci_layer');
    expect(listed).toEqual(own.map(({ filename }) => filename).sort());
    expect(status).toBe('published');
    expect(await install(platform, author)).toBe(shows);
  });
});
