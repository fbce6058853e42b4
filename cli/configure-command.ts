import { homedir } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { isWellFormedToken } from '../domain/token.ts';
import type { Command } from './command.ts';
import { describeChange, planChanges, writeAll } from './configure/apply.ts';
import { clients } from './configure/clients.ts';
import { keptToken } from './configure/kept-token.ts';
import type { Names, Target } from './configure/target.ts';
import { type ClientGroup, dropToken, groupClients, tokenOfLogin, tokenWorks } from './configure/token.ts';
import { chooseUrl } from './login-commands.ts';
import { credentialsFile } from './login/credentials.ts';
import { messageOf, print, UsageError } from './output.ts';

const names = Object.keys(clients).join(', ');

const help = `Usage: bin/rookery configure <client>... [--token <token>] [--url <address>] [--yes]

Writes the address of the registry and your token into the configuration files of clients, after it has shown
what changes. Everything else in the files stays, and packages that are not named come from where they came before.
Either all files are written or none. A token that still works is kept.

  <client>  ${names}
  --token   an API token; "-" reads it from standard input. Without it, the token of "login" is used; if that may
            make tokens (login --scopes ...,tokens:write), clients get new ones, which end after 90 days: those of
            one ecosystem (gradle, maven) share one that publishes to it alone. You can make twenty tokens in
            ten minutes, which is enough for all clients of two machines
  --url     address of the registry (default ROOKERY_URL, else the one you are logged in at, else
            http://127.0.0.1:8080)
  --scope @acme      npm, pnpm, bun, yarn: packages of this scope come from here
  --group com.acme   maven: a repository for this group beside Maven Central
  --vendor acme      composer: acme/* comes from here
  --pattern 'Acme.*' nuget: ids like this come from here, all others from nuget.org
                     (cargo, uv, poetry, bundler and gem name the registry in the project; pip can't tell names apart)
  --everything       this registry stands in the place of the public one: for registries that have all packages
  --home    folder with the configuration files (default: your home)
  --yes     does not ask`;

interface Wanted extends Omit<Target, 'token'> {
  wanted: readonly string[];
  isSure: boolean;
  /** Undefined: that of the log-in. */
  token: string | undefined;
}

async function readWanted(args: string[]): Promise<Wanted> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      token: { type: 'string' },
      url: { type: 'string' },
      home: { type: 'string', default: homedir() },
      yes: { type: 'boolean', default: false },
      scope: { type: 'string' },
      group: { type: 'string' },
      vendor: { type: 'string' },
      pattern: { type: 'string' },
      everything: { type: 'boolean', default: false },
    },
  });
  if (positionals.length === 0 || !positionals.every((client) => Object.hasOwn(clients, client))) {
    throw new UsageError(`configure needs clients: ${names}`);
  }
  const url = await chooseUrl(values.url, credentialsFile(process.env));
  const token = values.token === '-' ? await readInput() : values.token;
  if (token !== undefined && !isWellFormedToken(token)) {
    throw new UsageError('--token is no API token of this registry (pub_…)');
  }
  const chosen: Names = { everything: values.everything };
  for (const key of nameKeys) chosen[key] = readName(key, values[key] ?? '');
  return {
    wanted: [...new Set(positionals)],
    url,
    token,
    home: values.home,
    isSure: values.yes,
    names: chosen,
  };
}

const nameKeys = ['scope', 'group', 'vendor', 'pattern'] as const;

/** They are written into files as they are: nothing in them has a meaning there. */
const spellings = {
  scope: /^@[a-z0-9~-][a-z0-9._~-]*$/,
  group: /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/,
  vendor: /^[a-z0-9]+(?:[_.-][a-z0-9]+)*$/,
  pattern: /^[A-Za-z0-9_.-]+\*?$/,
} as const;

/** Undefined for an empty one. @throws UsageError */
function readName(key: (typeof nameKeys)[number], given: string): string | undefined {
  const text = key === 'scope' && given !== '' && !given.startsWith('@') ? `@${given}` : given;
  if (text === '' || spellings[key].test(text)) return text === '' ? undefined : text;
  throw new UsageError(`--${key} ${given.slice(0, 60)} can not be read: see the examples`);
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString().trim();
}

async function run(args: string[]): Promise<void> {
  const { wanted, isSure, token: given, ...rest } = await readWanted(args);
  const place = { ...rest, names: await askNames(wanted, rest.names, isSure) };
  const source = given === undefined ? await tokenOfLogin(place.url) : { token: given };
  const groups = groupClients(wanted);
  const editsOf = (client: string, token: string) => clients[client]?.edits({ ...place, token }) ?? [];
  const tokens = new Map<ClientGroup, string>();
  if (source.mint) for (const group of groups) await keepTokenOf(group);
  const plan = () =>
    planChanges(
      groups.flatMap((group) =>
        group.clients.flatMap((client) => editsOf(client, tokens.get(group) ?? source.token)),
      ),
    );
  const shown = await plan();
  if (shown.length === 0) return printEach(wanted, 'is configured already');
  for (const change of shown) print(`${describeChange(change)}\n`);
  for (const note of notesOf(wanted, { ...place, token: source.token })) print(note);
  if (!isSure && !(await isConfirmed())) return print('nothing was changed');

  // all of it or nothing: tokens first, then every file, and what fails takes back what was made
  const made: string[] = [];
  try {
    for (const group of groups) {
      if (!source.mint || tokens.has(group)) continue;
      const token = await source.mint(group);
      made.push(token);
      tokens.set(group, token);
    }
    await writeAll(await plan());
  } catch (error) {
    await Promise.allSettled(made.map((token) => dropToken(place.url, token)));
    throw new Error(`nothing was changed: ${messageOf(error)}`, { cause: error });
  }
  printEach(wanted, 'is configured');

  async function keepTokenOf(group: ClientGroup): Promise<void> {
    for (const client of group.clients) {
      const kept = await keptToken(
        (token) => editsOf(client, token),
        (token) => tokenWorks(place.url, token),
      );
      if (kept !== null) return void tokens.set(group, kept);
    }
  }
}

function notesOf(wanted: readonly string[], target: Target): string[] {
  return wanted.flatMap(
    (client) => clients[client]?.notes?.(target).map((note) => `${client} ${note}`) ?? [],
  );
}

const questions = {
  scope: 'Scope of your npm packages, e.g. @acme (empty: the token alone)',
  group: 'Group of your Maven artifacts, e.g. com.acme (empty: the credential alone)',
  vendor: 'Vendor of your Composer packages, e.g. acme (empty: this registry is asked first for every name)',
  pattern: 'Ids of your NuGet packages, e.g. Acme.* (empty: both sources are asked for every id)',
} as const;

/** What the options leave open is asked where a person can answer. */
async function askNames(wanted: readonly string[], given: Names, isSure: boolean): Promise<Names> {
  if (isSure || given.everything || !process.stdin.isTTY) return given;
  const open = new Set(wanted.map((client) => clients[client]?.names));
  const names = { ...given };
  for (const key of nameKeys)
    if (open.has(key) && names[key] === undefined)
      names[key] = readName(key, await ask(`${questions[key]}: `));
  return names;
}

function printEach(group: readonly string[], what: string): void {
  for (const client of group) print(`${client} ${what}`);
}

async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('nobody can be asked here: say --yes');
  return /^y(?:es)?$/i.test(await ask('Write this? [y/N] '));
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}

export const configureCommand: Command = {
  name: 'configure',
  summary: `Writes the configuration of clients: ${names}`,
  help,
  run,
};
