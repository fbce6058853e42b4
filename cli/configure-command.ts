import { homedir } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { isWellFormedToken } from '../domain/token.ts';
import type { NameOption, Names, Target } from '../ecosystems/clients/client.ts';
import type { Command } from './command.ts';
import { describeChange, planChanges, writeAll } from './configure/apply.ts';
import { type KnownClients, loadClients, optionsOf } from './configure/clients.ts';
import { keptToken } from './configure/kept-token.ts';
import { type ClientGroup, dropToken, groupClients, tokenOfLogin, tokenWorks } from './configure/token.ts';
import { chooseUrl } from './login-commands.ts';
import { credentialsFile } from './login/credentials.ts';
import { messageOf, print, UsageError } from './output.ts';

const namesOf = (clients: KnownClients) => [...clients.keys()].join(', ');

async function help(): Promise<string> {
  const clients = await loadClients();
  const options = [...optionsOf(clients).values()]
    .map(({ flag, example, help: meaning }) => `  ${`--${flag} ${example}`.padEnd(18)} ${meaning}\n`)
    .join('');
  const alike = [...clients].filter(([, { option }]) => !option).map(([name]) => name);
  return `Usage: bin/rookery configure <client>... [--token <token>] [--url <address>] [--yes]

Writes the address of the registry and your token into the configuration files of clients, after it has shown
what changes. Everything else in the files stays, and packages that are not named come from where they came before.
Either all files are written or none. A token that still works is kept.

  <client>  ${namesOf(clients)}
  --token   an API token; "-" reads it from standard input. Without it, the token of "login" is used; if that may
            make tokens (login --scopes ...,tokens:write), clients get new ones, which end after 90 days: those of
            one ecosystem (gradle, maven) share one that publishes to it alone. You can make twenty tokens in
            ten minutes, which is enough for all clients of two machines
  --url     address of the registry (default ROOKERY_URL, else the one you are logged in at, else
            http://127.0.0.1:8080)
${options}                     (no option separates names for ${alike.join(', ')}:
                     where a project can name the registry, the command says how)
  --everything       this registry stands in the place of the public one: for registries that have all packages
  --home    folder with the configuration files (default: your home)
  --yes     does not ask`;
}

interface Wanted extends Omit<Target, 'token' | 'names'> {
  clients: KnownClients;
  wanted: readonly string[];
  named: Named;
  isSure: boolean;
  /** Undefined: the token of the log-in. */
  token: string | undefined;
}

/** The values of the options, by their flags. */
interface Named {
  everything: boolean;
  ours: ReadonlyMap<string, string | undefined>;
}

async function readWanted(args: string[]): Promise<Wanted> {
  const clients = await loadClients();
  const options = optionsOf(clients);
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...Object.fromEntries([...options.keys()].map((flag) => [flag, { type: 'string' } as const])),
      token: { type: 'string' },
      url: { type: 'string' },
      home: { type: 'string', default: homedir() },
      yes: { type: 'boolean', default: false },
      everything: { type: 'boolean', default: false },
    },
  });
  if (positionals.length === 0 || !positionals.every((client) => clients.has(client))) {
    throw new UsageError(`configure needs clients: ${namesOf(clients)}`);
  }
  const url = await chooseUrl(values.url, credentialsFile(process.env));
  const token = values.token === '-' ? await readInput() : values.token;
  if (token !== undefined && !isWellFormedToken(token)) {
    throw new UsageError('--token is no API token of this registry (pub_…)');
  }
  // all options of clients have text values
  const given = values as Record<string, string | boolean | undefined>;
  const ours = new Map(
    [...options].map(([flag, option]) => [flag, readName(option, String(given[flag] ?? ''))] as const),
  );
  return {
    clients,
    wanted: [...new Set(positionals)],
    url,
    token,
    home: values.home,
    isSure: values.yes,
    named: { everything: values.everything, ours },
  };
}

/** The name in an option; undefined for an empty one. @throws UsageError */
function readName({ flag, spelling, prefix = '' }: NameOption, given: string): string | undefined {
  if (given === '') return undefined;
  const text = given.startsWith(prefix) ? given : prefix + given;
  if (spelling.test(text)) return text;
  throw new UsageError(`--${flag} ${given.slice(0, 60)} can not be read: see the examples`);
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString().trim();
}

async function run(args: string[]): Promise<void> {
  const { clients, wanted, isSure, named, token: given, ...place } = await readWanted(args);
  const chosen = await askNames(clients, wanted, named, isSure);
  const targetOf = (client: string, token: string) => ({
    ...place,
    token,
    names: namesFor(clients.get(client)?.option, chosen),
  });
  const source = given === undefined ? await tokenOfLogin(place.url) : { token: given };
  const groups = groupClients(clients, wanted);
  const editsOf = (client: string, token: string) =>
    clients.get(client)?.edits(targetOf(client, token)) ?? [];
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
  for (const client of wanted) {
    for (const note of clients.get(client)?.notes?.(targetOf(client, source.token)) ?? [])
      print(`${client} ${note}`);
  }
  if (!isSure && !(await isConfirmed())) return print('nothing was changed');

  // all or nothing: tokens first, then every file; a failure undoes all of them
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

/** The given names for one client: the common ones and that of its own option. */
function namesFor(option: NameOption | undefined, { everything, ours }: Named): Names {
  return { everything, ours: option && ours.get(option.flag) };
}

/** Asks for missing options if a person can answer. */
async function askNames(
  clients: KnownClients,
  wanted: readonly string[],
  given: Named,
  isSure: boolean,
): Promise<Named> {
  if (isSure || given.everything || !process.stdin.isTTY) return given;
  const used = new Set(wanted.map((client) => clients.get(client)?.option?.flag));
  const ours = new Map(given.ours);
  for (const [flag, option] of optionsOf(clients)) {
    if (used.has(flag) && ours.get(flag) === undefined)
      ours.set(flag, readName(option, await ask(`${option.question}: `)));
  }
  return { ...given, ours };
}

function printEach(group: readonly string[], what: string): void {
  for (const client of group) print(`${client} ${what}`);
}

async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('there is no terminal to ask on: say --yes');
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
  summary: 'Writes the configuration of package managers and other clients',
  help,
  run,
};
