-- Whether members without a second factor may change what is the organization's.
alter table organizations add column mfa_required boolean not null default false;

create table invitations (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  invited_by uuid references users (id) on delete set null,
  role text not null check (role in
    ('admin', 'maintainer', 'publisher', 'security_manager', 'auditor', 'billing_manager', 'viewer')),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'revoked')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  answered_at timestamptz
);
-- a person has one open invitation of an organization
create unique index invitations_pending on invitations (organization_id, user_id) where status = 'pending';
create index invitations_user_id on invitations (user_id, created_at desc);
