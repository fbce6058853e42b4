-- People, credentials, repositories, packages, releases, artifacts, documents, findings, audit, jobs.
-- Ids are UUIDv7 made by the application. Names keep their casing beside their normalised key.

create extension if not exists pg_trgm;

create table users (
  id uuid primary key,
  -- u32-sized, stable: some protocols want integers for people
  number integer generated always as identity unique,
  username text not null,
  username_key text not null unique,
  email text not null,
  email_key text not null unique,
  password_hash text not null,
  display_name text,
  is_admin boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_expires_at on sessions (expires_at);
create index sessions_user_id on sessions (user_id);

create table organizations (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  created_at timestamptz not null default now()
);

create table members (
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in
    ('owner', 'admin', 'maintainer', 'publisher', 'security_manager', 'auditor', 'billing_manager', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create index members_user_id on members (user_id);

create table repositories (
  id uuid primary key,
  slug text not null unique,
  name text not null,
  description text,
  kind text not null check (kind in ('public', 'private', 'staging', 'release')),
  visibility text not null check (visibility in ('public', 'unlisted', 'private', 'internal_org', 'quarantined')),
  owner_user_id uuid references users (id),
  owner_org_id uuid references organizations (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(owner_user_id, owner_org_id) = 1)
);
create index repositories_owner_user_id on repositories (owner_user_id);
create index repositories_owner_org_id on repositories (owner_org_id);

create table packages (
  id uuid primary key,
  repository_id uuid not null references repositories (id),
  ecosystem text not null,
  name text not null,
  name_key text not null,
  visibility text not null check (visibility in ('public', 'unlisted', 'private', 'internal_org', 'quarantined')),
  display_name text,
  description text,
  readme text,
  homepage text,
  repository_url text,
  license text,
  keywords text[] not null default '{}',
  is_deprecated boolean not null default false,
  deprecation_message text,
  is_archived boolean not null default false,
  latest_version text,
  download_count bigint not null default 0,
  -- kept by the transaction that renders documents; 0 hides the package from all but its managers
  readable_releases integer not null default 0,
  -- raised by every change; a search projection older than the stored one is dropped
  revision bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (ecosystem, name_key)
);
create index packages_repository_id on packages (repository_id);
create index packages_name_key_trgm on packages using gin (name_key gin_trgm_ops);

create table tokens (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  kind text not null,
  token_hash text not null unique,
  prefix text not null,
  hint text not null,
  scopes text[] not null,
  repository_id uuid references repositories (id) on delete cascade,
  package_id uuid references packages (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index tokens_user_id on tokens (user_id);

-- What a publish request handed in: bytes rest under `staging/<id>`, the workflow carries only the id.
create table uploads (
  id uuid primary key,
  ecosystem text not null,
  size_bytes bigint not null,
  sha256 text not null,
  sha512 text not null,
  sha1 text not null,
  md5 text not null,
  declared jsonb not null,
  actor jsonb not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index uploads_expires_at on uploads (expires_at);

create table releases (
  id uuid primary key,
  package_id uuid not null references packages (id),
  version text not null,
  version_key text not null,
  state text not null check (state in ('quarantine', 'scanning', 'published', 'rejected', 'deleted')),
  status_reason text,
  is_yanked boolean not null default false,
  yank_reason text,
  is_deprecated boolean not null default false,
  deprecation_message text,
  is_prerelease boolean not null default false,
  published_by uuid references users (id),
  upload_id uuid not null,
  upload_sha256 text not null,
  workflow_id text not null,
  uploaded_at timestamptz not null default now(),
  published_at timestamptz,
  unique (package_id, version_key)
);
create unique index releases_upload_id on releases (upload_id);
create index releases_in_flight on releases (uploaded_at) where state in ('quarantine', 'scanning');

create table release_metadata (
  release_id uuid primary key references releases (id) on delete cascade,
  ecosystem text not null,
  publication jsonb not null,
  files jsonb not null
);

-- Inventory of content-addressed blobs; the row lock keeps the cleaner away from a blob being taken into use.
create table blobs (
  sha256 text primary key,
  size_bytes bigint not null,
  touched_at timestamptz not null default now()
);
create index blobs_touched_at on blobs (touched_at);

create table artifacts (
  id uuid primary key,
  release_id uuid not null references releases (id) on delete cascade,
  kind text not null,
  filename text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null references blobs (sha256),
  sha512 text not null,
  sha1 text not null,
  md5 text not null,
  uploaded_at timestamptz not null default now(),
  unique (release_id, filename)
);
create index artifacts_sha256 on artifacts (sha256);

create table documents (
  ecosystem text not null,
  path text not null,
  package_id uuid not null references packages (id) on delete cascade,
  content_type text not null,
  etag text not null,
  body bytea not null,
  gzip_body bytea,
  last_modified timestamptz not null default now(),
  primary key (ecosystem, path)
);
create index documents_package_id on documents (package_id);
-- bodies arrive compressed where that pays; a second compression costs time for nothing
alter table documents alter column body set storage external;
alter table documents alter column gzip_body set storage external;

create table findings (
  id uuid primary key,
  package_id uuid not null references packages (id),
  release_id uuid not null references releases (id) on delete cascade,
  artifact_filename text,
  fingerprint text not null,
  kind text not null,
  severity text not null check (severity in ('info', 'low', 'medium', 'high', 'critical')),
  title text not null,
  description text not null,
  advisory_id text,
  file text,
  line integer,
  scanner text not null,
  is_resolved boolean not null default false,
  resolution text,
  note text,
  resolved_by uuid references users (id),
  resolved_at timestamptz,
  detected_at timestamptz not null default now(),
  unique (release_id, fingerprint)
);
create index findings_package_id on findings (package_id);

create table search_documents (
  package_id uuid primary key references packages (id) on delete cascade,
  ecosystem text not null,
  name text not null,
  name_key text not null,
  revision bigint not null,
  visibility text not null,
  owner_user_id uuid,
  owner_org_id uuid,
  owner_name text not null,
  org_slug text,
  repository_slug text not null,
  description text,
  keywords text[] not null,
  license text,
  latest_version text,
  download_count bigint not null default 0,
  facets text[] not null,
  fields jsonb not null,
  payload jsonb not null,
  haystack text not null,
  terms tsvector not null,
  updated_at timestamptz not null
);
create index search_documents_terms on search_documents using gin (terms);
create index search_documents_haystack_trgm on search_documents using gin (haystack gin_trgm_ops);
create index search_documents_name_key on search_documents (name_key text_pattern_ops);
create index search_documents_ecosystem on search_documents (ecosystem, name_key);

create table audit_log (
  id uuid primary key,
  action text not null,
  actor_user_id uuid,
  actor_token_id uuid,
  target_user_id uuid,
  target_org_id uuid,
  target_package_id uuid,
  target_release_id uuid,
  ip_address text,
  user_agent text,
  metadata jsonb not null default '{}',
  occurred_at timestamptz not null default now()
);
create index audit_log_occurred_at on audit_log (occurred_at desc, id desc);
create index audit_log_package on audit_log (target_package_id, occurred_at desc);
create index audit_log_actor on audit_log (actor_user_id, occurred_at desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_audit_change();

-- Projection of workflows for operators; the workflow service stays the truth.
create table jobs (
  id uuid primary key,
  kind text not null,
  status text not null check (status in ('pending', 'running', 'completed', 'failed', 'dead', 'cancelled')),
  workflow_id text not null,
  run_id text not null,
  payload jsonb not null default '{}',
  attempts integer not null default 1,
  max_attempts integer,
  last_error text,
  locked_by text,
  locked_until timestamptz,
  scheduled_at timestamptz not null default now(),
  started_at timestamptz,
  completed_at timestamptz,
  updated_at timestamptz not null default now(),
  unique (workflow_id, run_id)
);
create index jobs_scheduled_at on jobs (scheduled_at, id);
create index jobs_open on jobs (kind, status) where status in ('pending', 'running');

create table download_counts (
  release_id uuid not null references releases (id) on delete cascade,
  day date not null,
  count bigint not null,
  primary key (release_id, day)
);

-- Facts about the instance itself, e.g. which base URL the stored documents were rendered for.
create table settings (
  key text primary key,
  value text not null,
  updated_at timestamptz not null default now()
);
