import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { passwordSettings } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { findPasswordProblem } from '../domain/password.ts';
import { Email, Username } from '../domain/username.ts';
import { writeAudit } from '../store/postgres/audit/audit.ts';
import { newId } from '../store/postgres/ids.ts';
import { notifyChange } from '../store/postgres/notify.ts';
import { lockName } from '../store/postgres/packages/namespaces.ts';
import { openPool } from '../store/postgres/pool.ts';
import { revokeSessions } from '../store/postgres/identity/sessions.ts';
import { revokeAllTokens } from '../store/postgres/identity/tokens.ts';
import { findUserByName, insertUser, makeAdmin } from '../store/postgres/identity/users.ts';
import type { PasswordDeps } from '../services/identity/login.ts';
import { createPasswords } from '../services/identity/password-hash.ts';
import { assertNoNamespace, createPersonalRepository } from '../services/identity/register.ts';

const help = `Usage: rookery admin create <username> [--email <address>] [--password-file <file>]
                            [--keep-tokens]

Creates a platform administrator, or makes an existing account one, with a new password: its sessions and API tokens
end, unless --keep-tokens keeps those.
The password is read from the file, or from standard input; it is never an argument.
DATABASE_URL names the database.
`;

/** Whoever may write to the database. */
const operator = { userId: null, tokenId: null, ipAddress: null, userAgent: 'rookery admin' };

interface Account {
  username: string;
  email: string;
  password: string;
  keepsTokens?: boolean;
}

/** Creates the administrator or promotes the account of that name. */
export async function createAdmin(
  { pool, passwords }: Omit<PasswordDeps, 'throttle'>,
  account: Account,
): Promise<void> {
  const { username, email, password } = account;
  const passwordHash = await passwords.hash(password);
  await pool.transaction(async (tx) => {
    const known = await findUserByName(tx, username);
    if (known) {
      await makeAdmin(tx, known.id, passwordHash);
      const sessions = await revokeSessions(tx, known.id, 'all');
      const tokens = account.keepsTokens === true ? 0 : await revokeAllTokens(tx, known.id);
      await writeAudit(tx, {
        action: 'user_password_change',
        performer: operator,
        targetUserId: known.id,
        metadata: { is_admin: true, sessions, tokens },
      });
      await notifyChange(tx, { kind: 'user', id: known.id });
      return;
    }
    const user = { id: newId(), username, email, passwordHash, isAdmin: true };
    await lockName(tx, username);
    const isNew = await insertUser(tx, user);
    if (!isNew) throw new Error('the e-mail address belongs to another account');
    await assertNoNamespace(tx, username);
    await writeAudit(tx, {
      action: 'user_register',
      performer: operator,
      targetUserId: user.id,
      metadata: { username, is_admin: true },
    });
    await createPersonalRepository(tx, user, operator);
  });
}

function readAccount(args: string[]): Account | string {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      'password-file': { type: 'string' },
      'keep-tokens': { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  const [verb, name] = positionals;
  if (values.help || verb !== 'create') return help;
  const username = Username.safeParse(name);
  if (!username.success) return `the username ${username.error.issues[0]?.message}\n`;
  const email = Email.safeParse(values.email ?? `${username.data}@localhost.localdomain`);
  if (!email.success) return `--email ${email.error.issues[0]?.message}\n`;
  const password = readFileSync(values['password-file'] ?? 0, 'utf8').replace(/\r?\n$/, '');
  const problem = findPasswordProblem(password, { username: username.data, email: email.data });
  if (problem) return `the password ${problem.message}\n`;
  return { username: username.data, email: email.data, password, keepsTokens: values['keep-tokens'] };
}

async function main(): Promise<void> {
  const account = readAccount(process.argv.slice(2));
  const env = readEnv(process.env);
  const url = env.DATABASE_URL;
  if (typeof account === 'string' || url === undefined) {
    const isHelp = account === help && process.argv.includes('--help');
    (isHelp ? process.stdout : process.stderr).write(
      typeof account === 'string' ? account : 'DATABASE_URL is missing\n',
    );
    process.exitCode = isHelp ? 0 : 2;
    return;
  }
  const pool = await openPool(url, 1);
  try {
    await createAdmin({ pool, passwords: createPasswords(passwordSettings(env)) }, account);
    process.stdout.write(`${account.username} is a platform administrator\n`);
  } finally {
    await pool.end();
  }
}

if (import.meta.main) await main();
