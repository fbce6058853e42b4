import { hostname, userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Command } from './command.ts';
import {
  type Credential,
  credentialsFile,
  findCredential,
  onlyRegistry,
  removeCredential,
  saveCredential,
} from './login/credentials.ts';
import { openBrowser } from './login/browser.ts';
import { awaitLogin, startLogin } from './login/device.ts';
import { call, defaultUrl, readUrl, Refusal } from './login/registry.ts';
import { print, printError } from './output.ts';

const urlHelp = `--url     address of the registry (default ROOKERY_URL, else the one you are logged in at, else
            ${defaultUrl})`;

const loginHelp = `Usage: bin/rookery login [--url <address>] [--scopes <scope,...>] [--no-browser]

Prints an address and a code. A person opens the address, logs in there, compares the code and approves; then
the token is kept in ~/.config/rookery/credentials.json, for you alone. It ends after 90 days.

  ${urlHelp}
  --scopes  what the token may do (default profile:write, tokens:read, packages:write)
  --no-browser
            does not try to open the address`;

const logoutHelp = `Usage: bin/rookery logout [--url <address>]

Revokes the token that "login" got, and forgets it.

  ${urlHelp}`;

const whoamiHelp = `Usage: bin/rookery whoami [--url <address>] [--json]

Asks the registry whose token "login" got.

  ${urlHelp}`;

/**
 * The registry to use: from the argument, the environment, the only log-in, or the platform on this machine, in this
 * order.
 */
export async function chooseUrl(argument: string | undefined, file: string): Promise<string> {
  const chosen = argument ?? process.env['ROOKERY_URL'];
  if (chosen !== undefined && chosen !== '') return readUrl(chosen);
  return (await onlyRegistry(file)) ?? defaultUrl;
}

async function logIn(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: 'string' },
      scopes: { type: 'string' },
      'no-browser': { type: 'boolean', default: false },
    },
  });
  const file = credentialsFile(process.env);
  const url = await chooseUrl(values.url, file);
  const scopes = values.scopes?.split(',').map((scope) => scope.trim());
  const started = await startLogin(url, {
    name: `rookery of ${userInfo().username} on ${hostname()}`,
    scopes,
  });
  print(`Open ${started.verification_uri_complete}\nand compare the code: ${started.user_code}`);
  if (!values['no-browser']) openBrowser(started.verification_uri_complete, process.env);
  const credential = await awaitLogin(url, started);
  const before = await findCredential(file, url);
  await saveCredential(file, url, credential);
  if (before) await revoke(url, before).catch(() => {});
  print(`Logged in at ${url} as ${credential.username}.`);
}

async function logOut(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { url: { type: 'string' } } });
  const file = credentialsFile(process.env);
  const url = await chooseUrl(values.url, file);
  const credential = await findCredential(file, url);
  if (!credential) {
    printError(`no user is logged in at ${url}`);
    return;
  }
  await revoke(url, credential);
  await removeCredential(file, url);
  print(`Logged out at ${url}.`);
}

/** Revokes the token; an expired one counts as revoked. */
async function revoke(url: string, { token }: Credential): Promise<void> {
  try {
    await call(`${url}/v1/tokens/current`, { method: 'DELETE', token }, z.unknown());
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
  }
}

const Me = z.object({ username: z.string() });

async function whoAmI(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { url: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const file = credentialsFile(process.env);
  const url = await chooseUrl(values.url, file);
  const credential = await findCredential(file, url);
  if (!credential) throw new Error(`no user is logged in at ${url}: bin/rookery login --url ${url}`);
  const { username } = await call(`${url}/v1/users/me`, { method: 'GET', token: credential.token }, Me);
  const { scopes, expires_at } = credential;
  print(values.json ? JSON.stringify({ url, username, scopes, expires_at }) : username);
}

export const loginCommands: readonly Command[] = [
  { name: 'login', summary: 'Gets a token through the browser and keeps it', help: loginHelp, run: logIn },
  { name: 'logout', summary: 'Revokes that token and forgets it', help: logoutHelp, run: logOut },
  { name: 'whoami', summary: 'Says whose token it is', help: whoamiHelp, run: whoAmI },
];
