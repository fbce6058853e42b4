import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { findTool, isSkipped } from '../../support/tool.ts';

export const cannotRun =
  isSkipped(findTool('cargo'), 'the cargo client tests: there is no cargo on PATH') ||
  isSkipped(await findTemporal(), temporalMissing);

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** A machine without any cached crate: its own CARGO_HOME and working folder. */
export interface CargoHome {
  folder: string;
  /** Writes a crate below the folder; paths are relative to the crate. */
  write(crate: string, files: Record<string, string>): Promise<void>;
  /** Runs cargo in the folder of a crate. Resolves also when cargo fails. */
  cargo(crate: string, ...args: string[]): Promise<Outcome>;
  remove(): Promise<void>;
}

/** `token` is stored as by `cargo login`; `index` is the URL of the index without `sparse+`. */
export async function createHome(index: string, token?: string): Promise<CargoHome> {
  // The blank is on purpose: paths of real machines have them.
  const folder = await mkdtemp(join(tmpdir(), 'cargo client '));

  async function write(crate: string, files: Record<string, string>): Promise<void> {
    for (const [path, text] of Object.entries(files)) {
      const target = join(folder, crate, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text);
    }
  }

  await mkdir(join(folder, 'nothing'));
  await write('home', { 'config.toml': configuration(index, join(folder, 'nothing')) });
  return {
    folder,
    write,
    cargo: (crate, ...args) => run(join(folder, crate), environment(join(folder, 'home'), token), args),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** An empty folder replaces the public index, so that only the registry under test answers. */
function configuration(index: string, emptyFolder: string): string {
  return `
[registries.rookery]
index = "sparse+${index}"
credential-provider = ["cargo:token"]
[source.crates-io]
replace-with = "nothing"
[source.nothing]
directory = ${JSON.stringify(emptyFolder)}
[net]
git-fetch-with-cli = false
retry = 0
[term]
color = "never"
`;
}

function environment(home: string, token: string | undefined): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('CARGO'));
  const login = token === undefined ? {} : { CARGO_REGISTRIES_ROOKERY_TOKEN: token };
  return { ...Object.fromEntries(inherited), ...login, CARGO_HOME: home };
}

function run(cwd: string, env: NodeJS.ProcessEnv, args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile('cargo', args, { cwd, env }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : Number(error !== null);
      resolve({ code, stdout, stderr });
    });
  });
}
