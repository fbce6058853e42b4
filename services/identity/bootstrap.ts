import { readFile, rename, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { inPerson } from '../../domain/actor.ts';
import { Scope } from '../../domain/scopes.ts';
import { sha256Hex } from '../../domain/digest.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import { type Pool, sql, type Transaction } from '../../store/postgres/pool.ts';
import {
  findToken,
  renewToken,
  revokeTokensNamed,
  type TokenRow,
} from '../../store/postgres/identity/tokens.ts';
import { findUserByName, insertUser } from '../../store/postgres/identity/users.ts';
import { writeToken } from './issue-token.ts';
import { noPassword } from './password-hash.ts';
import { createPersonalRepository } from './register.ts';

const adminName = 'admin';
const bootstrapLock = 7_216_013_302;
const here = { ipAddress: null, userAgent: 'rookery' };
/** Every start renews the token; a token in a forgotten copy of the folder expires. */
const lifetimeDays = 90;
const dayMs = 86_400_000;

/**
 * For `npm start`: ensures the built-in administrator and a token with every scope in `dataDir/admin-token` (mode
 * 0600). Idempotent and safe in two processes at the same time. A lost or invalid token is replaced; the token of
 * another folder does not change. The account has no log-in until `rookery admin create` sets a password. Returns the
 * file's path.
 */
export async function ensureAdmin({ pool, dataDir }: { pool: Pool; dataDir: string }): Promise<string> {
  const file = join(dataDir, 'admin-token');
  const name = `npm start in ${hostname()}:${dataDir}`;
  await pool.transaction(async (tx) => {
    await tx.query(sql.typeAlias('void')`select pg_advisory_xact_lock(${bootstrapLock})`);
    const userId = await ensureAdminUser(tx);
    const expiresAt = new Date(Date.now() + lifetimeDays * dayMs);
    const alive = await findAlive(tx, file, userId);
    if (alive !== null) return renewToken(tx, alive.id, { name, expiresAt, scopes: everyScope(alive) });
    await revokeEarlier(tx, userId, name);
    const token = { userId, name, kind: 'personal', scopes: Scope.options, expiresAt };
    const bound = { repositoryId: null, packageId: null };
    const { secret } = await writeToken(tx, { ...token, ...bound }, inPerson(userId, here));
    // last: the next start replaces a token whose row was rolled back, but can't restore a lost secret
    await writeSecret(file, secret);
  });
  return file;
}

async function ensureAdminUser(tx: Transaction): Promise<string> {
  const known = await findUserByName(tx, adminName);
  if (known) return known.id;
  const user = { id: newId(), username: adminName, email: 'admin@localhost', isAdmin: true };
  await insertUser(tx, { ...user, passwordHash: noPassword });
  await createPersonalRepository(tx, user, here);
  return user.id;
}

/** A token with all earlier scopes also gets new scopes; a restricted token stays restricted. */
function everyScope({ scopes }: TokenRow): readonly Scope[] {
  return scopes.includes('admin:write') ? Scope.options : scopes;
}

/** The token in the file, if it is valid. */
async function findAlive(tx: Transaction, file: string, userId: string): Promise<TokenRow | null> {
  const secret = await readFile(file, 'utf8').catch(() => '');
  const token = await findToken(tx, { hash: sha256Hex(secret.trim()) });
  if (token?.userId !== userId || token.revokedAt !== null) return null;
  const isOver = token.expiresAt !== null && token.expiresAt.getTime() <= Date.now();
  return isOver ? null : token;
}

/** Revokes earlier tokens: their file may still exist, for example in a readable backup. */
async function revokeEarlier(tx: Transaction, userId: string, name: string): Promise<void> {
  for (const tokenId of await revokeTokensNamed(tx, userId, name)) {
    await writeAudit(tx, {
      action: 'token_revoke',
      performer: inPerson(userId, here),
      targetUserId: userId,
      metadata: { token_id: tokenId, name },
    });
  }
}

/** Writes atomically; the file is never readable by other users. */
async function writeSecret(file: string, secret: string): Promise<void> {
  const partial = `${file}.${process.pid}`;
  await writeFile(partial, `${secret}\n`, { mode: 0o600 });
  await rename(partial, file);
}
