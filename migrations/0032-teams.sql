create table teams (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  slug text not null,
  name text not null,
  description text,
  created_at timestamptz not null default now(),
  unique (organization_id, slug)
);

create table team_members (
  team_id uuid not null references teams (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (team_id, user_id)
);
create index team_members_user_id on team_members (user_id);

-- What a team may do to one thing of its organization.
create table team_access (
  team_id uuid not null references teams (id) on delete cascade,
  package_id uuid references packages (id) on delete cascade,
  repository_id uuid references repositories (id) on delete cascade,
  namespace_id uuid references namespaces (id) on delete cascade,
  target_id uuid not null generated always as (coalesce(package_id, repository_id, namespace_id)) stored,
  permissions text[] not null check (permissions <@ array
    ['admin', 'publish', 'write_metadata', 'read_private', 'security_review', 'transfer_ownership']
    and cardinality(permissions) > 0),
  check (num_nonnulls(package_id, repository_id, namespace_id) = 1),
  primary key (team_id, target_id)
);
create index team_access_package_id on team_access (package_id);
create index team_access_repository_id on team_access (repository_id);
create index team_access_namespace_id on team_access (namespace_id);
