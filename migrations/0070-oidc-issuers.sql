-- Build systems of an organization's own: their identity tokens count for its packages alone.
create table oidc_issuers (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  issuer text not null,
  -- null: as the issuer's discovery document says
  jwks_uri text,
  -- null: the address of this instance
  audience text,
  created_at timestamptz not null default now(),
  unique (organization_id, issuer)
);
create index oidc_issuers_issuer on oidc_issuers (issuer);

-- Builds that may make a package of an organization, which is not there yet.
create table pending_publishers (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  ecosystem text not null,
  name text not null,
  name_key text not null,
  issuer text not null,
  subject text,
  repository text,
  workflow_ref text,
  environment text,
  repository_owner_id text,
  created_by uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique nulls not distinct (organization_id, ecosystem, name_key, issuer, subject, repository, workflow_ref, environment)
);
create index pending_publishers_issuer on pending_publishers (ecosystem, issuer);
