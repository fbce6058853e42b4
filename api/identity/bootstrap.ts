import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Scope } from '../../domain/scopes.ts';
import { sha256Hex } from '../../domain/digest.ts';
import { createToken } from '../../domain/token.ts';
import { writeAudit } from '../../store/postgres/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import { type Pool, sql, type Transaction } from '../../store/postgres/pool.ts';
import { findToken, insertToken, revokeTokensNamed } from '../../store/postgres/tokens.ts';
import { findUserByName, insertUser } from '../../store/postgres/users.ts';
import { unmatchableHash } from './password-hash.ts';
import { createPersonalRepository } from './register.ts';

const adminName = 'admin';
const tokenName = 'first start';
const bootstrapLock = 7_216_013_302;
const here = { ipAddress: null, userAgent: 'rookery' };

/**
 * The first platform administrator and a token of theirs with every scope in `dataDir/admin-token`
 * (mode 0600). Idempotent and safe in two processes at once; a lost or dead token is replaced.
 * Nobody can log in as them until `rookery admin create` sets a password. Returns the file's path.
 */
export async function ensureAdmin({ pool, dataDir }: { pool: Pool; dataDir: string }): Promise<string> {
  const file = join(dataDir, 'admin-token');
  await pool.transaction(async (tx) => {
    await tx.query(sql.typeAlias('void')`select pg_advisory_xact_lock(${bootstrapLock})`);
    const userId = await ensureAdminUser(tx);
    if (await isTokenAlive(tx, file, userId)) return;
    await revokeEarlier(tx, userId);
    const secret = await issueToken(tx, userId);
    // last: a token whose row is rolled back is replaced at the next start, a lost secret is not
    await writeSecret(file, secret);
  });
  return file;
}

async function ensureAdminUser(tx: Transaction): Promise<string> {
  const known = await findUserByName(tx, adminName);
  if (known) return known.id;
  const user = { id: newId(), username: adminName, email: 'admin@localhost', isAdmin: true };
  await insertUser(tx, { ...user, passwordHash: unmatchableHash });
  await createPersonalRepository(tx, user, here);
  return user.id;
}

async function isTokenAlive(tx: Transaction, file: string, userId: string): Promise<boolean> {
  const secret = await readFile(file, 'utf8').catch(() => '');
  const token = await findToken(tx, { hash: sha256Hex(secret.trim()) });
  return token?.userId === userId && token.revokedAt === null;
}

/** Where the file of an earlier one went is not known: it may be in a backup that others can read. */
async function revokeEarlier(tx: Transaction, userId: string): Promise<void> {
  for (const tokenId of await revokeTokensNamed(tx, userId, tokenName)) {
    await writeAudit(tx, {
      action: 'token_revoke',
      performer: { userId, tokenId: null, ...here },
      targetUserId: userId,
      metadata: { token_id: tokenId, name: tokenName },
    });
  }
}

async function issueToken(tx: Transaction, userId: string): Promise<string> {
  const token = createToken();
  const id = newId();
  await insertToken(tx, {
    ...token,
    id,
    userId,
    name: tokenName,
    kind: 'personal',
    scopes: Scope.options,
    repositoryId: null,
    packageId: null,
    expiresAt: null,
  });
  await writeAudit(tx, {
    action: 'token_create',
    performer: { userId, tokenId: null, ...here },
    targetUserId: userId,
    metadata: { token_id: id, name: tokenName },
  });
  return token.secret;
}

/** Whole or not at all, and never readable by others, not even for a moment. */
async function writeSecret(file: string, secret: string): Promise<void> {
  const partial = `${file}.${process.pid}`;
  await writeFile(partial, `${secret}\n`, { mode: 0o600 });
  await rename(partial, file);
}
