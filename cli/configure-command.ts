import { homedir } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { isWellFormedToken } from '../domain/token.ts';
import type { Command } from './command.ts';
import { describeChange, planChanges, writeChange } from './configure/apply.ts';
import { clients, type Target } from './configure/clients.ts';
import { type ClientGroup, groupClients, tokenOfLogin } from './configure/token.ts';
import { chooseUrl } from './login-commands.ts';
import { credentialsFile } from './login/credentials.ts';
import { print, UsageError } from './output.ts';

const names = Object.keys(clients).join(', ');

const help = `Usage: bin/rookery configure <client>... [--token <token>] [--url <address>] [--yes]

Writes the address of the registry and your token into the configuration files of clients, after it has shown
what changes. Everything else in the files stays.

  <client>  ${names}
  --token   an API token; "-" reads it from standard input. Without it, the token of "login" is used; if that may
            make tokens (login --scopes ...,tokens:write), clients get new ones, which end after 90 days: those of
            one ecosystem (gradle, maven) share one that publishes to it alone. You can make ten tokens in ten
            minutes, which is enough for all clients in one call
  --url     address of the registry (default ROOKERY_URL, else the one you are logged in at, else
            http://127.0.0.1:8080)
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
  return { wanted: positionals, url, token, home: values.home, isSure: values.yes };
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString().trim();
}

async function run(args: string[]): Promise<void> {
  const { wanted, isSure, token: given, ...place } = await readWanted(args);
  const source = given === undefined ? await tokenOfLogin(place.url) : { token: given };
  const groups = groupClients(wanted);
  const editsOf = (group: ClientGroup, token: string) =>
    group.clients.flatMap((client) => clients[client]?.({ ...place, token }) ?? []);
  const changes = await planChanges(groups.flatMap((group) => editsOf(group, source.token)));
  if (changes.length === 0) return printEach(wanted, 'is configured already');
  for (const change of changes) print(`${describeChange(change)}\n`);
  if (!isSure && !(await isConfirmed())) return print('nothing was changed');
  for (const group of groups) {
    // made when it is needed: who says no has no token more, and what was written stays when the next one is refused
    const token = source.mint ? await source.mint(group) : source.token;
    for (const change of await planChanges(editsOf(group, token))) await writeChange(change);
    printEach(group.clients, 'is configured');
  }
}

function printEach(group: readonly string[], what: string): void {
  for (const client of group) print(`${client} ${what}`);
}

async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('nobody can be asked here: say --yes');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(?:es)?$/i.test((await terminal.question('Write this? [y/N] ')).trim());
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
