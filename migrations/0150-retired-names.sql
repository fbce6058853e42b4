-- Names of accounts and slugs of repositories that were in use and are gone: addresses and settings of others still say
-- them, so that no other account gets them.
create table retired_names (
  name text not null,
  kind text not null check (kind in ('account', 'repository')),
  -- who had the repository and may make it again; of an organization that is gone, or of an account: no one
  former_user_id uuid references users (id),
  former_org_id uuid references organizations (id) on delete set null,
  retired_at timestamptz not null default now(),
  primary key (name, kind)
);
create index retired_names_former_user_id on retired_names (former_user_id);
create index retired_names_former_org_id on retired_names (former_org_id);

-- Organizations that were deleted before, as far as the log goes back.
insert into retired_names (name, kind)
select distinct audit_log.metadata ->> 'slug', 'account' from audit_log
where audit_log.action = 'org_delete' and audit_log.metadata ->> 'slug' is not null
  and not exists (select from organizations where organizations.slug = audit_log.metadata ->> 'slug')
  and not exists (select from users where users.username_key = audit_log.metadata ->> 'slug');
