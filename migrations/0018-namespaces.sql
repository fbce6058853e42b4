-- Who owns a scope, a first path part and the like: nobody else creates packages in it.

create table namespaces (
  id uuid primary key,
  ecosystem text not null,
  name text not null,
  owner_user_id uuid references users (id),
  owner_org_id uuid references organizations (id),
  is_verified boolean not null default false,
  created_at timestamptz not null default now(),
  check (num_nonnulls(owner_user_id, owner_org_id) = 1),
  -- in this order: registrations ask for a name in every ecosystem
  unique (name, ecosystem)
);
create index namespaces_owner_user_id on namespaces (owner_user_id);
create index namespaces_owner_org_id on namespaces (owner_org_id);

-- What is in use belongs to the owner of its oldest package.
insert into namespaces (id, ecosystem, name, owner_user_id, owner_org_id)
select gen_random_uuid(), oldest.ecosystem, oldest.namespace, oldest.owner_user_id, oldest.owner_org_id
from (
  select distinct on (used.ecosystem, used.namespace)
    used.ecosystem, used.namespace, repositories.owner_user_id, repositories.owner_org_id
  from (
    select packages.id, packages.repository_id, packages.ecosystem, packages.created_at,
      case packages.ecosystem
        when 'npm' then substring(packages.name_key from '^@([^/]+)/')
        when 'oci' then split_part(packages.name_key, '/', 1)
      end as namespace
    from packages) as used
  join repositories on repositories.id = used.repository_id
  where used.namespace is not null
  order by used.ecosystem, used.namespace, used.created_at, used.id) as oldest;

-- Findings about a similar name keep which package it is, not what it is called: readers may not know of it.
alter table findings add column similar_package_id uuid references packages (id) on delete set null;
create index findings_similar_package_id on findings (similar_package_id) where similar_package_id is not null;

update findings
set similar_package_id = (
    select similar_packages.id from packages as similar_packages
    where similar_packages.ecosystem = packages.ecosystem
      and similar_packages.name_key = substring(findings.title from '^Name close to (.*)$')),
  title = 'Name close to another',
  description = packages.name || ' can be mistaken for an existing package.',
  scanner = 'names/2'
from packages
where packages.id = findings.package_id and findings.scanner = 'names/1';

-- As the next scan computes it; a second finding of one release keeps its own.
update findings
set fingerprint = left(encode(sha256(convert_to(
  '["dependency_confusion","Name close to another",null,null]', 'UTF8')), 'hex'), 32)
from (
  select distinct on (findings.release_id) findings.id from findings
  where findings.scanner = 'names/2'
  order by findings.release_id, findings.detected_at, findings.id) as first_ones
where findings.id = first_ones.id;
