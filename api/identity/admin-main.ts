import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findPasswordProblem } from '../../domain/password.ts';
import { Email, Username } from '../../domain/username.ts';
import { newId } from '../../store/postgres/ids.ts';
import { notifyChange } from '../../store/postgres/notify.ts';
import { openPool, type Pool } from '../../store/postgres/pool.ts';
import { revokeSessions } from '../../store/postgres/sessions.ts';
import { findUserByName, insertUser, makeAdmin } from '../../store/postgres/users.ts';
import { hashPassword } from './password-hash.ts';
import { createPersonalRepository } from './register.ts';

const help = `Usage: rookery admin create <username> [--email <address>] [--password-file <file>]

Creates a platform administrator, or makes an existing account one, with a new password.
The password is read from the file, or from standard input; it is never an argument.
DATABASE_URL names the database.
`;

interface Account {
  username: string;
  email: string;
  password: string;
}

/** Creates the administrator or promotes the account of that name. */
export async function createAdmin(pool: Pool, { username, email, password }: Account): Promise<void> {
  const passwordHash = await hashPassword(password);
  await pool.transaction(async (tx) => {
    const known = await findUserByName(tx, username);
    if (known) {
      await makeAdmin(tx, known.id, passwordHash);
      await revokeSessions(tx, known.id, null);
      await notifyChange(tx, { kind: 'user', id: known.id });
      return;
    }
    const user = { id: newId(), username, email, passwordHash, isAdmin: true };
    const isNew = await insertUser(tx, user);
    if (!isNew) throw new Error('the e-mail address belongs to another account');
    await createPersonalRepository(tx, user, { ipAddress: null, userAgent: 'rookery admin' });
  });
}

function readAccount(args: string[]): Account | string {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { email: { type: 'string' }, 'password-file': { type: 'string' }, help: { type: 'boolean' } },
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
  return { username: username.data, email: email.data, password };
}

async function main(): Promise<void> {
  const account = readAccount(process.argv.slice(2));
  const url = process.env['DATABASE_URL'];
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
    await createAdmin(pool, account);
    process.stdout.write(`${account.username} is a platform administrator\n`);
  } finally {
    await pool.end();
  }
}

if (import.meta.main) await main();
