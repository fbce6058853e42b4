import { homedir } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { isWellFormedToken } from '../domain/token.ts';
import type { Command } from './command.ts';
import { describeChange, planChanges, writeChange } from './configure/apply.ts';
import { clients, type Target } from './configure/clients.ts';
import { print, UsageError } from './output.ts';

const names = Object.keys(clients).join(', ');

const help = `Usage: bin/rookery configure <client> --token <token> [--url <address>] [--yes]

Writes the address of the registry and your token into the configuration file of a client, after it has shown
what changes. Everything else in the file stays.

  <client>  ${names}
  --token   an API token; "-" reads it from standard input
  --url     address of the registry (default http://127.0.0.1:8080)
  --home    folder with the configuration files (default: your home)
  --yes     does not ask`;

interface Wanted extends Target {
  client: string;
  isSure: boolean;
}

async function readWanted(args: string[]): Promise<Wanted> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      token: { type: 'string' },
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      home: { type: 'string', default: homedir() },
      yes: { type: 'boolean', default: false },
    },
  });
  const [client, ...rest] = positionals;
  if (client === undefined || rest.length > 0 || !Object.hasOwn(clients, client)) {
    throw new UsageError(`configure needs a client: ${names}`);
  }
  const url = URL.parse(values.url);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new UsageError('--url is no web address');
  const token = values.token === '-' ? await readInput() : (values.token ?? '');
  if (!isWellFormedToken(token)) throw new UsageError('--token is no API token of this registry (pub_…)');
  const base = url.origin + (url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname);
  return { client, url: base, token, home: values.home, isSure: values.yes };
}

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString().trim();
}

async function run(args: string[]): Promise<void> {
  const { client, isSure, ...target } = await readWanted(args);
  const changes = await planChanges(clients[client]?.(target) ?? []);
  if (changes.length === 0) return print(`${client} is configured already`);
  for (const change of changes) print(`${describeChange(change)}\n`);
  if (!isSure && !(await isConfirmed())) return print('nothing was changed');
  for (const change of changes) await writeChange(change);
  print(`${client} is configured`);
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
  summary: `Writes the configuration of a client: ${names}`,
  help,
  run,
};
