alter table organizations
  add column description text,
  add column website text,
  add column email text,
  add column is_verified boolean not null default false,
  add column member_directory_is_private boolean not null default false,
  add column updated_at timestamptz not null default now();
