import { execFile } from 'node:child_process';
import { readdir, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findTool } from '../../support/tool.ts';

/** Names that one client sees, by file of the folder: raw bytes as Latin-1. */
export type Seen = Record<string, string[]>;

/** Programs of clients that list every archive of a folder. They list nothing for a refused archive. */
export const unpackers: Readonly<Record<string, (folder: string) => Promise<Seen>>> = {
  python: async (folder) => JSON.parse(await run('python3', [script('list.py'), folder])) as Seen,
  java: listWithJava,
  // `unzip -Z` searches farther for the end than an extraction does
  unzip: async (folder) => unzipped(await eachOf(folder, ['.zip'], (path) => ['unzip', ['-qql', path]])),
  php: async (folder) => unhexed(await run('php', [script('list.php'), folder])),
  ruby: async (folder) => unhexed(await run('ruby', [script('list.rb'), folder])),
  'gnu tar': (folder) =>
    eachOf(folder, ['.tar', '.tgz'], (path) => ['tar', ['--quoting-style=escape', '-tf', path]]),
  "npm's tar": listWithNpm,
};

const limit = { maxBuffer: 256 * 1024 * 1024, encoding: 'latin1' } as const;
const execute = promisify(execFile);
const script = (name: string) => join(import.meta.dirname, name);

/** The output of the command, also if it fails. */
async function run(command: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const running = execute(command, args, { ...limit, env, timeout: 120_000 });
  // some commands wait for an answer
  running.child.stdin?.end();
  return (await running).stdout;
}

function unhexed(json: string): Seen {
  const found = JSON.parse(json) as Seen;
  return Object.fromEntries(
    Object.entries(found).map(([file, names]) => [file, names.map((each) => ofHex(each))]),
  );
}

const ofHex = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1');

async function listWithJava(folder: string): Promise<Seen> {
  const seen: Seen = {};
  for (const line of (await run('java', [script('List.java'), folder])).split('\n')) {
    const [, file, name] = line.split('\t');
    if (file !== undefined && name !== undefined) (seen[file] ??= []).push(ofHex(name));
  }
  return seen;
}

async function eachOf(
  folder: string,
  endings: readonly string[],
  commandOf: (path: string) => [string, string[]],
): Promise<Seen> {
  const seen: Seen = {};
  for (const file of await readdir(folder)) {
    if (!endings.some((ending) => file.endsWith(ending))) continue;
    const [command, args] = commandOf(join(folder, file));
    const printed = await run(command, args).catch((error: unknown) => printedBefore(error));
    // other clients compare the names that this one has escaped
    seen[file] = printed
      .split('\n')
      .filter((name) => /^[\x20-\x7e]+$/.test(name) && !/[\\^?]/.test(name) && name !== 'Empty zipfile.');
  }
  return seen;
}

/** Reads lines of size, date, time and name. */
function unzipped(lines: Seen): Seen {
  const nameOf = (line: string) => /^ *\d+ +[-\d]+ [:\d]+ {3}(.*)$/.exec(line)?.[1] ?? '';
  return Object.fromEntries(Object.entries(lines).map(([file, each]) => [file, each.map(nameOf)]));
}

function printedBefore(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'number' && 'stdout' in error)
    return String(error.stdout);
  throw error;
}

interface NpmTar {
  t(options: { file: string; sync: true; onReadEntry(entry: { path: string; type: string }): void }): void;
}

/** Lists with the `tar` package that npm itself uses. */
async function listWithNpm(folder: string): Promise<Seen> {
  // the installed npm: bin/npm-cli.js is beside its node_modules
  const cli = await realpath(findTool('npm') ?? 'npm');
  const tar = createRequire(import.meta.url)(join(dirname(cli), '../node_modules/tar')) as NpmTar;
  const seen: Seen = {};
  for (const file of await readdir(folder)) {
    if (!/\.(?:tar|tgz)$/.test(file)) continue;
    const names: string[] = [];
    try {
      tar.t({
        file: join(folder, file),
        sync: true,
        onReadEntry({ path, type }) {
          // names that are not UTF-8 are lost here
          if (type !== 'Directory' && !path.includes('\ufffd'))
            names.push(Buffer.from(path).toString('latin1'));
        },
      });
    } catch {
      // entries before the error count
    }
    seen[file] = names;
  }
  return seen;
}
