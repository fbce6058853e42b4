-- Known weaknesses of published versions, imported by operators; staged files and groups; downloads by release.

create table advisories (
  ecosystem text not null,
  id text not null,
  -- some clients want a number for an advisory: given once, never changed
  number integer generated always as identity unique,
  -- lookup keys of the packages in `record`
  name_keys text[] not null,
  record jsonb not null,
  -- of the whole record: an equal one is not written again
  digest text not null,
  -- of what clients decide by: ranges, severity, address, withdrawal
  matter text not null,
  modified_at timestamptz not null,
  withdrawn_at timestamptz,
  first_seen_at timestamptz not null default clock_timestamp(),
  -- when `matter` changed
  changed_at timestamptz not null default clock_timestamp(),
  primary key (ecosystem, id)
);
create index advisories_name_keys on advisories using gin (name_keys);
create index advisories_changed_at on advisories (ecosystem, changed_at);

-- What clients that fetch everything are told about their copy: the old rest, and what came since.
create table advisory_feeds (
  ecosystem text primary key,
  imported_at timestamptz not null,
  -- the last import that changed anything
  updated_at timestamptz not null,
  -- open advisories first seen until then are the base, which does not change until it is replaced
  base_at timestamptz not null,
  base_count integer not null,
  update_count integer not null
);

-- Names that people give to releases they want to let through together.
create table stage_groups (
  id uuid primary key,
  ecosystem text not null,
  owner_user_id uuid not null references users (id) on delete cascade,
  group_id text not null,
  -- lower case
  group_key text not null,
  name text not null,
  created_at timestamptz not null default now(),
  unique (ecosystem, owner_user_id, group_key)
);

create table stage_group_items (
  release_id uuid primary key references releases (id) on delete cascade,
  stage_group_id uuid not null references stage_groups (id) on delete cascade
);
create index stage_group_items_group on stage_group_items (stage_group_id);

-- Files that were checked and are attached once their release is visible; their bytes rest in staging.
create table staged_files (
  upload_id uuid primary key references uploads (id) on delete cascade,
  release_id uuid not null references releases (id) on delete cascade,
  kind text not null,
  filename text not null,
  content_type text not null,
  sha256 text not null,
  staged_by uuid not null references users (id) on delete cascade,
  staged_at timestamptz not null default now(),
  unique (release_id, filename)
);
create index staged_files_staged_by on staged_files (staged_by);

-- Sums of `download_counts`: adding the days up again for every search would cost more the older a package is.
create table release_downloads (
  release_id uuid primary key references releases (id) on delete cascade,
  count bigint not null
);
insert into release_downloads (release_id, count)
select download_counts.release_id, sum(download_counts.count) from download_counts
group by download_counts.release_id;

-- Refreshed by maintenance, not by projections: counts change without the package changing.
alter table search_documents
  add column version_downloads jsonb not null default '{}',
  -- the package's total that `version_downloads` was made for
  add column counted_downloads bigint not null default 0;
