-- Builds that may publish a package without a stored secret, and the identity tokens they have used up.

create table trusted_publishers (
  id uuid primary key,
  package_id uuid not null references packages (id) on delete cascade,
  issuer text not null,
  -- null matches anything; the application asks for a subject or a repository
  subject text,
  repository text,
  workflow_ref text,
  environment text,
  -- of the source repository, pinned by the first exchange: a name that somebody else takes over is worth nothing
  repository_owner_id text,
  -- exchanged tokens act for this person and lose their rights with them
  created_by uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique nulls not distinct (package_id, issuer, subject, repository, workflow_ref, environment)
);
create index trusted_publishers_repository on trusted_publishers (issuer, lower(repository));
create index trusted_publishers_subject on trusted_publishers (issuer, subject);

-- Identity tokens are good for one exchange.
create table oidc_replays (
  issuer text not null,
  jti text not null,
  expires_at timestamptz not null,
  primary key (issuer, jti)
);
create index oidc_replays_expires_at on oidc_replays (expires_at);

-- The ecosystem whose publish routes alone take the token; null for tokens that people made.
alter table tokens add column exchanged_in text;

-- What an exchanged token may publish, and who vouched for it.
create table token_publishers (
  token_id uuid not null references tokens (id) on delete cascade,
  trusted_publisher_id uuid not null references trusted_publishers (id) on delete cascade,
  package_id uuid not null references packages (id) on delete cascade,
  primary key (token_id, trusted_publisher_id)
);
create index token_publishers_publisher on token_publishers (trusted_publisher_id);

alter table packages add column trusted_publishing_only boolean not null default false;
