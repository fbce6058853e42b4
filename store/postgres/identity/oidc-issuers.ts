import { z } from 'zod';
import { type Queryable, sql } from '../pool.ts';

const Issuer = z.object({
  id: z.string(),
  organizationId: z.string(),
  issuer: z.string(),
  jwksUri: z.string().nullable(),
  audience: z.string().nullable(),
  createdAt: z.date(),
});
/** A build system that an organization trusts. */
export type OidcIssuer = z.infer<typeof Issuer>;

const issuers = sql.fragment`
  select oidc_issuers.id, oidc_issuers.organization_id, oidc_issuers.issuer, oidc_issuers.jwks_uri,
    oidc_issuers.audience, oidc_issuers.created_at
  from oidc_issuers`;

/** Oldest first. */
export async function listIssuers(db: Queryable, organizationId: string): Promise<readonly OidcIssuer[]> {
  return db.any(sql.type(Issuer)`
    ${issuers} where oidc_issuers.organization_id = ${organizationId}
    order by oidc_issuers.created_at, oidc_issuers.id`);
}

/** The trust settings of all organizations for an issuer. */
export async function listTrustOf(db: Queryable, issuer: string): Promise<readonly OidcIssuer[]> {
  return db.any(sql.type(Issuer)`${issuers} where oidc_issuers.issuer = ${issuer} order by oidc_issuers.id`);
}

export async function isTrustedBy(db: Queryable, organizationId: string, issuer: string): Promise<boolean> {
  return db.exists(sql.typeAlias('id')`
    select oidc_issuers.id from oidc_issuers
    where oidc_issuers.organization_id = ${organizationId} and oidc_issuers.issuer = ${issuer}`);
}

/** Null if the organization trusts the issuer already. */
export async function insertIssuer(
  db: Queryable,
  { id, organizationId, issuer, jwksUri, audience }: Omit<OidcIssuer, 'createdAt'>,
): Promise<OidcIssuer | null> {
  return db.maybeOne(sql.type(Issuer)`
    insert into oidc_issuers (id, organization_id, issuer, jwks_uri, audience)
    values (${id}, ${organizationId}, ${issuer}, ${jwksUri}, ${audience})
    on conflict (organization_id, issuer) do nothing
    returning id, organization_id, issuer, jwks_uri, audience, created_at`);
}

/** Returns the removed issuer; null if the organization does not have it. */
export async function deleteIssuer(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<OidcIssuer | null> {
  return db.maybeOne(sql.type(Issuer)`
    delete from oidc_issuers where oidc_issuers.organization_id = ${organizationId} and oidc_issuers.id = ${id}
    returning id, organization_id, issuer, jwks_uri, audience, created_at`);
}
