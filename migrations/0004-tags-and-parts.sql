-- Movable names, parts that are uploaded on their own, releases about releases, people with rights on one package.

create table dist_tags (
  package_id uuid not null references packages (id) on delete cascade,
  -- clients page through tags in byte order
  name text collate "C" not null,
  release_id uuid not null references releases (id) on delete cascade,
  -- when somebody said so: for a publish, when it was uploaded
  updated_at timestamptz not null default now(),
  primary key (package_id, name)
);
create index dist_tags_release_id on dist_tags (release_id);
create index dist_tags_updated_at on dist_tags (package_id, updated_at desc);

-- listings go through names in byte order
create index packages_listing on packages (ecosystem, name_key collate "C");

alter table releases add column subject text;
create index releases_subject on releases (package_id, subject) where subject is not null;
create index releases_published_at on releases (package_id, published_at desc) where state = 'published';

-- Made once: the algorithm is randomised, and documents have to stay byte-stable.
create table release_signatures (
  release_id uuid not null references releases (id) on delete cascade,
  key_id text not null,
  signature text not null,
  primary key (release_id, key_id)
);

-- Public halves; the private half of the current one is a secret of the configuration.
create table signing_keys (
  key_id text primary key,
  public_key text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);

create table package_grants (
  package_id uuid not null references packages (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('maintainer', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (package_id, user_id)
);
create index package_grants_user_id on package_grants (user_id);

-- Who depends on whom: `publication -> 'dependencies'` holds objects with a `name`.
create index release_metadata_dependencies on release_metadata
  using gin ((publication -> 'dependencies') jsonb_path_ops);

-- Parts that somebody brought to a name, which need not be a package yet.
create table package_blobs (
  ecosystem text not null,
  name_key text not null,
  -- as the client named it: `<algorithm>:<hex>`
  digest text not null,
  sha256 text not null references blobs (sha256),
  size_bytes bigint not null,
  uploaded_by uuid not null references users (id) on delete cascade,
  linked_at timestamptz not null default now(),
  -- since when no release of the name refers to it, as far as the collector has seen
  idle_since timestamptz,
  primary key (ecosystem, name_key, digest, uploaded_by)
);
create index package_blobs_digest on package_blobs (digest);
create index package_blobs_sha256 on package_blobs (sha256);
create index package_blobs_idle_since on package_blobs (idle_since) where idle_since is not null;

-- Parts that a release refers to: they live as long as it does.
create table release_blobs (
  release_id uuid not null references releases (id) on delete cascade,
  package_id uuid not null references packages (id) on delete cascade,
  digest text not null,
  sha256 text not null references blobs (sha256),
  size_bytes bigint not null,
  primary key (release_id, digest)
);
create index releases_thrown_away on releases (id) where state in ('deleted', 'rejected');
create index release_blobs_digest on release_blobs (digest);
create index release_blobs_sha256 on release_blobs (sha256);
create index release_blobs_package on release_blobs (package_id, digest);

-- Uploads in pieces. What the store needs to go on is in `state`; the bytes before `received_bytes` are durable.
-- One writer at a time: it says again and again that it is alive.
create table blob_uploads (
  id uuid primary key,
  ecosystem text not null,
  name_key text not null,
  uploaded_by uuid not null references users (id) on delete cascade,
  algorithm text not null default 'sha256',
  received_bytes bigint not null default 0,
  state jsonb not null default '{}',
  writer uuid,
  writer_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index blob_uploads_updated_at on blob_uploads (updated_at);

-- What is installed in the parts of a release, to be compared with advisories.
alter table release_metadata add column inventory jsonb not null default '[]';

-- What the scanner said about a part, whichever release brought it: layers are shared by many.
create table blob_scans (
  sha256 text not null,
  format text not null,
  scanner text not null,
  files integer not null,
  findings jsonb not null,
  -- what is installed in it, by the lists of the package managers
  inventory jsonb not null,
  scanned_at timestamptz not null default now(),
  primary key (sha256, format, scanner)
);
