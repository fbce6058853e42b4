import { daysOf } from '../domain/limits.ts';
import { inputLimits } from '../domain/limits/inputs.ts';
import { parseArgs } from 'node:util';
import { readEnv, requireDirectUrl } from '../config/env.ts';
import { Scope } from '../domain/scopes.ts';
import { openPool } from '../store/postgres/pool.ts';
import { operator } from '../domain/caller.ts';
import { runAdminTool, WrongArguments } from './run-tool.ts';
import { issueTokenFor, type TokenOfAccount } from '../services/identity/issue-token-for.ts';

const help = `Usage: rookery admin create-token <username> --scopes <scope,scope,...|all> [--expires-in-days <1 to 365>]
                                  [--name <text>]

Creates an API token of an account and prints it, this once, on standard output. It ends after 90 days unless said
otherwise. "all" is every scope that the account can hold; audit:read and admin:write are for platform administrators.
DATABASE_URL names the database.

Scopes: ${Scope.options.join(' ')}
`;

const defaultDays = 90;
const maxDays = daysOf(inputLimits['token lifetime']);
const maxName = inputLimits['token name'].characters;

/** The parsed arguments, or a sentence that names their fault. */
export function readWantedToken(args: string[]): TokenOfAccount | string {
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

async function main(args: string[]): Promise<void> {
  const wanted = readWantedToken(args);
  if (typeof wanted === 'string') throw new WrongArguments(wanted.trim());
  const pool = await openPool(requireDirectUrl(readEnv(process.env)), 1);
  try {
    const { secret, scopes, expiresAt } = await issueTokenFor(pool, operator, wanted);
    process.stderr.write(`for ${wanted.username} until ${expiresAt.toISOString()}: ${scopes.join(' ')}\n`);
    process.stdout.write(`${secret}\n`);
  } finally {
    await pool.end();
  }
}

if (import.meta.main) await runAdminTool(help, main);
