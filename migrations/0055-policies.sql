-- What holds releases of an organization's packages, or of a repository's, beside what holds everybody's.
create table policies (
  id uuid primary key,
  organization_id uuid unique references organizations (id) on delete cascade,
  repository_id uuid unique references repositories (id) on delete cascade,
  document jsonb not null,
  updated_by uuid references users (id) on delete set null,
  updated_at timestamptz not null default now(),
  check (num_nonnulls(organization_id, repository_id) = 1)
);
