-- The account that an organization's own tokens belong to. Nobody logs in with it, and it is no member: it stays
-- whoever comes and goes.
create table organization_accounts (
  organization_id uuid primary key references organizations (id) on delete cascade,
  user_id uuid not null unique references users (id) on delete cascade
);
