import type { FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { PackageAddress } from '../../domain/package-address.ts';
import { usernameKey } from '../../domain/username.ts';
import { isAt } from './packages/address.ts';
import { quotasLock } from './packages/usage.ts';
import { policyLock } from './policies/policies.ts';
import { type Queryable, sql, type Transaction } from './pool.ts';

/** Rows that are read and changed as one object. */
export interface Versioned {
  /** Statements that lock the rows until the transaction ends. */
  locks: readonly FragmentSqlToken[];
  /** Selects `version`: the numbers of the transactions that wrote its rows. No row: the object does not exist. */
  version: FragmentSqlToken;
}

const Version = z.object({ version: z.string() });

/** Differs after every change of the object; null if it does not exist. */
export async function findVersion(db: Queryable, { version }: Versioned): Promise<string | null> {
  return db.maybeOneFirst(sql.type(Version)`${version}`);
}

/** {@link findVersion} with a lock until the transaction ends. */
export async function lockVersion(tx: Transaction, thing: Versioned): Promise<string | null> {
  for (const lock of thing.locks) await tx.query(sql.typeAlias('void')`${lock}`);
  return findVersion(tx, thing);
}

export function versionOfPerson(person: { id: string } | { username: string }): Versioned {
  const which =
    'id' in person
      ? sql.fragment`users.id = ${person.id}`
      : sql.fragment`users.username_key = ${usernameKey(person.username)}`;
  return {
    locks: [sql.fragment`select from users where ${which} for no key update`],
    version: sql.fragment`select users.xmin::text as version from users where ${which}`,
  };
}

/** The version of an organization and its policy: its representation has members of the policy. */
export function versionOfOrganization(slug: string): Versioned {
  const which = sql.fragment`organizations.slug = ${slug}`;
  const id = sql.fragment`(select organizations.id from organizations where ${which})`;
  return {
    locks: [sql.fragment`select from organizations where ${which} for no key update`, policyLock(id)],
    version: sql.fragment`
      select concat_ws(' ', organizations.xmin::text, policies.xmin::text) as version
      from organizations left join policies on policies.organization_id = organizations.id where ${which}`,
  };
}

export function versionOfRepository(slug: string): Versioned {
  const which = sql.fragment`repositories.slug = ${slug}`;
  return {
    locks: [sql.fragment`select from repositories where ${which} for no key update`],
    version: sql.fragment`select repositories.xmin::text as version from repositories where ${which}`,
  };
}

/** Also the version of a policy that does not exist yet. */
export function versionOfPolicy(owner: 'organization' | 'repository', slug: string): Versioned {
  const id =
    owner === 'organization'
      ? sql.fragment`(select organizations.id from organizations where organizations.slug = ${slug})`
      : sql.fragment`(select repositories.id from repositories where repositories.slug = ${slug})`;
  return {
    locks: [policyLock(id)],
    version: sql.fragment`
      select coalesce(max(policies.xmin::text), 'none') as version from policies
      where coalesce(policies.organization_id, policies.repository_id) = ${id}`,
  };
}

export function versionOfPackage(address: PackageAddress): Versioned {
  return {
    locks: [sql.fragment`select from packages where ${isAt(address)} for no key update`],
    version: sql.fragment`select packages.xmin::text as version from packages where ${isAt(address)}`,
  };
}

/** The version of a release and its package: a release changes under the lock of its package. */
export function versionOfRelease(address: PackageAddress, versionKey: string): Versioned {
  return {
    locks: versionOfPackage(address).locks,
    version: sql.fragment`
      select concat_ws(' ', packages.xmin::text, releases.xmin::text) as version
      from packages join releases on releases.package_id = packages.id
      where ${isAt(address)} and releases.version_key = ${versionKey}`,
  };
}

/** The version of the first owner that is named, even if no quotas were set yet. */
export function versionOfQuotas(named: {
  username?: string | undefined;
  organization?: string | undefined;
  token?: string | undefined;
}): Versioned {
  const { username = null, organization = null, token = null } = named;
  const holder = sql.fragment`coalesce(
    (select users.id from users where users.username_key = ${username && usernameKey(username)}),
    (select organizations.id from organizations where organizations.slug = ${organization}),
    ${token}::uuid)`;
  return {
    locks: [quotasLock(holder)],
    version: sql.fragment`
      select concat_ws(' ', 'set',
        (select quotas.xmin::text from owner_quotas as quotas
          where coalesce(quotas.user_id, quotas.organization_id) = ${holder}),
        (select quotas.xmin::text from token_quotas as quotas where quotas.token_id = ${holder})) as version`,
  };
}
