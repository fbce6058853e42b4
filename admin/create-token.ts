import { parseArgs } from 'node:util';
import { readEnv } from '../config/env.ts';
import { grantableScopes, Scope } from '../domain/scopes.ts';
import { openPool, type Pool } from '../store/postgres/pool.ts';
import { findUserByName } from '../store/postgres/identity/users.ts';
import { unlimited } from '../services/limits/actions.ts';
import { issueToken } from '../services/identity/issue-token.ts';

const help = `Usage: rookery admin create-token <username> --scopes <scope,scope,...|all> [--expires-in-days <1 to 365>]
                                  [--name <text>]

Creates an API token of an account and prints it, this once, on standard output. It ends after 90 days unless said
otherwise. "all" is every scope that the account can hold; audit:read and admin:write are for platform administrators.
DATABASE_URL names the database.

Scopes: ${Scope.options.join(' ')}
`;

const defaultDays = 90;
const maxDays = 365;
const maxName = 100;
const dayMs = 86_400_000;

export interface WantedToken {
  username: string;
  scopes: readonly Scope[] | 'all';
  expiresInDays: number;
  name: string;
}

/** What the arguments ask for, or the sentence that says what is wrong with them. */
export function readWantedToken(args: string[]): WantedToken | string {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      scopes: { type: 'string' },
      'expires-in-days': { type: 'string' },
      name: { type: 'string', default: 'rookery admin' },
      help: { type: 'boolean' },
    },
  });
  const [verb, username, ...rest] = positionals;
  if (values.help || verb !== 'create-token' || username === undefined || rest.length > 0) return help;
  const expiresInDays = Number(values['expires-in-days'] ?? defaultDays);
  if (!Number.isInteger(expiresInDays) || expiresInDays < 1 || expiresInDays > maxDays) {
    return `--expires-in-days must be a whole number from 1 to ${maxDays}\n`;
  }
  if (values.name === '' || values.name.length > maxName) {
    return `--name must have 1 to ${maxName} characters\n`;
  }
  const scopes = readScopes(values.scopes);
  return typeof scopes === 'string' && scopes !== 'all'
    ? scopes
    : { username, scopes, expiresInDays, name: values.name };
}

function readScopes(text: string | undefined): readonly Scope[] | 'all' | `--scopes ${string}` {
  if (text === 'all') return 'all';
  const names = (text ?? '').split(',').map((name) => name.trim());
  const scopes = Scope.array().safeParse(names);
  return scopes.success
    ? [...new Set(scopes.data)]
    : `--scopes must be all, or some of: ${Scope.options.join(', ')}\n`;
}

/** @throws Error in one sentence for an account that is not there, or can't hold a scope */
export async function createTokenFor(
  pool: Pool,
  { username, scopes: wanted, expiresInDays, name }: WantedToken,
): Promise<{ secret: string; scopes: readonly Scope[]; expiresAt: Date }> {
  const user = await findUserByName(pool, username);
  if (!user?.isActive) throw new Error(`there is no active account ${username}`);
  const grantable = grantableScopes(user.isAdmin);
  const scopes = wanted === 'all' ? grantable : wanted;
  const tooMuch = scopes.find((scope) => !grantable.includes(scope));
  if (tooMuch !== undefined)
    throw new Error(`${user.username} is no platform administrator: ${tooMuch} is not theirs`);
  const expiresAt = new Date(Date.now() + expiresInDays * dayMs);
  const binding = { kind: 'personal', repositoryId: null, packageId: null } as const;
  const nobody = { userId: null, tokenId: null, ipAddress: null, userAgent: 'rookery admin' };
  const request = { ...binding, userId: user.id, name, scopes, expiresAt };
  const { secret } = await issueToken({ pool, take: unlimited }, request, nobody);
  return { secret, scopes, expiresAt };
}

async function main(): Promise<void> {
  const wanted = readWantedToken(process.argv.slice(2));
  const { DATABASE_URL: url } = readEnv(process.env);
  if (typeof wanted === 'string' || url === undefined) {
    const isHelp = wanted === help && process.argv.includes('--help');
    const sentence = typeof wanted === 'string' ? wanted : 'DATABASE_URL is missing\n';
    (isHelp ? process.stdout : process.stderr).write(sentence);
    process.exitCode = isHelp ? 0 : 2;
    return;
  }
  const pool = await openPool(url, 1);
  try {
    const { secret, scopes, expiresAt } = await createTokenFor(pool, wanted);
    process.stderr.write(`for ${wanted.username} until ${expiresAt.toISOString()}: ${scopes.join(' ')}\n`);
    process.stdout.write(`${secret}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    await pool.end();
  }
}

if (import.meta.main) await main();
