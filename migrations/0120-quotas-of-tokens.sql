-- What one token may bring; null: any number. Tokens without a row are bounded by what owners may have alone.
create table token_quotas (
  token_id uuid primary key references tokens (id) on delete cascade,
  packages integer check (packages >= 0),
  releases_per_day integer check (releases_per_day >= 0),
  storage_bytes bigint check (storage_bytes >= 0)
);

-- What tokens with quotas brought, since they have some. The releases of a day are in releases_begun, by the token's id.
create table token_packages (
  token_id uuid not null references tokens (id) on delete cascade,
  package_id uuid not null references packages (id) on delete cascade,
  primary key (token_id, package_id)
);
create index token_packages_package_id on token_packages (package_id);

create table token_releases (
  token_id uuid not null references tokens (id) on delete cascade,
  release_id uuid not null references releases (id) on delete cascade,
  primary key (token_id, release_id)
);
create index token_releases_release_id on token_releases (release_id);
