import { z } from 'zod';
import { type Queryable, sql, type Transaction } from '../pool.ts';

const OrganizationRow = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  website: z.string().nullable(),
  email: z.string().nullable(),
  isVerified: z.boolean(),
  mfaRequired: z.boolean(),
  memberDirectoryIsPrivate: z.boolean(),
  createdAt: z.date(),
});
export type OrganizationRow = z.infer<typeof OrganizationRow>;

const columns = sql.fragment`organizations.id, organizations.slug, organizations.name, organizations.description,
  organizations.website, organizations.email, organizations.is_verified, organizations.mfa_required,
  organizations.member_directory_is_private, organizations.created_at`;

export async function findOrganization(db: Queryable, slug: string): Promise<OrganizationRow | null> {
  return db.maybeOne(sql.type(OrganizationRow)`
    select ${columns} from organizations where organizations.slug = ${slug}`);
}

export async function findOrganizationById(db: Queryable, id: string): Promise<OrganizationRow | null> {
  return db.maybeOne(sql.type(OrganizationRow)`
    select ${columns} from organizations where organizations.id = ${id}`);
}

/**
 * Locks the organization and its members against changes, so that decisions about its members stay valid. A publish
 * that refers to it need not wait.
 */
export async function lockOrganization(tx: Transaction, id: string): Promise<OrganizationRow | null> {
  return tx.maybeOne(sql.type(OrganizationRow)`
    select ${columns} from organizations where organizations.id = ${id} for no key update`);
}

export interface OrganizationFacts {
  name: string;
  description: string | null;
  website: string | null;
  email: string | null;
}

/** False if the slug is taken. */
export async function insertOrganization(
  db: Queryable,
  { id, slug, name, description, website, email }: OrganizationFacts & { id: string; slug: string },
): Promise<boolean> {
  const created = await db.maybeOne(sql.typeAlias('id')`
    insert into organizations (id, slug, name, description, website, email)
    values (${id}, ${slug}, ${name}, ${description}, ${website}, ${email})
    on conflict (slug) do nothing
    returning id`);
  return created !== null;
}

export async function updateOrganization(
  db: Queryable,
  id: string,
  facts: OrganizationFacts & { memberDirectoryIsPrivate: boolean; mfaRequired: boolean },
): Promise<void> {
  const { name, description, website, email, memberDirectoryIsPrivate, mfaRequired } = facts;
  await db.query(sql.typeAlias('void')`
    update organizations
    set name = ${name}, description = ${description}, website = ${website}, email = ${email},
      member_directory_is_private = ${memberDirectoryIsPrivate}, mfa_required = ${mfaRequired},
      updated_at = now()
    where organizations.id = ${id}`);
}
