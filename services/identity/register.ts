import { randomBytes } from 'node:crypto';
import { inPerson, type Origin } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { aboutInput, DomainError, forbidden, onInput } from '../../domain/errors.ts';
import { isReserved, personalSlugs } from '../../domain/slugs.ts';
import { Email, Username } from '../../domain/username.ts';
import { writeAudit } from '../../store/postgres/audit/audit.ts';
import { newId } from '../../store/postgres/ids.ts';
import { isNameInUse, lockName } from '../../store/postgres/packages/namespaces.ts';
import { insertMail } from '../../store/postgres/mails/mails.ts';
import { findOrganization } from '../../store/postgres/organizations/organizations.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { insertRepository } from '../../store/postgres/packages/repositories.ts';
import { findUserByName, insertUser } from '../../store/postgres/identity/users.ts';
import { assertFitPassword } from './fit-password.ts';
import type { Configured, Platform } from '../platform.ts';

export interface Registration {
  username: string;
  email: string;
  password: string;
}

export interface Registered {
  id: string;
  username: string;
  email: string;
  repositorySlug: string;
}

/**
 * Creates an account with a public repository for its first publish. When mails are sent, the address counts only
 * after its confirmation: the answer does not reveal whether an account has the address.
 * @throws DomainError `forbidden` when registration is closed, `name_reserved`, `validation_failed`, `duplicate`
 */
export async function registerUser(
  { pool, passwords, config }: Pick<Platform, 'pool' | 'passwords'> & Configured<'auth' | 'mail'>,
  { origin }: Caller,
  registration: Registration,
): Promise<Registered> {
  if (!config.auth.registration) throw forbidden('registration is closed on this instance');
  assertFit(registration);
  const { username, email, password } = registration;
  if (isReserved(username))
    throw ofName(new DomainError('name_reserved', `the username ${username} is reserved`));
  assertFitPassword(password, registration, 'password');
  const passwordHash = await passwords.hash(password);
  return pool.transaction(async (tx) => {
    await lockName(tx, username);
    const user = { id: newId(), username, email, passwordHash, isAdmin: false };
    const isNew = await insertUser(tx, user, { isConfirmed: config.mail === null });
    if (!isNew) {
      const isName = config.mail !== null || (await findUserByName(tx, username)) !== null;
      throw isName ? ofName(registered('username')) : aboutInput('email', registered('e-mail address'));
    }
    if (config.mail !== null) await insertMail(tx, { kind: 'email_verification', userId: user.id });
    await onInput('username', assertUnusedName(tx, username));
    await onInput('username', assertNoOrganization(tx, username));
    await writeAudit(tx, {
      action: 'user_register',
      performer: inPerson(user.id, origin),
      targetUserId: user.id,
      metadata: { username },
    });
    const repositorySlug = await createPersonalRepository(tx, user, origin);
    return { id: user.id, username, email, repositorySlug };
  });
}

const ofName = (refusal: DomainError) => aboutInput('username', refusal);

const registered = (what: string) => new DomainError('duplicate', `the ${what} is already registered`);

/** @throws DomainError `validation_failed` */
function assertFit({ username, email }: Registration): void {
  const fields = [
    ['username', Username.safeParse(username)],
    ['email', Email.safeParse(email)],
  ] as const;
  for (const [path, parsed] of fields) {
    if (parsed.success) continue;
    const message = parsed.error.issues[0]?.message ?? 'is not valid';
    const errors = [{ path, code: 'invalid', message }];
    throw new DomainError('validation_failed', `the ${path} ${message}`, { errors });
  }
}

/**
 * An account with the name of a namespace could be mistaken for its owner, and would own that namespace in other
 * ecosystems; one with the name of a deleted account could be mistaken for that account. `besides`: the id of the user
 * who may own the namespace.
 * @throws DomainError `name_reserved`
 */
export async function assertUnusedName(
  tx: Transaction,
  username: string,
  besides: string | null = null,
): Promise<void> {
  if (await isNameInUse(tx, username, { besides })) throw inUse(username);
}

/** @throws DomainError `name_reserved` */
async function assertNoOrganization(tx: Transaction, username: string): Promise<void> {
  if (await findOrganization(tx, username.toLowerCase())) throw inUse(username);
}

/** The refusal does not name the kind of use: only its holders may know of a namespace. */
const inUse = (name: string) => new DomainError('name_reserved', `the name ${name} is in use, or was`);

/** Creates the initial repository of an account; returns its slug. */
export async function createPersonalRepository(
  tx: Transaction,
  user: { id: string; username: string },
  origin: Origin,
): Promise<string> {
  for (const slug of personalSlugs(user.username, randomBytes(4).toString('hex'))) {
    const repository = {
      id: newId(),
      slug,
      name: `Packages of ${user.username}`,
      kind: 'public',
      visibility: 'public',
      ownerUserId: user.id,
    } as const;
    const isNew = await insertRepository(tx, repository);
    if (!isNew) continue;
    await writeAudit(tx, {
      action: 'repository_create',
      performer: inPerson(user.id, origin),
      targetUserId: user.id,
      metadata: { slug, kind: 'public', visibility: 'public' },
    });
    return slug;
  }
  throw new DomainError('slug_taken', 'no slug is free for a first repository: try again');
}
