import { execFile } from 'node:child_process';
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'smol-toml';

const run = promisify(execFile);
const limits = { timeout: 150_000, maxBuffer: 64 << 20 };

/** The files that the client of a registry downloaded, or the reason why there are none. */
export type Fetched = { files: string[] } | { reason: string };

const folders: string[] = [];

export async function removeFetched(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

async function fetched(
  what: string,
  get: (folder: string) => Promise<unknown>,
  pattern: string,
): Promise<Fetched> {
  const folder = await mkdtemp(join(tmpdir(), 'republish-'));
  folders.push(folder);
  try {
    await get(folder);
  } catch (error) {
    return { reason: `${what} gives nothing: ${String(error).slice(0, 300)}` };
  }
  const files: string[] = [];
  for await (const file of glob(pattern, { cwd: folder })) files.push(join(folder, file));
  return { files: files.toSorted() };
}

export function packNpm(names: readonly string[]): Promise<Fetched> {
  return fetched(
    'npm pack',
    (cwd) => run('npm', ['pack', '--silent', ...names], { cwd, ...limits }),
    '*.tgz',
  );
}

export function downloadPython(names: readonly string[]): Promise<Fetched> {
  return fetched(
    'pip download',
    (cwd) => run('pip', ['download', '--quiet', '--no-deps', ...names], { cwd, ...limits }),
    '*.{whl,tar.gz,zip}',
  );
}

/** Copies POMs and the files beside them into the folders of a repository. */
export function copyMaven(names: readonly string[]): Promise<Fetched> {
  const dependencies = names.map((name) => {
    const [group, artifact, version] = name.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
  });
  const pom = `<project><modelVersion>4.0.0</modelVersion><groupId>fetching</groupId><artifactId>fetching</artifactId><version>1</version>
    <packaging>pom</packaging><dependencies>${dependencies.join('')}</dependencies></project>`;
  const options = ['excludeTransitive=true', 'mdep.copyPom=true', 'mdep.useRepositoryLayout=true'];
  return fetched(
    'mvn dependency:copy-dependencies',
    async (cwd) => {
      await writeFile(join(cwd, 'pom.xml'), pom);
      const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
      const given = [...options, `outputDirectory=${join(cwd, 'out')}`].map((option) => `-D${option}`);
      await run('mvn', ['--batch-mode', '--quiet', goal, ...given], { cwd, ...limits });
    },
    'out/**/*.pom',
  );
}

/** Crates in the cache of the client, which has unpacked them beside it. */
export function fetchCrates(names: readonly string[]): Promise<Fetched> {
  const manifest = `[package]\nname = "fetching"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\n`;
  const wanted = names.map((name) => `${name} = "*"\n`).join('');
  const isWanted = new RegExp(String.raw`/(?:${names.join('|')})-\d[^/]*\.crate$`);
  return fetched(
    'cargo fetch',
    async (cwd) => {
      await mkdir(join(cwd, 'src'));
      await writeFile(join(cwd, 'Cargo.toml'), manifest + wanted);
      await writeFile(join(cwd, 'src/lib.rs'), '');
      await run('cargo', ['fetch', '--quiet'], { cwd, ...limits, env: cargoHome(cwd) });
    },
    'home/registry/cache/*/*.crate',
  ).then((found) =>
    'files' in found ? { files: found.files.filter((file) => isWanted.test(file)) } : found,
  );
}

const cargoHome = (folder: string) => ({ ...process.env, CARGO_HOME: join(folder, 'home') });

interface CargoPackage {
  name: string;
  version: string;
  features: Record<string, string[]>;
  links: string | null;
  rust_version: string | null;
  dependencies: CargoDependency[];
}

interface CargoDependency {
  name: string;
  rename: string | null;
  req: string;
  features: string[];
  optional: boolean;
  uses_default_features: boolean;
  target: string | null;
  kind: string | null;
  source: string | null;
}

/** The metadata and file that cargo itself would send for a cached crate. */
export async function cratePublish(crate: string): Promise<{ metadata: object; file: Buffer }> {
  const index = basename(dirname(crate));
  const source = join(dirname(crate), '../../src', index, basename(crate, '.crate'));
  const args = ['metadata', '--no-deps', '--offline', '--format-version', '1'];
  const { stdout } = await run('cargo', args, { cwd: source, ...limits });
  // `--format-version 1` fixes the shape of the output
  const { packages } = JSON.parse(stdout) as { packages: CargoPackage[] };
  const [it] = packages;
  if (it === undefined) throw new Error(`cargo knows nothing of ${crate}`);
  const { name, version, features, links, rust_version } = it;
  const deps = it.dependencies
    // a development dependency without a source is a path in the author's tree
    .filter(({ source: from, kind }) => kind !== 'dev' || from !== null)
    .map((each) => ({
      name: each.name,
      version_req: each.req,
      features: each.features,
      optional: each.optional,
      default_features: each.uses_default_features,
      target: each.target,
      kind: each.kind ?? 'normal',
      registry: each.source?.replace(/^registry\+/, '') ?? null,
      ...(each.rename === null ? {} : { explicit_name_in_toml: each.rename }),
    }));
  // `cargo metadata` adds a feature for each optional dependency; a publish sends only those of the manifest
  const manifest = parse(await readFile(join(source, 'Cargo.toml'), 'utf8'), {
    integersAsBigInt: 'asNeeded',
  });
  const named = Object(manifest['features'] ?? {}) as object;
  const said = Object.fromEntries(Object.entries(features).filter(([key]) => Object.hasOwn(named, key)));
  return {
    metadata: { name, vers: version, deps, features: said, links, rust_version },
    file: await readFile(crate),
  };
}
