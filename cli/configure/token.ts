import { hostname } from 'node:os';
import { z } from 'zod';
import { credentialsFile, findCredential } from '../login/credentials.ts';
import { call } from '../login/registry.ts';
import { UsageError } from '../output.ts';
import { ecosystems } from './clients.ts';

/** `mint` makes one that is for the client alone; until then `token` stands for it in what is shown. */
export interface TokenSource {
  token: string;
  mint?: () => Promise<string>;
}

const Created = z.object({ token: z.string() });
const days = 90;

/** @throws UsageError when nobody is logged in */
export async function tokenOfLogin(url: string, client: string): Promise<TokenSource> {
  const credential = await findCredential(credentialsFile(process.env), url);
  if (!credential) {
    throw new UsageError(`nobody is logged in at ${url}: bin/rookery login --url ${url}, or give a --token`);
  }
  const { token, scopes } = credential;
  if (!scopes.includes('tokens:write') || !scopes.includes('packages:write')) return { token };
  const ecosystem = ecosystems[client];
  const wanted = {
    name: `${client} on ${hostname()}`.slice(0, 100),
    scopes: ['packages:write'],
    expires_in_days: days,
    ...(ecosystem === undefined ? {} : { ecosystem }),
  };
  return {
    token: 'pub_ followed by a new token',
    mint: async () => (await call(`${url}/v1/tokens`, { token, body: wanted }, Created)).token,
  };
}
