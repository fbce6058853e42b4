import { DomainError } from '../../domain/errors.ts';
import { authorize } from '../../domain/authorize.ts';
import { keepCredential } from '../../store/postgres/identity/credential-standing.ts';
import { findToken } from '../../store/postgres/identity/tokens.ts';
import { findPerson, rightsOf } from '../../store/postgres/identity/memberships.ts';
import type { PackageRow } from '../../store/postgres/packages/packages.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import { type UploadCredential, listCredentials } from '../../store/postgres/releases/release-uploaders.ts';
import { findOpenings, usableOf } from '../identity/oidc/openings.ts';
import { listWaitingFiles } from '../../store/postgres/releases/staged-files.ts';
import { credentialOf, findUpload, type UploadRow } from '../../store/postgres/releases/uploads.ts';

/** A revoked credential, or a user without the right. */
export interface LostAuthority {
  /** Identifies the loss among others of the release. */
  key: string;
  /** The explanation for users. */
  why: string;
  /** `forbidden` when the credential is valid but the right is lost. */
  code: 'token_revoked' | 'forbidden';
}

/**
 * Whether the credential of an upload has been revoked since: a revoked token, a session that its holder did not end,
 * a changed password, a locked account. An expired credential, or one that its holder ended, is not revoked. The
 * result holds until the end of the transaction. Null: not revoked.
 */
export async function findRevocation(
  db: Queryable,
  uploader: UploadCredential,
): Promise<LostAuthority | null> {
  const standing = await keepCredential(db, uploader);
  const lost = (why: string) => ({ key: keyOf(uploader), why, code: 'token_revoked' as const });
  if (!standing) return lost('the account is gone');
  const { username, isActive, tokenName, tokenRevokedAt, sessionRevokedAt, isPasswordSame } = standing;
  if (!isActive) return lost(`the account ${username} is locked`);
  if (tokenRevokedAt)
    return lost(`the token "${tokenName}" of ${username} was revoked ${at(tokenRevokedAt)}`);
  if (sessionRevokedAt) return lost(`a session of ${username} was ended ${at(sessionRevokedAt)}`);
  if (!isPasswordSame) return lost(`the password of ${username} was changed`);
  return null;
}

const at = (time: Date) => `at ${time.toISOString()}`;

function keyOf({ userId, tokenId, sessionId, passwordMark }: UploadCredential): string {
  return `${userId}/${tokenId ?? sessionId ?? passwordMark ?? ''}`;
}

/** @throws DomainError `token_revoked` */
export async function assertNotRevoked(db: Queryable, upload: UploadRow): Promise<void> {
  const lost = await findRevocation(db, credentialOf(upload));
  if (lost) throw withdrawn(lost);
}

export function withdrawn({ why, code }: LostAuthority): DomainError {
  return new DomainError(code, `withdrawn: ${why}`);
}

/**
 * Returns the uploaders of the release or of its files who may no longer publish the package, or whose credential was
 * revoked. The binding of a token was checked at the upload; the package may have moved since.
 */
export async function listLostAuthority(
  db: Queryable,
  pkg: PackageRow,
  release: { id: string; uploadId: string },
): Promise<LostAuthority[]> {
  const uploaders = await listAllCredentials(db, release);
  // most files of a release are uploaded with one credential
  const distinct = new Map(uploaders.map((uploader) => [JSON.stringify(uploader), uploader]));
  const lost = new Map<string, LostAuthority>();
  for (const uploader of distinct.values()) {
    if (lost.has(keyOf(uploader))) continue;
    const found = (await findRevocation(db, uploader)) ?? (await findLostRight(db, pkg, uploader));
    if (found) lost.set(found.key, found);
  }
  return [...lost.values()];
}

/** Credentials of the release, of its upload while that is stored, and of waiting files. */
async function listAllCredentials(
  db: Queryable,
  { id, uploadId }: { id: string; uploadId: string },
): Promise<UploadCredential[]> {
  const upload = await findUpload(db, uploadId);
  const waiting = await listWaitingFiles(db, id);
  return [
    ...(await listCredentials(db, id)),
    ...(upload ? [credentialOf(upload)] : []),
    ...waiting.map(credentialOf),
  ];
}

async function findLostRight(
  db: Queryable,
  pkg: PackageRow,
  uploader: UploadCredential,
): Promise<LostAuthority | null> {
  const { userId } = uploader;
  const lost = (why: string, code: LostAuthority['code']) => ({ key: keyOf(uploader), why, code });
  const person = await findPerson(db, userId);
  if (!person) return lost('the account is gone', 'token_revoked');
  const { username, isAdmin } = person;
  const scopes = new Set(['packages:write'] as const);
  if (await hasLostBuild(db, pkg, uploader)) {
    return lost(lostBuild(pkg), 'forbidden');
  }
  const actor = { kind: 'user', credential: 'token', userId, username, isAdmin, scopes } as const;
  try {
    authorize({ ...actor, ...rightsOf(person) }, 'publish', pkg);
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return lost(`${username} may not publish ${pkg.name} any more`, 'forbidden');
  }
}

export const lostBuild = ({ name }: Pick<PackageRow, 'name'>) =>
  `no trusted publisher of ${name} lets its build publish any more`;

/** For uploads of a build: whether the package's publishers, or the users behind them, no longer allow it to write. */
export async function hasLostBuild(
  db: Queryable,
  pkg: PackageRow,
  { tokenId }: UploadCredential,
): Promise<boolean> {
  const token = tokenId === null ? null : await findToken(db, { id: tokenId });
  if (!token?.build || token.exchangedIn === null) return false;
  const openings = await findOpenings(db, token.exchangedIn, token.build, { nameKey: pkg.nameKey, pkg });
  const since = token.createdAt.getTime();
  return (await usableOf(db, openings, token.build, { since, most: 1 })).length === 0;
}
