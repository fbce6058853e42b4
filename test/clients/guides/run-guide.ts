import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Guide, readGuide } from '../../support/guide.ts';

/** Words of the guide (`alice`, `probe`, the address) and their replacements. Longer words come first. */
export type Words = readonly (readonly [word: string | RegExp, own: string])[];

export interface Steps {
  /** The folder of the workspace in which a line is typed: that of the first matching pattern. */
  folders?: readonly (readonly [line: RegExp, folder: string])[];
  /** Shell commands to run before a line. */
  before?: readonly (readonly [line: RegExp, shell: string])[];
  /** Lines that the machine of the tests cannot run, each with the reason. */
  leftOut?: readonly (readonly [line: RegExp, reason: string])[];
}

export interface Ran {
  code: number;
  /** Each typed line, after a plus, and its output. */
  output: string;
  typed: string[];
}

/** A folder in which the lines of a guide are typed, without the settings of any user. */
export interface Reader {
  folder: string;
  write(path: string, body: string | Buffer): Promise<void>;
  /** A file that the guide shows, with the words replaced. */
  file(language: string): string;
  follow(steps?: Steps): Promise<Ran>;
  remove(): Promise<void>;
}

export async function readAs(
  name: string,
  words: Words,
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<Reader> {
  const guide = await readGuide(name);
  const folder = await mkdtemp(join(tmpdir(), 'rookery-guide-'));
  const own = (text: string) =>
    words.reduce((result, [word, mine]) => result.replaceAll(word, () => mine), text);
  return {
    folder,
    async write(path, body) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), body);
    },
    file: (language) => own(guide.file(language)),
    follow: (steps = {}) => follow(folder, linesOf(guide).map(own), steps, environment),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Joins a command that continues in the next line into one line. */
function linesOf({ blocks }: Guide): string[] {
  return blocks
    .join('')
    .replaceAll(/\\\n/g, ' ')
    .replaceAll(/\|\n/g, '| ')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

function follow(
  folder: string,
  lines: readonly string[],
  { folders = [], before = [], leftOut = [] }: Steps,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Ran> {
  const unused = [...folders, ...before, ...leftOut].filter(
    ([line]) => !lines.some((each) => line.test(each)),
  );
  if (unused.length > 0) throw new Error(`the guide has no line like ${unused.map(String).join('; ')}`);
  const typed = lines.filter((line) => !leftOut.some(([pattern]) => pattern.test(line)));
  const script = typed.flatMap((line) => {
    const [, inside = '.'] = folders.find(([pattern]) => pattern.test(line)) ?? [];
    const first = before.filter(([pattern]) => pattern.test(line)).map(([, shell]) => shell);
    return [`cd ${quote(join(folder, inside))}`, ...first, `echo ${quote(`+ ${line}`)}`, line];
  });
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    LC_ALL: 'C.UTF-8',
    NO_PROXY: '127.0.0.1',
    ...environment,
  };
  const options = { cwd: folder, env, timeout: 400_000, maxBuffer: 1 << 26 };
  return new Promise((resolve) => {
    const shell = ['--norc', '-euo', 'pipefail', '-c', `exec 2>&1\n${script.join('\n')}`];
    execFile('bash', shell, options, (error, stdout) => {
      const code = typeof error?.code === 'number' ? error.code : Number(error !== null);
      resolve({ code, output: stdout, typed });
    });
  });
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
