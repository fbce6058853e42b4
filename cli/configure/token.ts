import { hostname } from 'node:os';
import { z } from 'zod';
import { credentialsFile, findCredential } from '../login/credentials.ts';
import { call, Refusal } from '../login/registry.ts';
import { UsageError } from '../output.ts';
import type { KnownClients } from './clients.ts';

/** Clients that share one token. */
export interface ClientGroup {
  /** The ecosystem for publishes with the token; undefined: all. */
  ecosystem: string | undefined;
  clients: readonly string[];
}

/** `mint` creates a token for these clients; before that, previews show `token` in its place. */
export interface TokenSource {
  token: string;
  mint?: (group: ClientGroup) => Promise<string>;
}

/** Whether the registry accepts the token. @throws Error if the registry does not answer */
export async function tokenWorks(url: string, token: string): Promise<boolean> {
  try {
    await call(`${url}/v1/users/me`, { method: 'GET', token }, z.object({ username: z.string() }));
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Revokes a token that was created but not used. */
export async function dropToken(url: string, token: string): Promise<void> {
  await call(`${url}/v1/tokens/current`, { method: 'DELETE', token }, z.unknown());
}

/**
 * Groups clients by ecosystem, so that a whole machine needs fewer tokens than the limit on new tokens per person.
 * The group for all ecosystems is last: if clients share a file, the wider token stays.
 */
export function groupClients(known: KnownClients, names: readonly string[]): ClientGroup[] {
  const groups = Map.groupBy(new Set(names), (name) => known.get(name)?.ecosystem);
  return [...groups]
    .map(([ecosystem, clients]) => ({ ecosystem, clients }))
    .toSorted((a, b) => Number(a.ecosystem === undefined) - Number(b.ecosystem === undefined));
}

const Created = z.object({ token: z.string() });
const days = 90;

/** @throws UsageError when no user is logged in */
export async function tokenOfLogin(url: string): Promise<TokenSource> {
  const credential = await findCredential(credentialsFile(process.env), url);
  if (!credential) {
    throw new UsageError(`no user is logged in at ${url}: bin/rookery login --url ${url}, or give a --token`);
  }
  const { token, scopes } = credential;
  if (!scopes.includes('tokens:write') || !scopes.includes('packages:write')) return { token };
  return {
    token: 'pub_ followed by a new token',
    async mint({ ecosystem, clients }) {
      const body = {
        name: `${clients.join(', ')} on ${hostname()}`.slice(0, 100),
        scopes: ['packages:write'],
        expires_in_days: days,
        ...(ecosystem === undefined ? {} : { ecosystem }),
      };
      return (await call(`${url}/v1/tokens`, { token, body }, Created)).token;
    },
  };
}
