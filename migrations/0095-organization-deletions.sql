-- Organizations whose owner has said that they go with their packages archived; carried out by a workflow.
create table organization_deletions (
  organization_id uuid primary key references organizations (id) on delete cascade,
  -- the archived packages are theirs afterwards
  requested_by uuid not null references users (id) on delete cascade,
  requested_at timestamptz not null default now()
);
