-- What a release says it needs, by the keys that packages are found under; a row for each line of its manifest.
create table release_dependencies (
  release_id uuid not null references releases (id) on delete cascade,
  package_id uuid not null references packages (id) on delete cascade,
  place integer not null,
  ecosystem text not null,
  name text not null,
  -- null where the name can't be that of a package here
  name_key text,
  requirement text not null,
  kind text not null check (kind in ('runtime', 'dev', 'build', 'optional', 'peer')),
  primary key (release_id, place)
);
create index release_dependencies_on on release_dependencies (ecosystem, name_key, package_id)
  where name_key is not null;
create index release_dependencies_package_id on release_dependencies (package_id);

-- Counts over what is in a release, made once when it is opened; a release without a row has yet to be counted.
create table release_bundles (
  release_id uuid primary key references releases (id) on delete cascade,
  facts jsonb not null,
  created_at timestamptz not null default now()
);
