import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { passwordSettings } from '../config/config.ts';
import { readEnv, requireDirectUrl } from '../config/env.ts';
import { operator } from '../domain/caller.ts';
import { describePasswordProblems, findPasswordProblems } from '../domain/password.ts';
import { Email, Username } from '../domain/username.ts';
import { type AdminAccount, createAdmin } from '../services/identity/create-admin.ts';
import { runAdminTool, WrongArguments } from './run-tool.ts';
import { openPool } from '../store/postgres/pool.ts';
import { createPasswords } from '../services/identity/password-hash.ts';

const help = `Usage: rookery admin create <username> [--email <address>] [--keep-tokens]
                            [--password-file <file> | --generate-password]

Creates a platform administrator, or makes an existing account one, with a new password: its sessions and API tokens
end, unless --keep-tokens keeps those.
The password is read from the file, or from standard input; it is never an argument. --generate-password makes one, and
prints it this once.
DATABASE_URL names the database.
`;

interface Wanted extends AdminAccount {
  isGenerated: boolean;
}

/** 144 bits. */
const generatedBytes = 18;

function readAccount(args: string[]): Wanted | string {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      'password-file': { type: 'string' },
      'generate-password': { type: 'boolean', default: false },
      'keep-tokens': { type: 'boolean', default: false },
    },
  });
  const [verb, name] = positionals;
  if (verb !== 'create') return help;
  const username = Username.safeParse(name);
  if (!username.success) return `the username ${username.error.issues[0]?.message}\n`;
  const email = Email.safeParse(values.email ?? `${username.data}@localhost.localdomain`);
  if (!email.success) return `--email ${email.error.issues[0]?.message}\n`;
  const isGenerated = values['generate-password'];
  const file = values['password-file'];
  if (isGenerated && file !== undefined) return 'a password is generated, or read from a file: choose one\n';
  const password = isGenerated
    ? randomBytes(generatedBytes).toString('base64url')
    : readFileSync(file ?? 0, 'utf8').replace(/\r?\n$/, '');
  const problems = findPasswordProblems(password, { username: username.data, email: email.data });
  const said = describePasswordProblems(problems);
  if (said !== undefined) return `${said}\n`;
  const account = { username: username.data, email: email.data, password, isGenerated };
  return { ...account, keepsTokens: values['keep-tokens'] };
}

async function main(args: string[]): Promise<void> {
  const account = readAccount(args);
  if (typeof account === 'string') throw new WrongArguments(account.trim());
  const env = readEnv(process.env);
  const pool = await openPool(requireDirectUrl(env), 1);
  try {
    await createAdmin({ pool, passwords: createPasswords(passwordSettings(env)) }, operator, account);
    process.stdout.write(`${account.username} is a platform administrator\n`);
    if (account.isGenerated) process.stdout.write(`password: ${account.password}\n`);
  } finally {
    await pool.end();
  }
}

if (import.meta.main) await runAdminTool(help, main);
