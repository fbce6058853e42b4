-- What an administrator allows one owner instead of the instance's own quotas; null: as the instance says.
create table owner_quotas (
  user_id uuid unique references users (id) on delete cascade,
  organization_id uuid unique references organizations (id) on delete cascade,
  packages integer check (packages >= 0),
  releases_per_day integer check (releases_per_day >= 0),
  storage_bytes bigint check (storage_bytes >= 0),
  check (num_nonnulls(user_id, organization_id) = 1)
);

-- Every release that was begun, also those that were refused, rejected or begun again: what a day's quota counts.
create table releases_begun (
  id bigint generated always as identity primary key,
  -- a person or an organization
  owner_id uuid not null,
  begun_at timestamptz not null default now()
);
create index releases_begun_owner on releases_begun (owner_id, begun_at);
